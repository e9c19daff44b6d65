import ScrimCore
import ScrimTestSupport
@testable import ScrimViews
import Testing

extension SmallTree {
  func read(_ bytes: [UInt8]? = nil) throws(TreeError) -> Snapshot {
    try TreeFile(bytes ?? Array(text.utf8)).snapshot(format: nil, picture: picture, scale: nil)
  }
}

/// Reads a tree by the format that recognises it.
func read(_ text: String, _ width: Int, _ height: Int, scale: Double? = nil) throws(TreeError) -> Snapshot {
  try TreeFile(Array(text.utf8)).snapshot(format: nil, picture: PixelSize(width: width, height: height), scale: scale)
}

/// What is wrong with a tree; nil if nothing is.
func problem(_ text: String, _ width: Int, _ height: Int, scale: Double? = nil) -> String? {
  do throws(TreeError) {
    _ = try read(text, width, height, scale: scale)
    return nil
  } catch {
    return error.problem
  }
}

func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bounds {
  .rect(Rect(x: x, y: y, width: width, height: height))
}
