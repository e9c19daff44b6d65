internal import Foundation
internal import ScrimCore
@testable internal import ScrimInput
internal import ScrimTestSupport

/// The reader of videos: FFmpeg's demuxers and decoders behind our fence.
struct VideoFuzzing: FuzzTarget {
  let name = "video"
  let mutation = Mutation.bytes
  private let file = MemoryFile()

  /// Pixels.
  private static let limit = 1 << 18

  /// Small recordings of all containers that people have, where the `ffmpeg` command is there to make them.
  func seeds() throws -> [[UInt8]] {
    let kinds = [
      ("mp4", "-c:v libx264 -pix_fmt yuv420p -g 3"), ("mov", "-c:v mpeg4"), ("mkv", "-c:v ffv1 -level 3"),
      ("webm", "-c:v libvpx -b:v 50k"), ("gif", ""), ("avi", "-c:v mjpeg"), ("mkv", "-c:v libx264 -pix_fmt yuv444p"),
      ("webm", "-c:v libvpx-vp9 -b:v 50k"), ("avi", "-c:v rawvideo -pix_fmt bgr24"),
    ]
    guard FFmpegTool.isPresent else { return [] }
    let folder = try TemporaryFolder()
    var seeds: [[UInt8]] = []
    for (number, (container, options)) in kinds.enumerated() {
      try FFmpegTool.run(
        "-f lavfi -i testsrc2=size=32x24:rate=10 -frames:v 5 \(options) \(number).\(container)", in: folder)
      seeds.append(try folder.read("\(number).\(container)"))
    }
    let others = ["gif", "mp4", "mkv"].flatMap { Corpus.files("recordings", ending: $0) }
      .compactMap { try? Array(Data(contentsOf: $0)) }
    return seeds + others.filter { $0.count < 20 << 10 }
  }

  func run(_ bytes: [UInt8]) {
    file.write(bytes)
    let request = InputRequest(path: file.path, pixelLimit: Self.limit)
    guard let source = try? VideoStream(BufferedInput(opening: file.path, wake: -1), name: "fuzz", request) else {
      return
    }
    checkFrames(of: source, isUniform: true, endsAtBreak: false, limit: Self.limit)
  }
}
