/// Places of which the scale is not known exactly: each axis, from the origin, by some factor out of a range around 1.
extension Rect {
  /// The smallest rectangle that holds it under every factor: for what makes a mask.
  public func spread(over factors: ClosedRange<Double>) -> Rect {
    let x = self.x.spread(over: factors).lowerBound, y = self.y.spread(over: factors).lowerBound
    return Rect(
      x: x, y: y, width: maxX.spread(over: factors).upperBound - x, height: maxY.spread(over: factors).upperBound - y)
  }
}

extension Double {
  fileprivate func spread(over factors: ClosedRange<Double>) -> ClosedRange<Double> {
    let (one, other) = (self * factors.lowerBound, self * factors.upperBound)
    return min(one, other)...max(one, other)
  }
}

extension Point {
  /// It under the outermost factors, one of them on each axis.
  public func variants(over factors: ClosedRange<Double>) -> [Point] {
    if factors == 1...1 { return [self] }
    let ends = [factors.lowerBound, factors.upperBound]
    return ends.flatMap { across in ends.map { Point(x: x * across, y: y * $0) } }
  }
}

extension Quad {
  /// It under the outermost factors, one of them on each axis: what lies in the smallest convex polygon around all of these
  /// holds it under every factor, what they have in common lies in it under each of the outermost.
  public func variants(over factors: ClosedRange<Double>) -> [Quad] {
    if factors == 1...1 { return [self] }
    let ends = [factors.lowerBound, factors.upperBound]
    return ends.flatMap { x in ends.map { y in moved(by: Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)) } }
  }
}
