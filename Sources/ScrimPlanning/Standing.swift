internal import ScrimCore

/// What a view says, and where it stands.
struct Standing: Hashable {
  struct Words: Hashable {
    var text, label, value: SensitiveText?
  }

  let words: Words
  private(set) var bounds: Bounds
  private let hasWords: Bool

  init(_ view: View) {
    words = Words(text: view.text, label: view.label, value: view.value)
    bounds = view.bounds
    hasWords = view.texts.contains { !$0.isEmpty }
  }

  /// What can be compared with the standing of a view in a picture of which the relation to this one is known.
  func compared(by relation: PictureScale.Relation, in picture: PictureScale) -> Standing {
    var standing = self
    switch relation {
    case .same, .scaledOrCut: break
    case .scaled: standing.bounds = bounds.asPart(of: picture.size)
    case .unknown: standing.bounds = .unknown
    }
    return standing
  }

  /// The same words wherever it stands; nil where there are none.
  var spoken: Words? { hasWords ? words : nil }

  /// Whether a view of the same name says the same in words, or, where there are none, lies at the same place.
  func isLike(_ other: Standing) -> Bool { words == other.words && (hasWords || bounds == other.bounds) }

  static func == (one: Standing, other: Standing) -> Bool { one.words == other.words && one.bounds == other.bounds }

  func hash(into hasher: inout Hasher) {
    hasher.combine(words)
    hasher.combine(bounds)
  }
}

extension Bounds {
  /// The part of a picture's width that each number is, in steps that are finer than pixels and coarser than what numbers
  /// of pixels are rounded to.
  fileprivate func asPart(of size: PixelSize) -> Bounds {
    let factor = 65_536 / Double(max(1, size.width))
    func part(_ rect: Rect) -> Rect {
      let rect = rect.scaled(by: factor)
      return Rect(
        x: rect.x.rounded(), y: rect.y.rounded(), width: rect.width.rounded(), height: rect.height.rounded())
    }
    return switch self {
    case .rect(let rect): .rect(part(rect))
    case .noArea(let rect): .noArea(rect.map(part))
    case .unknown: .unknown
    }
  }
}

/// Views of one name, one to one.
struct Pairs {
  /// Places of the older ones that are not known again.
  private(set) var gone: [Int] = []
  /// Places of the newer ones that are one of the older, or may be.
  private(set) var taken: [Int] = []

  init(_ olds: [Standing], _ news: [Standing]) {
    var standing = [Standing: [Int]](), moved = [Standing.Words: [Int]]()
    for place in news.indices.reversed() { standing[news[place], default: []].append(place) }
    for (place, old) in olds.enumerated() {
      if let same = standing[old]?.popLast() {
        taken.append(same)
      } else if let words = old.spoken {
        moved[words, default: []].append(place)
      } else {
        gone.append(place)
      }
    }
    if moved.isEmpty { return }
    // What stands where an older one stood is rather that one, which says something else now, than another that has moved.
    let changed = Set((gone + moved.values.joined()).map { olds[$0].bounds })
    let left = standing.values.joined().sorted()
    taken += left.filter { changed.contains(news[$0].bounds) }
    let free = Dictionary(grouping: left.filter { !changed.contains(news[$0].bounds) }) { news[$0].words }
    for (words, places) in moved {
      let likes = free[words] ?? []
      if likes.count < places.count { gone += places }
      taken += likes.prefix(places.count)
    }
  }
}
