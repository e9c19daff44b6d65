internal import ScrimCore
enum DOMSnapshotFormat: TreeFormat {
  static let name = "dom-snapshot"
  static let summary = "DOMSnapshot.captureSnapshot of the Chrome DevTools protocol: JSON, one page a file"
  static func recognises(_ file: TreeFile) -> Bool { false }
  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    throw TreeError("")
  }
}
