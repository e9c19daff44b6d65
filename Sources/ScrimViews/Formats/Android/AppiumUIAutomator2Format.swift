internal import ScrimCore

/// What Appium's UiAutomator2 driver gives as page source on Android.
///
/// `hierarchy` with elements named by their classes; the attribute `class` has the name as it was, since an inner
/// class's `$` cannot stand in a tag.
///
/// Traps: the root's `width` and `height` are the app's part of the display, so nothing is scaled by them. Views wholly
/// off the display keep untrimmed boxes, which end at the picture's edge. A toast is a root with a text and no box: the
/// frame is covered. The text of an empty input is its hint. `input-type` marks passwords where `password` says false.
/// The server stops at depth 70 without a word.
enum AppiumUIAutomator2Format: TreeFormat {
  static let name = "appium-uiautomator2"
  static let summary = "page source of Appium's UiAutomator2 driver, Android: XML, one tree a file, pixels"

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .xml(let document) = file, let root = document.elements.first else { return false }
    if document.name(of: root) == "hierarchy" {
      return document.elements.dropFirst().first.map { document.name(of: $0) != "node" } ?? false
    }
    // A saved part of a tree.
    return document.name(of: root) != "node" && document["class", of: root] != nil
      && document["bounds", of: root] != nil
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .xml(let document) = file, let root = document.elements.first else { throw TreeError("it is no XML") }
    let rootDepth = document.name(of: root) == "hierarchy" ? 1 : 0
    return try AndroidElements(
      document: document, views: document.elements.dropFirst(rootDepth), rootDepth: rootDepth, limit: 70
    ).snapshot(picture: picture, scale: scale)
  }
}
