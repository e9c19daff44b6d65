/// Yes, no, or not known. Unknown is a value of its own, and never unhides.
public enum Knowledge: String, Hashable, Sendable {
  case yes, no, unknown

  public init(_ value: Bool?) {
    self = value.map { $0 ? .yes : .no } ?? .unknown
  }
}

/// Where a format says that a view lies.
public enum Bounds: Hashable, Sendable {
  /// A rectangle in image pixels, before the view's own transform; its width and height are above zero, all finite.
  case rect(Rect)
  /// No area: nothing to hide here, but the walk goes on into the children. They turn and scale with its rectangle, in
  /// image pixels and of no width or no height, where the format gives one.
  case noArea(Rect?)
  /// Not finite, negative, missing or unreadable: a view to be hidden takes its parent's visible region.
  case unknown

  public var hasNoArea: Bool {
    if case .noArea = self { true } else { false }
  }

  /// The rectangle with area or without; nil where none is given, or not in finite numbers.
  public var extent: Rect? {
    switch self {
    case .rect(let rect): rect.isFinite ? rect : nil
    case .noArea(let rect): rect.flatMap { $0.isFinite ? $0 : nil }
    case .unknown: nil
    }
  }
}

/// A node of the interface's tree, whatever format it came from.
public struct View: Sendable {
  public var type: String
  /// Types that it also is, nearest first; without `type` itself.
  public var classChain: [String] = []
  public var id: String?
  public var classes: [String] = []
  public var role: String?
  public var text: SensitiveText?
  public var label: SensitiveText?
  public var value: SensitiveText?
  public var placeholder: SensitiveText?
  public var bounds: Bounds
  /// About the view's own centre, lengths in image pixels; acts on the subtree too. Nil is the identity.
  public var transform: Transform?
  /// Whether it is said to clip its children to its bounds.
  public var clips = false
  /// Image pixels; 0 where nothing is said.
  public var cornerRadius = 0.0
  /// Whether it lies somewhere in its bounds, nobody knows where: all of them are hidden with it, and it fills none.
  public var isSomewhere = false
  /// 0 to 1, the view's own.
  public var alpha = 1.0
  public var hidden = Knowledge.unknown
  public var opaque = Knowledge.unknown
  /// As the format says, and yes from the moment at which it was yes once (guarantee 5).
  public var secure = Knowledge.unknown
  /// Whether people type into it. Where the format has no mark for secrecy, such a view counts as secure.
  public var isTextInput = false
  public var hideInScreenshot = false
  /// Whether it is a keyboard on the screen, or a part of one.
  public var isKeyboard = false
  /// Whether a secret is being typed on it, as far as the tree tells; set for a keyboard as a whole, not for its keys.
  public internal(set) var takesSecret = false
  /// Whether it shows where somebody touches: drawn above all, it covers nothing and may not show what is under a mask.
  public var isTouchIndicator = false
  /// The scene of this view's window, where it is given.
  public var scene: String?
  /// The process that draws it, where the format tells.
  public var process: String?
  /// Whether the tree does not tell what is drawn in it: a web page, a map, a video, another process.
  public var isOpaqueToInspection = false
  /// All other members, by name.
  public var attributes = ViewAttributes()

  // Place in the snapshot, filled in by `SnapshotBuilder`.
  /// Index of the parent in the snapshot; nil for a window.
  public internal(set) var parent: Int?
  /// The index behind the last node of its subtree: the subtree is `index..<subtreeEnd`.
  public internal(set) var subtreeEnd = 0
  /// Index of its window among the snapshot's windows, from the back to the front.
  public internal(set) var window = 0
  /// Draw order: what has a higher number is drawn later. Equal numbers say nothing of who is above.
  public internal(set) var drawOrder = 0
  /// What a browser says of the order in which it paints: a guess at who is on top, and no proof. Nil in other trees.
  public internal(set) var paintOrder: Int?
  /// Order among its siblings, if the format gives one; else document order.
  public var z = 0.0

  public init(type: String, bounds: Bounds) {
    self.type = type
    self.bounds = bounds
  }

  /// Text, label, value and placeholder, as far as there are any: each may be the secret.
  public var texts: [SensitiveText] { [text, label, value, placeholder].compactMap { $0 } }

  /// The id, for reports and messages; nil where there is none, or where it may tell a text of the view.
  ///
  /// Toolkits give a label, or what is typed, as the id of what has none. So an id is no name that is a text of the view,
  /// holds one or stands in one, whatever its case, accents and spacing; nor is one with white space or of over 256
  /// characters, as texts have and names given by hand have not: the text may be told elsewhere or nowhere.
  public var namingID: String? {
    guard let id, id.utf8.count <= 256, !id.contains(where: \.isWhitespace) else { return nil }
    let name = folded(id)
    let tells = texts.lazy.map { folded($0.exposed) }.contains { text in
      !text.isEmpty && (text.holds(name) || name.holds(text))
    }
    return tells ? nil : id
  }

  /// Whether the floor hides it: secure, an input of which nothing says that it is not, or a keyboard for one of these.
  public var countsAsSecure: Bool { secure == .yes || (secure == .unknown && isTextInput) || takesSecret }
}

/// The value of a member that the model has no place for.
public enum AttributeValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(SensitiveText)
  case list([AttributeValue])
  case object([String: AttributeValue])
}

extension [Unicode.Scalar] {
  /// Whether a part of it is the other; one of the two is short.
  fileprivate func holds(_ other: [Unicode.Scalar]) -> Bool {
    count >= other.count && (0...count - other.count).contains { self[$0...].starts(with: other) }
  }
}
