import ScrimCore
import ScrimTestSupport
@testable import ScrimViews

/// The tree of a page of 100 x 100, scrolled by 10, in a picture of twice its size unless another is said.
func page(
  _ nodes: [SmallPage.Node], styles: [String]? = nil, picture: PixelSize = PixelSize(width: 200, height: 200),
  change: (inout [String: Any]) -> Void = { _ in }
) throws -> Snapshot {
  let file = try SmallPage.file(of: [SmallPage(nodes, styles: styles, scroll: 10)], change: change)
  return try TreeFile(file).snapshot(format: nil, picture: picture, scale: nil)
}

/// The document of a page of 100 x 100.
let root = SmallPage.Node(-1, "#document", [], [0, 0, 100, 100])

/// The values of all styles in the documented order, with some changed.
func allStyles(_ changes: [String: String] = [:]) -> String {
  let values = [
    "visibility": "visible", "opacity": "1", "display": "block", "overflow": "visible", "border-radius": "0px",
    "position": "static", "transform": "none", "rotate": "none", "scale": "none", "offset-path": "none",
  ].merging(changes) { $1 }
  return DOMStyles.documented.map { values[$0.name] ?? "" }.joined(separator: ";")
}
