@_spi(RawPixels) import ScrimCore

/// A picture of an interface, drawn without any of the code under test.
struct ScenePicture {
  let size: PixelSize
  /// Row by row: what each pixel shows.
  private(set) var pixels: [SceneNode.Ink]

  /// Red, green, blue.
  private static let secret: (UInt8, UInt8, UInt8) = (255, 0, 255)
  private static let plain: (UInt8, UInt8, UInt8) = (40, 160, 90)
  private static let ground: (UInt8, UInt8, UInt8) = (225, 228, 230)

  init(_ root: SceneNode, size: PixelSize) {
    self.size = size
    pixels = Array(repeating: .none, count: size.width * size.height)
    draw(root, under: .identity, clips: [])
  }

  var secretCount: Int { pixels.count { $0 == .secret } }

  /// Pixels of the secret colour in samples of a frame, three bytes for each pixel.
  static func secretCount(in bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0, at = 0
    while at + 3 <= bytes.count {
      // Three bytes from `at` are there.
      if unsafe bytes[at] == secret.0 && bytes[at + 1] == secret.1 && bytes[at + 2] == secret.2 { count += 1 }
      at += 3
    }
    return count
  }

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
    let all = clips + [shape]
    if let box = Self.box(of: all) { return fill(box, with: ink) }
    for y in range(corners.map(\.y), size.height) {
      for x in range(corners.map(\.x), size.width) {
        let seen = Self.samples(x, y, in: all)
        if ink == .secret ? seen > 0 : seen == 9 { pixels[y * size.width + x] = ink }
      }
    }
  }

  /// The points of a pixel that are looked at, along each side.
  private static let points = [0.04, 0.5, 0.96]

  /// What upright shapes have in common; nil where one of them is turned.
  private static func box(of shapes: [Shape]) -> Rect? {
    var (left, top, right, bottom) = (-Double.infinity, -Double.infinity, Double.infinity, Double.infinity)
    for shape in shapes {
      guard shape.back.b == 0, shape.back.c == 0 else { return nil }
      left = max(left, (shape.rect.x - shape.back.tx) / shape.back.a)
      right = min(right, (shape.rect.maxX - shape.back.tx) / shape.back.a)
      top = max(top, (shape.rect.y - shape.back.ty) / shape.back.d)
      bottom = min(bottom, (shape.rect.maxY - shape.back.ty) / shape.back.d)
    }
    return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  private mutating func fill(_ box: Rect, with ink: SceneNode.Ink) {
    func places(_ low: Double, _ high: Double, _ limit: Int) -> [Int] {
      let first = max(0, Int(low.rounded(.down))), last = min(limit, Int(high.rounded(.up)))
      return (first..<max(first, last)).filter { place in
        let seen = Self.points.count { Double(place) + $0 > low && Double(place) + $0 < high }
        return ink == .secret ? seen > 0 : seen == Self.points.count
      }
    }
    let columns = places(box.x, box.maxX, size.width)
    for y in places(box.y, box.maxY, size.height) {
      for x in columns { pixels[y * size.width + x] = ink }
    }
  }

  /// How many of nine points of a pixel lie in all shapes.
  private static func samples(_ x: Int, _ y: Int, in shapes: [Shape]) -> Int {
    var count = 0
    for dy in points {
      for dx in points {
        let point = Point(x: Double(x) + dx, y: Double(y) + dy)
        if shapes.allSatisfy({ $0.contains(point) }) { count += 1 }
      }
    }
    return count
  }

  func frame(_ identity: FrameIdentity) -> RawFrame {
    var buffer = PixelBuffer(size: size, format: PixelFormat(.rgb, bitDepth: 8))!
    unsafe buffer.withMutableBytes { bytes in
      for (place, ink) in pixels.enumerated() {
        let colour =
          switch ink {
          case .none: Self.ground
          case .secret: Self.secret
          case .plain: Self.plain
          }
        // Three bytes for each pixel, in rows without padding.
        unsafe (bytes[3 * place], bytes[3 * place + 1], bytes[3 * place + 2]) = colour
      }
    }
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
