/// Views that show where somebody touches the screen: over a hidden pad they would tell the digits.
public enum TouchIndicators {
  /// A type, an id or a class is one that has one of these words in it, without regard to capitals and punctuation; the
  /// documentation lists them from here.
  public static let words: [String] = [
    "touchindicator", "tapindicator", "clickindicator", "pressindicator", "cursorindicator", "pointerindicator",
    "gestureindicator", "touchvisualizer", "touchvisualiser", "tapvisualizer", "tapvisualiser", "gesturevisualizer",
    "fingertip", "touchoverlay", "touchesoverlay", "tapoverlay", "tapsoverlay", "cursoroverlay", "pointeroverlay",
    "touchmarker", "tapmarker", "clickmarker", "touchpoint", "touchspot", "touchdot", "tapdot", "touchcircle",
    "tapcircle", "showtaps", "showtouches", "simulatortouch", "pointerlocation", "mousepointer", "mousehelper",
    "mousecursor", "cursorhighlight",
  ]

  /// The beginnings of all words, so that nearly all names are done with at a glance.
  private static let beginnings: Set<UInt8> = Set(words.map { $0.utf8.first! })

  static func include(_ name: String) -> Bool {
    // The shortest word has six letters.
    guard name.utf8.count >= 6 else { return false }
    let letters = name.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: nil
      }
    }
    for start in letters.indices where beginnings.contains(letters[start]) {
      if words.contains(where: { letters[start...].starts(with: $0.utf8) }) { return true }
    }
    return false
  }
}
