internal import ScrimCore

/// A JSON object of a format that others write: its members are taken by name, and what is left becomes attributes.
///
/// Null is the same as absent. A member that cannot be what it should makes the object odd: whoever reads it hides the
/// view, since its mark of secrecy may be what was lost.
struct ForeignNode {
  let json: JSONDocument
  /// The tokens of the names of the members that nobody has taken, and nil for others; a list, because a node has about
  /// ten.
  private var members: [Int?] = []
  /// A bit for each mark of a name: many names are asked for that a node has not.
  private var marks: UInt64 = 0
  private(set) var isOdd = false

  init(_ json: JSONDocument, _ object: Int) {
    self.json = json
    members.reserveCapacity(16)
    for (name, _) in json.members(of: object) {
      members.append(name)
      marks |= json.tokens[name].bit
    }
    isOdd = json.kind(of: object) != .object
  }

  /// Whether there is a member, be it null.
  func has(_ name: String) -> Bool { place(of: name) != nil }

  private func place(of name: String) -> Int? {
    let name = name.utf8.span
    let mark = JSONDocument.Token.mark(of: name)
    guard marks & JSONDocument.Token.bit(of: mark) != 0 else { return nil }
    for place in members.indices {
      if let member = members[place], json.text(member, is: name, mark: mark) { return place }
    }
    return nil
  }

  /// Says that a member that was taken as it is cannot be what it should.
  mutating func markOdd() { isOdd = true }

  /// Takes a member as it is.
  mutating func take(_ name: String) -> Int? {
    guard let place = place(of: name), let member = members[place] else { return nil }
    members[place] = nil
    return json.kind(of: member + 1) == .null ? nil : member + 1
  }

  /// Takes a text; an empty one is none. Numbers and truth values, which writers put where a value may be text, are read
  /// as text.
  mutating func text(_ name: String) -> String? {
    guard let value = take(name) else { return nil }
    switch json.kind(of: value) {
    case .text: return json.text(value).flatMap { $0.isEmpty ? nil : $0 }
    case .integer: return json.integer(value).map(String.init)
    case .number: return json.number(value).map { String($0) }
    case .yes: return "true"
    case .no: return "false"
    case .null: return nil
    case .array, .object:
      isOdd = true
      return nil
    }
  }

  mutating func sensitive(_ name: String) -> SensitiveText? { text(name).map(SensitiveText.init) }

  /// Takes yes or no, as a truth value, as "true" and "false", or as "1" and "0".
  mutating func flag(_ name: String) -> Bool? {
    guard let word = text(name) else { return nil }
    switch word {
    case "true", "1": return true
    case "false", "0": return false
    default:
      isOdd = true
      return nil
    }
  }

  /// Takes a finite number.
  mutating func number(_ name: String) -> Double? {
    guard let value = take(name) else { return nil }
    guard let number = json.number(value), number.isFinite else {
      isOdd = true
      return nil
    }
    return number
  }

  /// Takes a list of texts, or one text.
  mutating func texts(_ name: String) -> [String] {
    guard let value = take(name) else { return [] }
    if let text = json.text(value) { return [text] }
    let elements = Array(json.elements(of: value))
    let texts = elements.compactMap(json.text)
    if json.kind(of: value) != .array || elements.contains(where: { ![.text, .null].contains(json.kind(of: $0)) }) {
      isOdd = true
    }
    return texts
  }

  /// Takes all that is left, as attributes; of an object that is a part of another, over those.
  ///
  /// A list with objects in it, under a name that is not known, may be a part of the tree: the object is odd then.
  mutating func rest(of inner: inout ForeignNode) -> ViewAttributes {
    let others = takeRest()
    return ViewAttributes(json, at: json.merged(inner.takeRest(), over: others))
  }

  mutating func rest() -> ViewAttributes { ViewAttributes(json, at: takeRest()) }

  private mutating func takeRest() -> [Int] {
    var places: [Int] = []
    places.reserveCapacity(members.count)
    for case let name? in members {
      let value = name + 1
      switch json.kind(of: value) {
      case .null, .no, .yes, .integer, .number, .text: places.append(name)
      case .array, .object:
        if json.elements(of: value).contains(where: { json.kind(of: $0) == .object }) { isOdd = true }
        do throws(TreeError) {
          try MemberReader(document: json).check(attribute: value)
          places.append(name)
        } catch {
          isOdd = true
        }
      }
    }
    members = []
    return places
  }

  /// The rectangle in an object, as `x, y, width, height` or as `origin` and `size`; nil where one of the four is no
  /// finite number.
  func rect(_ object: Int) -> Rect? {
    let origin = json.member("origin", of: object) ?? object
    let size = json.member("size", of: object) ?? object
    let numbers = [("x", origin), ("y", origin), ("width", size), ("height", size)].compactMap { name, object in
      json.member(name, of: object).flatMap(json.number)
    }
    guard numbers.count == 4 else { return nil }
    let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    return rect.isFinite ? rect : nil
  }
}
