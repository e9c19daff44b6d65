internal import Foundation
internal import ScrimCore
@testable internal import ScrimInput
internal import ScrimTestSupport

/// The readers of streams: frames are of one size, or say that they are broken, and nothing comes behind the break.
struct StreamFuzzing: FuzzTarget {
  let name: String
  let mutation = Mutation.bytes
  private let makeSeeds: @Sendable () -> [[UInt8]]
  /// Whether all frames are of one size and kind, and the first broken one is the last.
  private let isUniform: Bool
  private let open: @Sendable (BytePath, InputRequest) throws -> any FrameSource
  private let file = MemoryFile()

  /// Pixels.
  private static let limit = 1 << 16

  static let y4m = StreamFuzzing(
    name: "y4m", isUniform: true,
    seeds: {
      let made = ["C420jpeg", "C444", "Cmono", "C422p10", "C420p12 XCOLORRANGE=FULL", "", "Ib A1:1 C420mpeg2"].map {
        words in
        Array("YUV4MPEG2 W5 H3 F30:1 \(words)\n".utf8)
          + (0..<2).flatMap { _ in
            Array("FRAME\n".utf8) + (0..<(15 + 2 * 6)).map { words.contains("p1") && $0 % 2 == 1 ? 1 : 77 }
          }
      }
      return made
        + Corpus.files("y4m", ending: "y4m").compactMap { try? Array(Data(contentsOf: $0)) }
        .filter { $0.count < 40 << 10 }
    },
    open: { path, request in
      try Y4MStream(BufferedInput(opening: path, wake: -1), name: "fuzz", request)
    })

  static let raw = StreamFuzzing(
    name: "raw", isUniform: true, seeds: { [[UInt8](repeating: 3, count: 64), [UInt8](repeating: 9, count: 100)] },
    open: { path, request in
      let format = PixelFormat(.yuv(.s420), bitDepth: 8)
      let raw = RawFormat(size: PixelSize(width: 5, height: 3), format: format, rate: FrameRate(30)!)
      return try RawStream(BufferedInput(opening: path, wake: -1), raw, name: "fuzz", request)
    })

  static let pictures = StreamFuzzing(
    name: "png-stream", isUniform: false,
    seeds: {
      let picture = TestPNG.noise(width: 5, height: 3, colourType: 2, bitDepth: 8, seed: 1).bytes
      let other = TestPNG.noise(width: 3, height: 5, colourType: 0, bitDepth: 1, seed: 1).bytes
      return [picture, picture + other, picture + picture.dropLast(9)]
    },
    open: { path, request in try PNGStream(BufferedInput(opening: path, wake: -1), name: "fuzz", request) })

  private init(
    name: String, isUniform: Bool, seeds: @escaping @Sendable () -> [[UInt8]],
    open: @escaping @Sendable (BytePath, InputRequest) throws -> any FrameSource
  ) {
    self.name = name
    self.isUniform = isUniform
    self.makeSeeds = seeds
    self.open = open
  }

  func seeds() -> [[UInt8]] { makeSeeds() }

  func run(_ bytes: [UInt8]) {
    file.write(bytes)
    let request = InputRequest(path: file.path, pixelLimit: Self.limit)
    guard let source = try? open(file.path, request) else { return }
    checkFrames(of: source, isUniform: isUniform, endsAtBreak: isUniform, limit: Self.limit)
  }
}

/// Takes all frames, and checks what holds for every reader.
///
/// - Parameters:
///   - isUniform: All frames are of one size and kind.
///   - endsAtBreak: Nothing comes behind a frame with which the stream breaks off.
func checkFrames(of source: any FrameSource, isUniform: Bool, endsAtBreak: Bool, limit: Int) {
  var first: (size: PixelSize, format: PixelFormat)?
  var isBroken = false, isBeyondCounting = false, index = 0
  while let ticket = try? source.next() {
    demand(!isBroken, "nothing comes behind the break")
    demand(ticket.identity.index == index, "frames are counted")
    index += 1
    do throws(InputError) {
      let frame = try ticket.decode()
      demand(!isBeyondCounting, "no frame is shown whose place in the recording is not known")
      let (size, format) = (frame.size, frame.format)
      demand(
        ticket.announcedSize == nil || ticket.announcedSize == size || !isUniform, "a frame is as large as announced")
      demand(size.width * size.height <= limit, "a frame is within the limit")
      if isUniform, let first { demand(first == (size, format), "frames are of one size and kind") }
      first = first ?? (size, format)
      demand(source.sizeOfNearestDecodable(to: index) != nil, "a cover has a size where a frame has one")
    } catch {
      // A frame of samples that are none is broken by itself, and the stream goes on.
      isBroken = endsAtBreak && source.lacksFrames
      if case .undecodable(_, let reason) = error, reason.contains("and with it the count of frames") {
        isBeyondCounting = true
      }
    }
  }
}
