internal import ScrimCore

/// Continues the background from a ring around the region, as if the view was not there.
struct Erase: SurroundingsStyle {
  func paint(
    _ window: SampleWindow.Shape, known: Span<UInt16>, marks: Span<UInt8>, into output: inout MutableSpan<UInt16>
  ) {
    let ring = Ring(window, known, marks)
    if let plain = ring.plain {
      for at in 0..<window.width * window.height where marks[at] & SampleWindow.wanted != 0 {
        for channel in 0..<window.channels { output[at * window.channels + channel] = plain[channel] }
      }
      return
    }
    var pyramid = Pyramid(width: window.width, height: window.height, channels: window.channels)
    for at in ring.pixels { pyramid.set(at) { Float(known[at * window.channels + $0]) } }
    pyramid.complete()
    for at in 0..<window.width * window.height where marks[at] & SampleWindow.wanted != 0 {
      for channel in 0..<window.channels {
        output[at * window.channels + channel] = UInt16(pyramid.value(at, channel).rounded())
      }
    }
  }
}

/// The pixels around a region that belong to its background.
///
/// Where most of them have nearly one colour, the others are something else (a line, a neighbour's letters) and would
/// smear over the region.
private struct Ring {
  /// The places of its pixels in the window.
  private(set) var pixels: [Int]
  /// The one colour, where the background is plain.
  private(set) var plain: [UInt16]?

  init(_ window: SampleWindow.Shape, _ known: Span<UInt16>, _ marks: Span<UInt8>) {
    let channels = window.channels
    pixels = (0..<window.width * window.height).filter { marks[$0] & SampleWindow.readable != 0 }
    // The commonest colour, by the top 4 bits of each sample.
    func bin(_ at: Int) -> Int {
      var bin = 0
      for channel in 0..<channels { bin = bin << 4 | Int(known[at * channels + channel] >> (window.bitDepth - 4)) }
      return bin
    }
    var histogram = [Int](repeating: 0, count: 1 << (4 * channels))
    for at in pixels { histogram[bin(at)] += 1 }
    let commonest = histogram.indices.max { histogram[$0] < histogram[$1] } ?? 0
    var sums = [Int](repeating: 0, count: channels)
    for at in pixels where bin(at) == commonest {
      for channel in 0..<channels { sums[channel] += Int(known[at * channels + channel]) }
    }
    let centre = sums.map { $0 / max(1, histogram[commonest]) }
    /// Whether a pixel differs from that colour by so many levels of 256 at most.
    func isNear(_ at: Int, _ levels: Int) -> Bool {
      for channel in 0..<channels
      where abs(Int(known[at * channels + channel]) - centre[channel]) > levels << (window.bitDepth - 8) {
        return false
      }
      return true
    }
    let near = pixels.filter { isNear($0, 10) }
    guard near.count * 10 >= pixels.count * 6 else { return }
    pixels = near
    // A faint gradient is no plain ground: filled with its mean it would show an edge.
    if near.allSatisfy({ isNear($0, 2) }) { plain = centre.map { UInt16($0) } }
  }
}
