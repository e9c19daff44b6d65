public import ScrimCore

/// Which pixels of a small picture are meant, one by one: the plain model that regions are compared with.
public struct PixelPicture: Hashable, CustomStringConvertible, Sendable {
  public let size: PixelSize
  public var pixels: Set<Int>

  public init(size: PixelSize, where isIn: (_ x: Int, _ y: Int) -> Bool = { _, _ in false }) {
    self.size = size
    pixels = Set((0..<size.width * size.height).filter { isIn($0 % size.width, $0 / size.width) })
  }

  public init(_ region: Region, size: PixelSize) {
    self.init(size: size)
    for rect in region.rects.map({ $0.intersection(size.rect) }) {
      for y in rect.top..<rect.bottom { pixels.formUnion((y * size.width + rect.left)..<(y * size.width + rect.right)) }
    }
  }

  /// A line for each row, `M` for a pixel that is in and `.` for one that is not.
  public var description: String {
    (0..<size.height).map { y in
      (0..<size.width).map { x in pixels.contains(y * size.width + x) ? "M" : "." }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
