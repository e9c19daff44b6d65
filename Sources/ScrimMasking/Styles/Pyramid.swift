/// A picture with holes, filled from coarser and coarser pictures of what is known.
///
/// Each level has half the size of the one below; a value is the mean of the known ones under it. On the way back, what is
/// not known takes the coarser level, smoothly between its points.
struct Pyramid {
  private struct Level {
    var width: Int
    var height: Int
    var values: [Float]
    /// From 0, nothing known, to 1.
    var weights: [Float]
  }

  private let channels: Int
  private var levels: [Level]

  init(width: Int, height: Int, channels: Int) {
    self.channels = channels
    levels = [Self.empty(width, height, channels)]
  }

  private static func empty(_ width: Int, _ height: Int, _ channels: Int) -> Level {
    Level(
      width: width, height: height, values: [Float](repeating: 0, count: width * height * channels),
      weights: [Float](repeating: 0, count: width * height))
  }

  mutating func set(_ at: Int, _ value: (Int) -> Float) {
    levels[0].weights[at] = 1
    for channel in 0..<channels { levels[0].values[at * channels + channel] = value(channel) }
  }

  func value(_ at: Int, _ channel: Int) -> Float { levels[0].values[at * channels + channel] }

  /// Fills every hole; needs at least one known value.
  mutating func complete() {
    while levels.last!.width > 1 || levels.last!.height > 1 { levels.append(coarser(than: levels.last!)) }
    for index in levels.indices.dropLast().reversed() { fill(&levels[index], from: levels[index + 1]) }
  }

  private func coarser(than fine: Level) -> Level {
    var coarse = Self.empty((fine.width + 1) / 2, (fine.height + 1) / 2, channels)
    for y in 0..<fine.height {
      for x in 0..<fine.width {
        let from = y * fine.width + x, to = y / 2 * coarse.width + x / 2, weight = fine.weights[from]
        if weight == 0 { continue }
        coarse.weights[to] += weight
        for channel in 0..<channels {
          coarse.values[to * channels + channel] += weight * fine.values[from * channels + channel]
        }
      }
    }
    for at in coarse.weights.indices where coarse.weights[at] > 0 {
      for channel in 0..<channels { coarse.values[at * channels + channel] /= coarse.weights[at] }
      coarse.weights[at] = min(1, coarse.weights[at])
    }
    return coarse
  }

  private func fill(_ fine: inout Level, from coarse: Level) {
    for y in 0..<fine.height {
      // The middle of a fine pixel, among the middles of the coarse ones.
      let fy = max(0, min((Float(y) + 0.5) / 2 - 0.5, Float(coarse.height - 1)))
      let top = Int(fy), bottom = min(top + 1, coarse.height - 1), down = fy - Float(top)
      for x in 0..<fine.width {
        let at = y * fine.width + x, weight = fine.weights[at]
        if weight == 1 { continue }
        let fx = max(0, min((Float(x) + 0.5) / 2 - 0.5, Float(coarse.width - 1)))
        let left = Int(fx), right = min(left + 1, coarse.width - 1), across = fx - Float(left)
        for channel in 0..<channels {
          func value(_ x: Int, _ y: Int) -> Float { coarse.values[(y * coarse.width + x) * channels + channel] }
          let upper = value(left, top) * (1 - across) + value(right, top) * across
          let lower = value(left, bottom) * (1 - across) + value(right, bottom) * across
          let behind = upper * (1 - down) + lower * down
          fine.values[at * channels + channel] = weight * fine.values[at * channels + channel] + (1 - weight) * behind
        }
      }
    }
  }
}
