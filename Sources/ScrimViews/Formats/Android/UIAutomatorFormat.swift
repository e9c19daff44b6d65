internal import ScrimCore

/// What `uiautomator dump` writes on Android.
///
/// `hierarchy` with a `node` for each root, each a window; or a bare root `node`. Boxes are absolute pixels, trimmed to
/// what shows: one that is inverted by that has no area, which is neither an error nor hides the parent.
enum UIAutomatorFormat: TreeFormat {
  static let name = "uiautomator"
  static let summary = "uiautomator dump, Android: XML, one tree a file, pixels"

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .xml(let document) = file, let root = document.elements.first else { return false }
    let name = document.name(of: root)
    if name == "node" { return document["bounds", of: root] != nil }
    return name == "hierarchy" && document.elements.dropFirst().first.map { document.name(of: $0) == "node" } ?? true
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .xml(let document) = file, let root = document.elements.first else { throw TreeError("it is no XML") }
    let rootDepth = document.name(of: root) == "hierarchy" ? 1 : 0
    guard rootDepth == 1 || document.name(of: root) == "node" else {
      throw TreeError("its root is neither hierarchy nor node")
    }
    let views = document.elements.dropFirst(rootDepth)
    let node = document.names.firstIndex(of: "node")
    if let other = views.first(where: { $0.name != node }) {
      throw TreeError("line \(other.line): an element is no node")
    }
    return try AndroidElements(document: document, views: views, rootDepth: rootDepth)
      .snapshot(picture: picture, scale: scale)
  }
}
