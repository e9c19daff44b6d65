/// A point in fractional image pixels, y down.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// Whether it lies where sums and products of coordinates are exact to a small part of a pixel.
  public var isPrecise: Bool { abs(x) <= preciseLimit && abs(y) <= preciseLimit }
}

/// An affine map, written as iOS and CSS write it: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
public struct Transform: Hashable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  public static func translation(x: Double, y: Double) -> Transform {
    Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  public var determinant: Double { a * d - b * c }
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite && determinant.isFinite
  }
  /// Whether it maps an area to an area. A singular map says nothing of where a view is.
  public var isInvertible: Bool { isFinite && determinant != 0 }

  /// Whether it is nothing but a shift, which needs no centre.
  public var isShift: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  public func applied(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// This map first, then the other.
  public func followed(by other: Transform) -> Transform {
    Transform(
      a: other.a * a + other.c * b, b: other.b * a + other.d * b,
      c: other.a * c + other.c * d, d: other.b * c + other.d * d,
      tx: other.a * tx + other.c * ty + other.tx, ty: other.b * tx + other.d * ty + other.ty)
  }

  /// The same map about another point than the origin.
  public func about(_ centre: Point) -> Transform {
    Transform.translation(x: -centre.x, y: -centre.y).followed(by: self)
      .followed(by: .translation(x: centre.x, y: centre.y))
  }
}
