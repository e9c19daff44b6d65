internal import Glibc
internal import ScrimCore

/// Where points can be on their way, while what they lie in turns and grows about its own centre.
///
/// A transform's centre moves on a straight line, and its map is a turn by some part of the way, after a stretch that lies
/// between those at both ends. So the points lie on arcs, which the straight line between two corners would cut short.
struct TurnedWay {
  private let first: Transform
  private let second: Transform
  private let centres: (Point, Point)
  /// From the first map to the second, the shorter way round; radians.
  private let angle: Double
  /// Whether nobody can tell which way round.
  private let isFullTurn: Bool

  /// A quarter turn: of more than that, the other way round may be the one that was taken.
  private static let longestAngle = Double.pi / 2

  init(from first: Transform, about firstCentre: Point, to second: Transform, about secondCentre: Point) {
    self.first = first
    self.second = second
    centres = (firstCentre, secondCentre)
    let relative = first.inverseLinear.followed(by: second.linear)
    // The turn nearest to a linear map; a mirrored one has none.
    angle = relative.determinant > 0 ? atan2(relative.b - relative.c, relative.a + relative.d) : 0
    isFullTurn = abs(angle) > Self.longestAngle
  }

  /// Corners of a polygon around all ways of some points.
  func swept(_ points: [Point]) -> [Point] {
    let turn = isFullTurn ? 2 * Double.pi : angle
    // Arcs of a sixteenth of a quarter turn; a polygon around them is 0.12 % larger.
    let steps = max(1, Int((abs(turn) / (Double.pi / 32)).rounded(.up)))
    let reach = 1 / cos(turn / Double(2 * steps))
    // Both maps as they are when nothing has turned yet: the stretch alone is between them.
    let start = first.linear, end = second.linear.followed(by: .turn(by: -angle))
    let shifts = [Point(x: first.tx, y: first.ty), Point(x: second.tx, y: second.ty)]
    var result = [Point]()
    for step in 0...steps {
      let turned = Transform.turn(by: turn * Double(step) / Double(steps))
      for map in [start.followed(by: turned), end.followed(by: turned)] {
        for centre in [centres.0, centres.1] {
          for point in points {
            let arm = map.applied(to: Point(x: point.x - centre.x, y: point.y - centre.y))
            for shift in shifts {
              for length in turn == 0 ? [1] : [1, reach] {
                result.append(
                  Point(x: centre.x + arm.x * length + shift.x, y: centre.y + arm.y * length + shift.y))
              }
            }
          }
        }
      }
    }
    return result
  }
}

extension Transform {
  fileprivate static func turn(by angle: Double) -> Transform {
    Transform(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
  }

  /// Without the shift.
  var linear: Transform { Transform(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

  /// The inverse without the shift; of a map that can be inverted.
  fileprivate var inverseLinear: Transform {
    let size = determinant
    return Transform(a: d / size, b: -b / size, c: -c / size, d: a / size, tx: 0, ty: 0)
  }
}
