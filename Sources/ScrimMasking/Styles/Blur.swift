internal import ScrimCore

/// Blur of the hidden pixels; can be undone.
///
/// Three box blurs, one after the other, come close to a Gaussian one. Pixels that may not be known weigh nothing.
struct Blur: CosmeticStyle {
  /// A radius of this many points at least: less leaves words readable.
  private static let leastRadius = 10.0

  func paint(
    _ window: SampleWindow.Shape, known: Span<UInt16>, marks: Span<UInt8>, into output: inout MutableSpan<UInt16>
  ) {
    let width = window.width, height = window.height, block = window.block
    let short = Double(min(width * block.width, height * block.height))
    let radius = max(short / 5, Self.leastRadius * window.scale)
    let rx = max(1, Int(radius / Double(block.width))), ry = max(1, Int(radius / Double(block.height)))
    let readable = (0..<width * height).map { Float(marks[$0] & SampleWindow.readable) }
    for channel in 0..<window.channels {
      var weights = readable
      var values = (0..<width * height).map { readable[$0] * Float(known[$0 * window.channels + channel]) }
      for _ in 0..<3 {
        for y in 0..<height {
          boxBlur(&values, from: y * width, step: 1, count: width, radius: rx)
          boxBlur(&weights, from: y * width, step: 1, count: width, radius: rx)
        }
        for x in 0..<width {
          boxBlur(&values, from: x, step: width, count: height, radius: ry)
          boxBlur(&weights, from: x, step: width, count: height, radius: ry)
        }
      }
      for at in 0..<width * height where weights[at] > 1e-4 {
        output[at * window.channels + channel] = UInt16(min(65_535, max(0, (values[at] / weights[at]).rounded())))
      }
    }
  }

  /// Replaces each value of a row or column by the mean of those around it; beyond the ends there is nothing.
  private func boxBlur(_ values: inout [Float], from start: Int, step: Int, count: Int, radius: Int) {
    let line = (0..<count).map { values[start + $0 * step] }
    var sum = Double(0)
    for at in 0..<min(radius, count) { sum += Double(line[at]) }
    for at in 0..<count {
      if at + radius < count { sum += Double(line[at + radius]) }
      if at - radius - 1 >= 0 { sum -= Double(line[at - radius - 1]) }
      values[start + at * step] = Float(max(0, sum)) / Float(2 * radius + 1)
    }
  }
}
