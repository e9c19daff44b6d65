import ScrimCore
import Testing

@testable import ScrimMasking

/// Masks that are kept: within a bound, and only for what is equal in everything that they depend on.
struct MaskCacheTests {
  static func key(_ seed: UInt64, _ change: (inout MaskKey) -> Void = { _ in }) -> MaskKey {
    let size = PixelSize(width: 10, height: 10)
    var key = MaskKey(
      request: MaskRequest(size: size, options: RedactionStyle(.noise), scale: 1, seed: seed),
      format: PixelFormat(.rgb, bitDepth: 8), yuv: nil, grownSize: size, insetX: 0, insetY: 0)
    change(&key)
    return key
  }

  static func mask(_ width: Int = 10) -> Mask {
    Mask(PixelBuffer(size: PixelSize(width: width, height: 10), format: PixelFormat(.rgb, bitDepth: 8))!)
  }

  @Test func `the cache stays within its bound and lets go of what was not used for longest`() {
    let cache = MaskCache(limit: 1000)
    for seed in 0..<3 { cache.keep(Self.mask(), for: Self.key(UInt64(seed))) }
    #expect(cache.byteCount == 900)
    #expect(cache.mask(for: Self.key(0)) != nil)
    cache.keep(Self.mask(), for: Self.key(3))
    #expect(cache.byteCount == 900)
    #expect(cache.mask(for: Self.key(1)) == nil)
    #expect(cache.mask(for: Self.key(0)) != nil)
  }

  @Test func `a mask larger than the bound is not kept`() {
    let cache = MaskCache(limit: 1000)
    cache.keep(Self.mask(), for: Self.key(0))
    cache.keep(Self.mask(100), for: Self.key(1))
    #expect(cache.mask(for: Self.key(1)) == nil)
    #expect(cache.byteCount == 300)
  }

  @Test func `a mask is reused, and painted anew for other options, sizes and formats`() {
    let size = PixelSize(width: 60, height: 40), masker = Masker(seed: 5)
    func both(_ plan: Plan, _ format: PixelFormat) {
      for _ in 0..<2 { #expect(masked(noise(size, format), plan, by: masker) == masked(noise(size, format), plan)) }
    }
    for format in FailClosedTests.fewFormats {
      both(plan(size, redaction(.card, box(3, 3, 40, 30)) { $0.text = "A" }), format)
      both(plan(size, redaction(.card, box(4, 4, 40, 30)) { $0.text = "A" }), format)
      both(plan(size, redaction(.card, box(3, 3, 40, 30)) { $0.text = "B" }), format)
      both(plan(size, redaction(.card, box(3, 3, 40, 30)) { $0.appearance = .dark }), format)
      both(plan(size, scale: 2, redaction(.card, box(3, 3, 40, 30)) { $0.text = "A" }), format)
      both(plan(size, redaction(.stripes, box(3, 3, 41, 30))), format)
    }
  }
}
