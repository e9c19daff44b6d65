import ScrimCore
import ScrimTestSupport

/// A view of a made-up interface, as it is at one instant.
struct SceneNode {
  enum Ink {
    /// Nothing is drawn.
    case none
    /// The colour that must not come out.
    case secret
    /// A colour of no interest, over what is below.
    case plain
  }

  var type = "View"
  var id: String?
  /// In pixels, before the transforms.
  var rect: Rect
  /// About the middle of `rect`; acts on the children too.
  var transform: Transform?
  var clips = false
  var opaque = false
  var ink = Ink.none
  /// What rules know it by: `s` is hidden, `p` is shown.
  var mark: String?
  var text: String?
  var children: [SceneNode] = []
}

/// Numbers that change with time, along straight ways between instants at which they are known.
struct Track {
  /// How a way is gone: each is monotone, so that what moves never leaves the straight way between two instants.
  enum Pace: CaseIterable {
    case even, braking, easing

    func share(_ t: Double) -> Double {
      switch self {
      case .even: t
      case .braking: 1 - (1 - t) * (1 - t) * (1 - t)
      case .easing: t * t * (3 - 2 * t)
      }
    }
  }

  var keys: [(instant: Double, values: [Double])]
  /// One for each way between two keys.
  var paces: [Pace]

  /// The values at an instant, in frames; before the first key and behind the last they stand still.
  func values(at instant: Double) -> [Double] {
    guard let next = keys.firstIndex(where: { $0.instant > instant }) else { return keys.last!.values }
    guard next > 0 else { return keys[0].values }
    let from = keys[next - 1], to = keys[next]
    let share = paces[next - 1].share((instant - from.instant) / (to.instant - from.instant))
    return zip(from.values, to.values).map { $0 + ($1 - $0) * share }
  }
}

/// A kind of motion that recordings have.
enum Motion: String, CaseIterable {
  case sawtooth, fling, rotation, zoom, nestedScroll, dialog, longList, recycledList
}

/// A made-up interface in motion.
struct TimedScene {
  let size: PixelSize
  let motion: Motion
  let track: Track
  /// The instant at which the dialog appears, and the one at which it goes.
  let dialog: ClosedRange<Double>
  private let places: [Double]

  /// - Parameter stops: The instants, in frames, at which the motion may change its direction.
  init(_ motion: Motion, size: PixelSize, stops: [Double], using numbers: inout SeededNumbers) {
    self.size = size
    self.motion = motion
    places = (0..<8).map { _ in Double.random(in: 0...1, using: &numbers) }
    var values = Self.start(motion), keys = [(instant: Double, values: [Double])](), sign = 1.0
    let speed = Double.random(in: 2...140, using: &numbers)
    for (number, stop) in stops.enumerated() {
      keys.append((stop, values))
      // Some stops are passed, others turn the motion back.
      if Double.random(in: 0...1, using: &numbers) < (motion == .sawtooth ? 0.8 : 0.25) { sign = -sign }
      let push = motion == .fling ? speed * max(0, 1 - Double(number) / Double(stops.count)) : speed
      let step = sign * push * Double.random(in: 0.2...1, using: &numbers)
      values = Self.stepped(values, motion, by: step, &numbers)
    }
    track = Track(keys: keys, paces: keys.map { _ in Track.Pace.allCases.randomElement(using: &numbers)! })
    let end = max(1, stops.last ?? 1), begin = Double.random(in: 0...end * 0.4, using: &numbers)
    dialog = begin...Double.random(in: begin + end * 0.45...begin + end * 0.6, using: &numbers)
  }

  private static func start(_ motion: Motion) -> [Double] {
    switch motion {
    case .sawtooth, .fling, .longList, .recycledList: [0]
    case .rotation: [0, 0, 0]
    case .zoom: [1, 0]
    case .nestedScroll, .dialog: [0, 0]
    }
  }

  private static func stepped(
    _ values: [Double], _ motion: Motion, by step: Double, _ numbers: inout SeededNumbers
  ) -> [Double] {
    switch motion {
    case .sawtooth, .fling: return [max(-150, min(150, values[0] + step))]
    case .longList, .recycledList: return [max(0, min(600, values[0] + step))]
    case .rotation:
      // A quarter turn at most: beyond it nobody can tell which way a view has turned.
      return [values[0] + max(-1.5, min(1.5, step / 25)), values[1] + step / 4, values[2] - step / 6]
    case .zoom: return [max(0.4, min(3, values[0] * (step > 0 ? 1.3 : 0.75))), values[1] + step / 5]
    case .nestedScroll:
      let other = Double.random(in: -20...20, using: &numbers)
      return [max(-80, min(80, values[0] + step)), max(-60, min(60, values[1] + other))]
    case .dialog: return [max(-60, min(60, values[0] + step)), values[1] + step / 3]
    }
  }

