/// The line that a terminal redraws: `[=====>     ] 412/900 frames  45.7 %  38.2/s  12 s left`.
enum ProgressBar {
  /// Goes to the line's start and clears it.
  static let clear = "\r\u{1B}[K"

  /// The line, shorter than the terminal is wide, so that it never wraps: a wrapped line cannot be redrawn.
  static func line(_ progress: RunProgress, columns: Int) -> String {
    let words = progress.words
    let room = columns - 1 - words.count - "[] ".count
    guard let fraction = progress.fraction, room >= 10 else { return String(words.prefix(max(0, columns - 1))) }
    let width = min(room, 40), filled = Int(fraction * Double(width))
    let head = filled < width ? ">" : ""
    let blank = String(repeating: " ", count: width - filled - head.count)
    return "[\(String(repeating: "=", count: filled))\(head)\(blank)] \(words)"
  }
}
