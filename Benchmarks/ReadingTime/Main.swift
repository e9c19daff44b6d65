internal import Foundation
internal import ScrimCore
internal import ScrimInput
internal import ScrimViews

/// What reading a frame's views costs beside decoding its picture: `scrim-reading-time PICTURE TREE…`.
///
/// Each is done as a run of so many frames does it, in turn, so that all see the same machine. Printed are milliseconds of
/// processor time for one frame, the median of the rounds: what others do on the machine is not in them.
@main enum ReadingTime {
  private static let rounds = 7
  private static let frames = 6

  static func main() throws {
    let paths = CommandLine.arguments.dropFirst().map { BytePath($0) }
    guard let picture = paths.first else { fatalError("it takes a picture and files with trees") }
    let source = try openInput(InputRequest(path: picture))
    guard let ticket = try source.next(), let size = ticket.announcedSize else { fatalError("it is no picture") }
    var decoding: [Double] = [], reading = [[Double]](repeating: [], count: paths.count - 1)
    for _ in 0..<rounds {
      decoding.append(try milliseconds { for _ in 0..<frames { _ = try ticket.decode() } })
      for (place, path) in paths.dropFirst().enumerated() {
        reading[place].append(try milliseconds { try read(path, size) })
      }
    }
    print("decoding \(median(decoding))")
    for (path, times) in zip(paths.dropFirst(), reading) { print("\(path.lastComponent) \(median(times))") }
  }

  /// Reads the views of all frames, as a run does: a sidecar is checked as a whole before.
  private static func read(_ path: BytePath, _ picture: PixelSize) throws {
    var request = ViewsRequest(location: .path(path))
    let isSidecar = path.hasExtension("jsonl")
    request.frames = (0..<(isSidecar ? frames : 1)).map { FrameIdentity(index: $0) }
    let views = try openViews(request)
    for index in 0..<frames {
      let tree = views.views(for: FrameIdentity(index: isSidecar ? index : 0), picture: picture).tree
      guard case .exact = tree else { fatalError("\(path): \(tree)") }
    }
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let begin = clock()
    try body()
    return Double(clock() - begin) / Double(CLOCKS_PER_SEC) * 1000 / Double(frames)
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}
