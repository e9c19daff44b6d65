import ScrimCore

/// Collects the orders of one frame and puts them into paint order at the end.
struct OrderBook {
  /// Who is painted before whom: what the host itself asks for, then each file's entries and each file's calls.
  struct Rank: Hashable, Comparable {
    var stage: Int
    var place: Int

    /// The floor, unknown content and `default`: below everything that rules ask for.
    static func host(_ place: Int) -> Rank { Rank(stage: 0, place: place) }
    static func entry(_ place: Int, file: Int) -> Rank { Rank(stage: 1 + 2 * file, place: place) }
    static func call(_ place: Int, file: Int) -> Rank { Rank(stage: 2 + 2 * file, place: place) }

    static func < (a: Rank, b: Rank) -> Bool { (a.stage, a.place) < (b.stage, b.place) }
  }

  private struct Key: Hashable {
    var order: HideOrder
    var rank: Rank
  }

  private var keys: [Key] = []
  private var known: [Key: Int] = [:]

  subscript(order: Int) -> HideOrder { keys[order].order }
  func rank(of order: Int) -> Rank { keys[order].rank }

  /// The place of an order; equal ones of one rank have one place.
  mutating func add(_ order: HideOrder, _ rank: Rank) -> Int {
    let key = Key(order: order, rank: rank)
    if let place = known[key] { return place }
    known[key] = keys.count
    keys.append(key)
    return keys.count - 1
  }

  /// The orders that are used, in paint order, and where each of the old places went.
  func inPaintOrder(used: Set<Int>) -> (orders: [HideOrder], places: [Int: Int]) {
    let sorted = keys.indices.filter(used.contains).sorted { (keys[$0].rank, $0) < (keys[$1].rank, $1) }
    let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($0.element, $0.offset) })
    return (sorted.map { keys[$0].order }, places)
  }
}
