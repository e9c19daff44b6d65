@_spi(RawPixels) import ScrimCore
import ScrimPlaceholders
import Synchronization
import Testing

@testable import ScrimMasking

/// Guarantee 4: whatever fails while a frame is painted, the frame is hidden whole.
struct FailClosedTests {
  static let size = PixelSize(width: 64, height: 48)
  static let region = box(10, 10, 20, 12)

  /// Appends a few pixels that one can see through, and stops.
  struct Lazy: OpaqueStyle {
    var count: Int
    func palette(_ options: RedactionStyle) -> StylePalette {
      StylePalette(ground: Colour(0x336699), others: [Colour(0x0A0B0C)])
    }
    func label(_ options: RedactionStyle) -> LabelTraits { LabelTraits(ground: Colour(0x336699)) }
    func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) {
      pixels.append(repeating: RGBA(red: 10, green: 11, blue: 12, alpha: 0), count: min(count, pixels.freeCapacity))
    }
  }

  /// Paints half and fails.
  struct Failing: OpaqueStyle {
    func palette(_ options: RedactionStyle) -> StylePalette {
      StylePalette(ground: Colour(0), others: [Colour(0x010101)])
    }
    func label(_ options: RedactionStyle) -> LabelTraits { LabelTraits(ground: Colour(0)) }
    func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) throws(StyleError) {
      pixels.append(RGBA(red: 1, green: 1, blue: 1))
      throw StyleError()
    }
  }

  struct FailingSamples: SurroundingsStyle, CosmeticStyle {
    func paint(
      _ window: SampleWindow.Shape, known: Span<UInt16>, marks: Span<UInt8>, into output: inout MutableSpan<UInt16>
    ) throws(StyleError) { throw StyleError() }
  }

  /// Writes nothing at all.
  struct LazySamples: SurroundingsStyle, CosmeticStyle {
    func paint(
      _ window: SampleWindow.Shape, known: Span<UInt16>, marks: Span<UInt8>, into output: inout MutableSpan<UInt16>
    ) {}
  }

  /// Demands that a picture does not depend on what was in the frame.
  func expectHidden(
    _ format: PixelFormat, _ plan: Plan, by masker: Masker, _ reason: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let everything = Region(Self.size.rect)
    let one = masked(noise(Self.size, format, inside: everything, seed: 1), plan, by: masker)
    let two = masked(noise(Self.size, format, inside: everything, seed: 2), plan, by: masker)
    #expect(one == two, sourceLocation: location)
    #expect(one.failure == .masking(reason: reason), sourceLocation: location)
  }

  @Test(arguments: formats, [0, 1, 25, 239, 240])
  func `a lazy style is completed with its ground, and nothing is translucent`(format: PixelFormat, count: Int) {
    let plan = plan(Self.size, redaction(.solid, Self.region))
    let masker = Masker.broken(.solid, style: .opaque(Lazy(count: count)))
    let one = masked(noise(Self.size, format, inside: Region(Self.region), seed: 1), plan, by: masker)
    let two = masked(noise(Self.size, format, inside: Region(Self.region), seed: 2), plan, by: masker)
    #expect(one == two)
    #expect(one.failure == nil)
    if format == PixelFormat(.rgba, bitDepth: 8) {
      let painted: Set<[Int]> = count == 0 ? [] : [[10, 11, 12, 255]]
      let completed: Set<[Int]> = count == 240 ? [] : [[0x33, 0x66, 0x99, 255]]
      #expect(one.colours(Self.region) == painted.union(completed))
    }
  }

  @Test(arguments: formats)
  func `a lazy style of the other tiers leaves neutral samples`(format: PixelFormat) {
    for (name, style) in [
      (StyleName.erase, StyleRegistry.Style.surroundings(LazySamples())), (.pixelate, .cosmetic(LazySamples())),
    ] {
      let after = masked(
        noise(Self.size, format), plan(Self.size, redaction(name, Self.region)), by: .broken(name, style: style))
      #expect(after.colours(Self.region).allSatisfy { $0[0] == (format.maximum + 1) / 2 })
    }
  }

  @Test(arguments: formats)
  func `a style that fails covers the frame`(format: PixelFormat) {
    for (name, style) in [
      (StyleName.stripes, StyleRegistry.Style.opaque(Failing())), (.erase, .surroundings(FailingSamples())),
      (.blur, .cosmetic(FailingSamples())),
    ] {
      expectHidden(
        format, plan(Self.size, redaction(.solid, box(1, 1, 5, 5)), redaction(name, Self.region)),
        by: .broken(name, style: style), "style \(name.rawValue) failed")
    }
  }

  @Test(arguments: formats)
  func `a cover that fails leaves one colour`(format: PixelFormat) {
    expectHidden(
      format, Plan.covered(size: Self.size, scale: 1, failures: []),
      by: .broken(.cover, style: .opaque(Failing())), "style cover failed")
  }

  /// A format of each way through the painting.
  static let fewFormats = [
    PixelFormat(.gray, bitDepth: 8), PixelFormat(.grayAlpha, bitDepth: 16), PixelFormat(.rgb, bitDepth: 8),
    PixelFormat(.yuv(.s420), bitDepth: 10),
  ]

  @Test(arguments: fewFormats)
  func `memory that runs out at any point leaves one colour`(format: PixelFormat) {
    let plan = plan(
      Self.size, redaction(.card, Self.region) { $0.text = "A" }, redaction(.erase, box(40, 30, 9, 9)),
      redaction(.pixelate, box(2, 30, 9, 9)))
    let takes = Mutex(0)
    let counting = MaskMemory { size, format in
      takes.withLock { $0 += 1 }
      return PixelBuffer(size: size, format: format)
    }
    #expect(masked(noise(Self.size, format), plan, by: .broken(memory: counting)).failure == nil)
    for limit in 0..<takes.withLock({ $0 }) {
      let left = Mutex(limit)
      let poor = MaskMemory { size, format in
        left.withLock { left in
          left -= 1
          return left >= 0
        } ? PixelBuffer(size: size, format: format) : nil
      }
      let after = masked(noise(Self.size, format), plan, by: .broken(memory: poor))
      #expect(after.failure == .masking(reason: "no memory for a mask"))
      for plane in format.planes(for: Self.size).indices {
        let size = format.planes(for: Self.size)[plane]
        let samples = Set(
          (0..<size.height).flatMap { y in (0..<size.width).map { after.samples(plane: plane, $0, y) } })
        #expect(samples.count == 1)
      }
    }
  }

  @Test(arguments: formats, [StyleName.pixelate, .blur])
  func `a style that can be undone is refused for a secure view`(format: PixelFormat, name: StyleName) {
    expectHidden(
      format, plan(Self.size, redaction(name, Self.region, secure: true)), by: Masker(seed: 5),
      "style \(name.rawValue) can be undone, and the view is secure")
  }

  @Test(arguments: formats)
  func `a plan for another size covers the frame`(format: PixelFormat) {
    expectHidden(
      format, plan(PixelSize(width: 64, height: 49), redaction(.solid, Self.region)), by: Masker(seed: 5),
      "plan for 64x49 pixels, frame of 64x48")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 0, -1, 1e300, .leastNonzeroMagnitude])
  func `a senseless scale decides nothing but the size of letters`(scale: Double) {
    let format = PixelFormat(.rgb, bitDepth: 8)
    for name in StyleName.allCases {
      let after = masked(
        noise(Self.size, format), plan(Self.size, scale: scale, redaction(name, Self.region) { $0.text = "A" }))
      #expect(after.failure == nil)
    }
  }

  @Test func `every failure has a closing and a cause without content`() {
    let failures: [PaintFailure] = [
      .memory, .style(.card), .text(.noTextEngine), .text(.cairo(status: 1)),
      .size(plan: Self.size, frame: Self.size), .cosmeticOnSecure(.blur),
    ]
    for failure in failures {
      guard case .masking(let reason) = failure.cause else {
        Issue.record("another cause")
        continue
      }
      #expect(!reason.isEmpty)
    }
    #expect(PaintFailure.memory.closing == .fill)
    #expect(PaintFailure.text(.noTextEngine).closing == .blankCover)
  }

  @Test(arguments: formats)
  func `a frame that could not be decoded gets its plan's cover`(format: PixelFormat) throws {
    var dark = RedactionStyle.defaultCover
    dark.appearance = .dark
    let plan = Plan.covered(size: Self.size, scale: 1, style: dark, failures: [])
    let made = Picture(
      try Masker(seed: 5).coverFrame(
        identity: FrameIdentity(index: 1), size: Self.size, encoding: format.encoding, format: format, plan: plan))
    #expect(made == masked(noise(Self.size, format), plan))
    // A plan that covers nothing, or another size, gets the default cover.
    let other = Picture(
      try Masker(seed: 5).coverFrame(
        identity: FrameIdentity(index: 1), size: Self.size, encoding: format.encoding, format: format,
        plan: Plan(size: PixelSize(width: 1, height: 1), scale: 1)))
    #expect(other == masked(noise(Self.size, format), .covered(size: Self.size, scale: 1, failures: [])))
  }

  @Test func `there is no frame only where there is no memory for one`() {
    #expect(throws: MaskError.noPicture(PixelSize(width: 0, height: 9))) {
      _ = try Masker(seed: 5).coverFrame(
        identity: FrameIdentity(index: 1), size: PixelSize(width: 0, height: 9), encoding: .png(.plain),
        format: PixelFormat(.rgb, bitDepth: 8), plan: Plan(size: Self.size, scale: 1))
    }
  }
}
