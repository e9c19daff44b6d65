/// How far a run is.
struct RunProgress: Hashable, Sendable {
  var done = 0
  /// Nil where the number of frames is not known before the end.
  var total: Int?
  var failed = 0
  /// Done by an earlier run, and so without work.
  var resumed = 0
  /// Seconds since the beginning.
  var elapsed = 0.0

  /// Frames in a second, of those that were work; nil while nothing can be said.
  var rate: Double? {
    let worked = done - resumed
    return elapsed > 0 && worked > 0 ? Double(worked) / elapsed : nil
  }

  /// Seconds; nil where the end or the rate is not known.
  var remaining: Double? {
    guard let total, let rate else { return nil }
    return Double(max(0, total - done)) / rate
  }

  /// From 0 to 1.
  var fraction: Double? {
    total.map { $0 > 0 ? min(1, Double(done) / Double($0)) : 1 }
  }

  /// `412/900 frames  45.7 %  38.2/s  12 s left  1 failed`, as far as it is known.
  var words: String {
    var words = [total.map { "\(done)/\($0) frames" } ?? counted(done, "frame")]
    if let fraction { words.append("\(shownTenths(fraction * 100)) %") }
    if let rate { words.append("\(shownTenths(rate))/s") }
    if let remaining { words.append("\(shownDuration(remaining)) left") }
    if failed > 0 { words.append("\(failed) failed") }
    return words.joined(separator: "  ")
  }
}
