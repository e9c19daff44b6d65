/// What members of views are read from when somebody asks for them: a tree has thousands of views with about ten each,
/// and rules ask for few.
public protocol AttributeSource: AnyObject, Sendable {
  /// The name of the member at a place that the source's reader gave.
  func attributeName(at place: Int) -> String
  func attributeValue(at place: Int) -> AttributeValue
  /// Whether the member has this name, without making a text of it.
  func isAttribute(at place: Int, named name: String) -> Bool
}

/// The members of a view that the model has no place for, by name.
///
/// Those of a file are places in it until somebody asks. Two are equal if they have the same members in whatever order.
public struct ViewAttributes: Sendable {
  public typealias Element = (name: String, value: AttributeValue)

  private var source: (any AttributeSource)?
  /// Where the source has them.
  private var places: [Int] = []
  /// Without a source: all members, in the order in which they were set.
  private var members: [Element] = []

  public init() {}

  /// The members at some places of a source, no two of one name.
  public init(_ source: any AttributeSource, at places: [Int]) {
    guard !places.isEmpty else { return }
    (self.source, self.places) = (source, places)
  }

  public var isEmpty: Bool { count == 0 }
  public var count: Int { source == nil ? members.count : places.count }

  /// Each use takes time with the number of members. Setting one makes all of them.
  public subscript(_ name: String) -> AttributeValue? {
    get {
      guard let source else { return members.first { $0.name == name }?.value }
      return places.first { source.isAttribute(at: $0, named: name) }.map(source.attributeValue)
    }
    set {
      self = ViewAttributes(members: Array(self))
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
    }
  }

  private init(members: [Element]) {
    self.members = members
  }
}

extension ViewAttributes: Sequence {
  public struct Iterator: IteratorProtocol {
    fileprivate let attributes: ViewAttributes
    private var position = 0

    fileprivate init(_ attributes: ViewAttributes) {
      self.attributes = attributes
    }

    public mutating func next() -> Element? {
      guard position < attributes.count else { return nil }
      defer { position += 1 }
      guard let source = attributes.source else { return attributes.members[position] }
      let place = attributes.places[position]
      return (source.attributeName(at: place), source.attributeValue(at: place))
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
}

extension ViewAttributes: Hashable {
  public static func == (a: ViewAttributes, b: ViewAttributes) -> Bool {
    a.count == b.count && a.byName == b.byName
  }

  public func hash(into hasher: inout Hasher) {
    // Added up, so that the order makes no difference.
    var sum = 0
    for (name, value) in self {
      var member = hasher
      member.combine(name)
      member.combine(value)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
  }

  /// Names that differ in bytes can be one text.
  private var byName: [String: [AttributeValue]] {
    Dictionary(grouping: self) { $0.name }.mapValues { $0.map(\.value) }
  }
}

extension ViewAttributes: CustomReflectable {
  /// The members, whose texts never print themselves; not the source, which has them as they are.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self)) }
}

extension ViewAttributes: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, AttributeValue)...) {
    for (name, value) in members { self[name] = value }
  }
}
