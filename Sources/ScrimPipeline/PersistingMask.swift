internal import ScrimCore
internal import ScrimInput
internal import ScrimMasking
internal import ScrimPlanning

/// The mask of a lost view, and what its pixels looked like.
struct PersistingMask: Sendable {
  /// Where a lost view is to be seen.
  enum Source: Sendable {
    /// In a frame that can be decoded again; its place among the frames.
    case frame(Int, FrameTicket)
    /// In a stream's frame, whose pixels are gone. Nil where nothing was noted of the mask.
    case print(RegionPrint?)
  }

  /// The frames that show a lost view. Where there is none, the first one in which it is looked at counts: it hides, and
  /// errs to hiding on.
  struct Sources: Sendable {
    /// The newest one that had it; or, as its hold says that trees are behind, one that is as much earlier.
    var first: Source?
    /// The newest one, if `first` is an earlier one.
    var newest: Source?
    /// Whether the newest one counts even where it shows something else: the view itself has changed.
    var hasChanged = false
  }

  enum Looks: Sendable {
    /// It was hidden or covered by something else ever since.
    case unseen(Sources)
    /// It stays while it looks like one of them; where there is none, nothing was there that could stay.
    case known([RegionPrint])
  }

  /// What it hides, and by which rule.
  fileprivate struct Spot: Hashable {
    var rule: String
    var region: Region
    var picture: PictureScale
  }

  let mask: LostMask
  /// The frame in which it was lost, by its place.
  let place: Int
  /// Its own number, and that of the mask in which it lies.
  let number: Int
  let outer: Int?
  var looks: Looks

  /// Where it lies in the picture of some frame.
  func region(in picture: PictureScale) -> Region { mask.redaction(in: picture).region }

  /// Pixels that all prints of one frame have at most.
  private static let pixelsOfAll = 1 << 18

  /// How many pixels are looked at of each of some masks. Masks within others take nothing away from these.
  static func limits(_ masks: [LostMask]) -> [(region: Region, limit: Int)] {
    let inner = masks.count { $0.outer != nil }
    func limit(_ count: Int) -> Int { max(64, min(RegionPrint.mostPixels, pixelsOfAll / max(1, count))) }
    let limits = (outer: limit(masks.count - inner), inner: limit(inner))
    return masks.map { ($0.redaction.region, $0.outer == nil ? limits.outer : limits.inner) }
  }

  /// What a view is compared with, out of what its frames show.
  static func looks(first: RegionPrint?, newest: RegionPrint?, hasChanged: Bool) -> [RegionPrint] {
    guard let first else { return [] }
    // A text that has grown since then. Where it is not to be seen any more, the tree was behind, and the newest frame
    // shows what came in its place; unless the tree says that it became another one.
    if let newest, first.isBare || hasChanged || newest.shows(first) { return [first, newest] }
    return [first]
  }
}

extension [PersistingMask] {
  /// Makes the prints of those that are looked at for the first time, with `frame` for those of which there is no other.
  mutating func see(_ places: [Int], in frame: inout FramePixels, _ picture: PictureScale) {
    let unseen = places.compactMap { place -> (place: Int, sources: PersistingMask.Sources)? in
      if case .unseen(let sources) = self[place].looks { (place, sources) } else { nil }
    }
    if unseen.isEmpty { return }
    let limits = PersistingMask.limits(unseen.map { self[$0.place].mask })
    let first = Self.prints(unseen.map(\.sources.first), limits)
    let newest = Self.prints(unseen.map(\.sources.newest), limits)
    for (number, (place, sources)) in unseen.enumerated() {
      var known = PersistingMask.looks(first: first[number], newest: newest[number], hasChanged: sources.hasChanged)
      // A frame that cannot be decoded is covered, and tells nothing.
      if known.isEmpty,
        let now = frame.prints(of: [(self[place].region(in: picture), limits[number].limit)])
      {
        known = now
      }
      if known.isEmpty { continue }
      // Where nothing was to be seen, nothing can stay.
      self[place].looks = .known(known.allSatisfy(\.isBare) ? [] : known)
    }
  }

  /// What persists, as far as it is not in the mask of an outer view that does, nor in the plan already.
  func masks(besides plan: Plan) -> [Redaction] {
    let numbers = Set(map(\.number)), picture = plan.picture, planned = Set(plan.redactions.flatMap(\.alike))
    var wholes = Set<Redaction>()
    return compactMap { lost in
      if let outer = lost.outer, numbers.contains(outer) { return nil }
      let mask = lost.mask.redaction(in: picture), alike = mask.alike[0]
      if mask.region.isEmpty || planned.contains(alike) { return nil }
      // In a picture of another shape each is the whole picture, once for a rule.
      return mask.region == Region(plan.size.rect) && !wholes.insert(alike).inserted ? nil : mask
    }
  }

  /// One frame is decoded once, for all of its masks.
  private static func prints(
    _ sources: [PersistingMask.Source?], _ limits: [(region: Region, limit: Int)]
  ) -> [RegionPrint?] {
    var prints = [RegionPrint?](repeating: nil, count: sources.count)
    var frames = [Int: (ticket: FrameTicket, numbers: [Int])]()
    for (number, source) in sources.enumerated() {
      switch source {
      case .frame(let place, let ticket): frames[place, default: (ticket, [])].numbers.append(number)
      case .print(let print): prints[number] = print
      case nil: break
      }
    }
    for (_, (ticket, numbers)) in frames.sorted(by: { $0.key < $1.key }) {
      var frame = FramePixels(ticket)
      guard let found = frame.prints(of: numbers.map { limits[$0] }) else { continue }
      for (number, print) in zip(numbers, found) { prints[number] = print }
    }
    return prints
  }

  /// Leaves of each place and rule the oldest and the two newest: views that only change their ids, as a clock that is
  /// known by what it says, do not pile up.
  mutating func thinOut() {
    let spots = map {
      PersistingMask.Spot(
        rule: $0.mask.redaction.rule, region: $0.mask.redaction.region, picture: $0.mask.picture)
    }
    var oldest = [PersistingMask.Spot: Int](), newer = [PersistingMask.Spot: Int](), kept = [Int]()
    for (number, spot) in spots.enumerated() where oldest[spot] == nil { oldest[spot] = number }
    for (number, spot) in spots.enumerated().reversed() {
      newer[spot, default: 0] += 1
      if newer[spot]! <= 2 || oldest[spot] == number { kept.append(number) }
    }
    if kept.count < count { self = kept.reversed().map { self[$0] } }
  }
}

extension Redaction {
  /// What it is whatever its view is called; and, for what the floor asks for, what it is without that, too.
  fileprivate var alike: [Redaction] {
    var plain = self
    plain.view = nil
    plain.bounds = region.bounds
    plain.hasVanished = false
    if !isSecure { return [plain] }
    var common = plain
    common.isSecure = false
    return [plain, common]
  }
}
