/// How many frames before and after a redaction is kept alive around the frames that asked for it.
public struct Hold: Hashable, Sendable {
  /// The most that rules may ask for.
  public static let limit = 600

  public var before: Int
  public var after: Int

  public init(before: Int = 0, after: Int = 0) {
    self.before = before
    self.after = after
  }

  public func union(_ other: Hold) -> Hold {
    Hold(before: max(before, other.before), after: max(after, other.after))
  }
}

/// An order to hide something: how, and who asked for it.
public struct HideOrder: Hashable, Sendable {
  public var style: RedactionStyle
  /// The rule, as `bank.lua hide[2]`, or the floor.
  public var rule: String
  public var hold: Hold

  public init(style: RedactionStyle, rule: String, hold: Hold = Hold()) {
    self.style = style
    self.rule = rule
    self.hold = hold
  }
}

/// What was decided about one view.
public enum Verdict: Hashable, Sendable {
  /// Hidden, by an order of `Decision.orders`: its whole subtree's area, but for descendants that are shown.
  case hide(order: Int)
  /// Shown, with its subtree, as far as nothing in it is hidden. `liftedFloor`: though it is secure.
  case show(liftedFloor: Bool)
  /// As the nearest decided ancestor; where there is none, it stays.
  case inherit
}

/// All that the rules decided about one frame, before any geometry.
public struct Decision: Sendable {
  /// For each view of the snapshot, in its order; empty without a snapshot.
  public var verdicts: [Verdict]
  /// In paint order: where a pixel has several, the last one wins.
  public var orders: [HideOrder]
  /// Regions in image pixels, with their order.
  public var regions: [(rect: Rect, order: Int)]
  /// Covers, above everything. A scene's name covers its windows; nil covers the frame.
  public var covers: [(scene: String?, order: HideOrder)]
  /// What becomes of picture area that no window covers: hidden by this order, or nil where the rules show it.
  public var outside: Int?
  /// Not empty: the frame fails closed, covered whole.
  public var failures: [FailureCause]

  public init(
    verdicts: [Verdict] = [], orders: [HideOrder] = [], regions: [(rect: Rect, order: Int)] = [],
    covers: [(scene: String?, order: HideOrder)] = [], outside: Int? = nil, failures: [FailureCause] = []
  ) {
    self.verdicts = verdicts
    self.orders = orders
    self.regions = regions
    self.covers = covers
    self.outside = outside
    self.failures = failures
  }
}
