/// The members of a view that the model has no place for, by name; in the order in which they were met.
///
/// A list and no dictionary: a view has about ten, a tree has thousands of views, and rules ask for few of them. Two are
/// equal if they have the same members in whatever order.
public struct ViewAttributes: Sendable {
  public typealias Element = (name: String, value: AttributeValue)

  private var members: [Element] = []

  public init() {}

  public var isEmpty: Bool { members.isEmpty }
  public var count: Int { members.count }

  public subscript(_ name: String) -> AttributeValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// Adds a member; its name must be none that is there.
  public mutating func append(_ name: String, _ value: AttributeValue) {
    members.append((name, value))
  }

  public mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }
}

extension ViewAttributes: Sequence {
  public func makeIterator() -> IndexingIterator<[Element]> { members.makeIterator() }
}

extension ViewAttributes: Hashable {
  public static func == (a: ViewAttributes, b: ViewAttributes) -> Bool {
    a.count == b.count && a.members.allSatisfy { b[$0.name] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    // Added up, so that the order makes no difference.
    var sum = 0
    for (name, value) in members {
      var member = hasher
      member.combine(name)
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
  }
}

extension ViewAttributes: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, AttributeValue)...) {
    for (name, value) in members { self[name] = value }
  }
}
