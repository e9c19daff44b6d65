@_spi(RawPixels) import ScrimCore

/// A picture of an interface, drawn without any of the code under test.
struct ScenePicture {
  let size: PixelSize
  /// Row by row: what each pixel shows.
  private(set) var pixels: [SceneNode.Ink]

  static let secret: [UInt8] = [255, 0, 255]
  private static let plain: [UInt8] = [40, 160, 90]
  private static let ground: [UInt8] = [225, 228, 230]

  init(_ root: SceneNode, size: PixelSize) {
    self.size = size
    pixels = Array(repeating: .none, count: size.width * size.height)
    draw(root, under: .identity, clips: [])
  }

  var secretCount: Int { pixels.count { $0 == .secret } }

  /// A rectangle in its own space, with the way there from the picture.
  private struct Shape {
    var rect: Rect
    var back: Transform

    func contains(_ point: Point) -> Bool {
      let p = back.applied(to: point)
      return p.x > rect.x && p.x < rect.maxX && p.y > rect.y && p.y < rect.maxY
    }
  }

  private mutating func draw(_ node: SceneNode, under above: Transform, clips: [Shape]) {
    var map = above
    if let own = node.transform {
      map = own.about(Point(x: node.rect.x + node.rect.width / 2, y: node.rect.y + node.rect.height / 2))
        .followed(by: above)
    }
    let shape = Shape(rect: node.rect, back: map.inverse)
    if node.ink != .none { fill(shape, map, clips, with: node.ink) }
    for child in node.children { draw(child, under: map, clips: node.clips ? clips + [shape] : clips) }
  }

  /// A secret pixel is one that the view touches if only a little; any other one it fills.
  private mutating func fill(_ shape: Shape, _ map: Transform, _ clips: [Shape], with ink: SceneNode.Ink) {
    let rect = shape.rect
    let corners = [(rect.x, rect.y), (rect.maxX, rect.y), (rect.maxX, rect.maxY), (rect.x, rect.maxY)]
      .map { map.applied(to: Point(x: $0.0, y: $0.1)) }
    func range(_ values: [Double], _ limit: Int) -> Range<Int> {
      let low = max(0, Int(values.min()!.rounded(.down))), high = min(limit, Int(values.max()!.rounded(.up)))
      return low..<max(low, high)
    }
    let parts = [0.04, 0.5, 0.96], all = clips + [shape]
    for y in range(corners.map(\.y), size.height) {
      for x in range(corners.map(\.x), size.width) {
        func isIn(_ dx: Double, _ dy: Double) -> Bool {
          let point = Point(x: Double(x) + dx, y: Double(y) + dy)
          return all.allSatisfy { $0.contains(point) }
        }
        let isDrawn =
          ink == .secret
          ? parts.contains { dx in parts.contains { isIn(dx, $0) } }
          : parts.allSatisfy { dx in parts.allSatisfy { isIn(dx, $0) } }
        if isDrawn { pixels[y * size.width + x] = ink }
      }
    }
  }

  func frame(_ identity: FrameIdentity) -> RawFrame {
    var buffer = PixelBuffer(size: size, format: PixelFormat(.rgb, bitDepth: 8))!
    let bytes = pixels.flatMap { ink in
      switch ink {
      case .none: Self.ground
      case .secret: Self.secret
      case .plain: Self.plain
      }
    }
    // Three bytes for each pixel, in rows without padding.
    unsafe buffer.withMutableBytes { unsafe $0.copyBytes(from: bytes) }
    return RawFrame(identity: identity, encoding: .png(.plain), pixels: buffer)
  }
}

extension Transform {
  fileprivate var inverse: Transform {
    let d = determinant
    return Transform(
      a: self.d / d, b: -b / d, c: -c / d, d: a / d, tx: (c * ty - self.d * tx) / d, ty: (b * tx - a * ty) / d)
  }
}
