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

  /// One of these is in every word: nearly all names are done with at a glance at their letters.
  private static let stems: [[UInt8]] = [
    "touch", "tap", "click", "press", "cursor", "pointer", "gesture", "finger", "mouse", "simulator",
  ].map { Array($0.utf8) }
  private static let isBeginning: [Bool] = (0..<256).map { byte in stems.contains { $0[0] == UInt8(byte) } }

  static func include(_ name: String) -> Bool {
    guard hasStem(name) else { return false }
    let letters = name.utf8.map(lowered).filter { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let text = String(decoding: letters, as: UTF8.self)
    return words.contains { text.contains($0) }
  }

  private static func hasStem(_ name: String) -> Bool {
    let bytes = name.utf8
    var at = bytes.startIndex
    while at != bytes.endIndex {
      if isBeginning[Int(lowered(bytes[at]))],
        stems.contains(where: { stem in bytes[at...].lazy.map(lowered).starts(with: stem) })
      {
        return true
      }
      at = bytes.index(after: at)
    }
    return false
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
