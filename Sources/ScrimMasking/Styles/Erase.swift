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
    for at in 0..<window.width * window.height where ring.holds(at) {
      pyramid.set(at) { Float(known[at * window.channels + $0]) }
    }
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
  /// The one colour, where the background is plain.
  private(set) var plain: [UInt16]?
  private var inside: [Bool]

  init(_ window: SampleWindow.Shape, _ known: Span<UInt16>, _ marks: Span<UInt8>) {
    let pixels = window.width * window.height, channels = window.channels
    inside = (0..<pixels).map { marks[$0] & SampleWindow.readable != 0 }
    // The commonest colour, by the top 4 bits of each sample.
    var histogram = [Int](repeating: 0, count: 1 << (4 * channels))
    func bin(_ at: Int) -> Int {
      (0..<channels).reduce(0) { $0 << 4 | Int(known[at * channels + $1] >> (window.bitDepth - 4)) }
    }
    var count = 0
    for at in 0..<pixels where inside[at] {
      histogram[bin(at)] += 1
      count += 1
    }
    guard let commonest = histogram.indices.max(by: { histogram[$0] < histogram[$1] }) else { return }
    var sums = [Int](repeating: 0, count: channels)
    for at in 0..<pixels where inside[at] && bin(at) == commonest {
      for channel in 0..<channels { sums[channel] += Int(known[at * channels + channel]) }
    }
    let centre = sums.map { $0 / max(1, histogram[commonest]) }
    let level = 1 << (window.bitDepth - 8)
    func isNear(_ at: Int, _ levels: Int) -> Bool {
      (0..<channels).allSatisfy { abs(Int(known[at * channels + $0]) - centre[$0]) <= levels * level }
    }
    let near = inside.indices.map { inside[$0] && isNear($0, 10) }
    let nearCount = near.count { $0 }
    guard nearCount * 10 >= count * 6 else { return }
    inside = near
    // A faint gradient is no plain ground: filled with its mean it would show an edge.
    let veryNear = near.indices.count { near[$0] && isNear($0, 2) }
    if veryNear == nearCount { plain = centre.map { UInt16($0) } }
  }

  func holds(_ at: Int) -> Bool { inside[at] }
}