  /// The interface at an instant, in frames.
  func tree(at instant: Double) -> SceneNode {
    let v = track.values(at: instant), width = Double(size.width), height = Double(size.height)
    var window = SceneNode(type: "Window", rect: Rect(size.rect))
    let secret = SceneNode(
      id: "secret",
      rect: Rect(
        x: width * 0.2 + 10 * places[0], y: height * 0.4, width: 18 + 30 * places[1], height: 7 + 14 * places[2]),
      ink: .secret, mark: "s")
    switch motion {
    case .sawtooth, .fling:
      window.children = [list(offset: v[0], cells: 3)]
    case .rotation:
      var turned = secret
      turned.rect = turned.rect.offset(x: v[1], y: v[2])
      let (sine, cosine) = (sinus(v[0]), sinus(v[0] + .pi / 2))
      turned.transform = Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
      window.children = [turned]
    case .zoom:
      var page = SceneNode(type: "Page", rect: Rect(x: 10, y: 10, width: width - 20, height: height - 20))
      page.rect = page.rect.offset(x: v[1], y: -v[1])
      page.transform = Transform(a: v[0], b: 0, c: 0, d: v[0], tx: 0, ty: 0)
      var inner = secret
      inner.rect = inner.rect.offset(x: v[1], y: -v[1])
      page.children = [inner]
      window.children = [page]
    case .nestedScroll:
      var outer = SceneNode(
        type: "Scroll", rect: Rect(x: 5, y: 20, width: width - 10, height: height - 40), clips: true)
      var inner = SceneNode(type: "Strip", rect: Rect(x: 15, y: 50 + v[0], width: width - 45, height: 40), clips: true)
      inner.children = (0..<3).map { number in
        SceneNode(
          id: "card\(number)", rect: Rect(x: 20 + v[1] + Double(number) * 45, y: 56 + v[0], width: 30, height: 22),
          ink: number == 1 ? .secret : .plain, mark: number == 1 ? "s" : nil)
      }
      outer.children = [inner]
      window.children = [outer]
    case .dialog:
      var below = secret
      below.rect = below.rect.offset(x: v[0], y: 0)
      window.children = [below]
      if dialog.contains(instant) {
        var box = SceneNode(
          type: "Dialog", id: "dialog", rect: Rect(x: 12, y: height * 0.3, width: width - 24, height: height * 0.45),
          opaque: true, ink: .plain)
        box.children = [
          SceneNode(
            id: "code", rect: Rect(x: 20 + 10 * places[3], y: height * 0.5, width: 40, height: 12), ink: .secret,
            mark: "s")
        ]
        window.children.append(box)
      }
    case .longList: window.children = [virtualList(offset: v[0], isRecycled: false)]
    case .recycledList: window.children = [virtualList(offset: v[0], isRecycled: true)]
    }
    return window
  }

  /// A list whose cells are always there; the second is secret, but for a badge in it.
  private func list(offset: Double, cells: Int) -> SceneNode {
    let width = Double(size.width), height = Double(size.height)
    var list = SceneNode(type: "List", rect: Rect(x: 4, y: 16, width: width - 8, height: height - 30), clips: true)
    list.children = (0..<cells).map { number in
      let y = height * 0.3 + offset + Double(number) * 40
      var cell = SceneNode(id: "cell\(number)", rect: Rect(x: 10, y: y, width: width - 30, height: 34), ink: .plain)
      if number == 1 {
        (cell.ink, cell.mark) = (.secret, "s")
        cell.children = [
          SceneNode(
            id: "badge", rect: Rect(x: 16, y: y + 6, width: 22, height: 16), opaque: true, ink: .plain, mark: "p")
        ]
      }
      return cell
    }
    return list
  }

  /// A list that has views only for the cells which can be seen; with ids of their own, or used again one after the other.
  private func virtualList(offset: Double, isRecycled: Bool) -> SceneNode {
    let width = Double(size.width), height = Double(size.height), pitch = 24 + 20 * places[4]
    var list = SceneNode(type: "List", rect: Rect(x: 4, y: 16, width: width - 8, height: height - 30), clips: true)
    for number in 0..<60 {
      let y = 18 + Double(number) * pitch - offset
      guard y + pitch > list.rect.y, y < list.rect.maxY else { continue }
      let isSecret = number % 3 == 1
      list.children.append(
        SceneNode(
          type: "Cell", id: isRecycled ? (places[5] < 0.5 ? "cell" : nil) : "cell\(number)",
          rect: Rect(x: 10, y: y, width: width - 26, height: pitch - 4), ink: isSecret ? .secret : .plain,
          mark: isSecret ? "s" : nil, text: places[6] < 0.5 ? "row \(number % 7)" : nil))
    }
    return list
  }

  private func sinus(_ angle: Double) -> Double {
    // By its series, so that the tests need no library of mathematics.
    let x = angle - (angle / (2 * .pi)).rounded() * 2 * .pi
    var term = x, sum = x
    for n in stride(from: 3.0, through: 27, by: 2) {
      term *= -x * x / ((n - 1) * n)
      sum += term
    }
    return sum
  }
}
