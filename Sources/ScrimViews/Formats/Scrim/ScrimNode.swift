internal import ScrimCore

/// Reads the windows of a snapshot record, and every node below them.
struct ScrimNodeReader {
  private enum Member: String, CaseIterable {
    case type, class_chain, id, classes, role, text, label, value, placeholder, bounds, transform, clips, corner_radius
    case alpha, hidden, opaque, secure, hide_in_screenshot, z, scene, process, attributes, children

    static let names = NameTable<Member>()
  }

  private let document: JSONDocument
  private let reader: MemberReader
  private let members = Member.names
  /// Image pixels per unit of the space.
  private let unit: Double
  private let screen: Screen?

  /// The whole screen.
  struct Screen {
    /// In the space.
    var box: Rect
    /// The picture of it.
    var picture: PixelSize

    /// Whether the picture has the screen's shape, turned by a quarter.
    var isTurned: Bool {
      !ScreenFit.hasShape(box.width, box.height, of: picture) && ScreenFit.hasShape(box.height, box.width, of: picture)
    }
  }

  init(document: JSONDocument, unit: Double, screen: Screen? = nil) {
    self.document = document
    reader = MemberReader(document: document)
    self.unit = unit
    self.screen = screen
  }

  /// Reads all windows into a snapshot. A loop with a list of what is left to do, so that depth costs no stack.
  func snapshot(windows: Int, scale: Double, doubt: ClosedRange<Double> = 1...1) throws(TreeError) -> Snapshot {
    guard document.kind(of: windows) == .array else { throw reader.wrong("windows", "a list of views") }
    var builder = SnapshotBuilder()
    builder.reserveCapacity(document.objectCount)
    var types = TypeFacts()
    /// The siblings that are still to be read, and their parent's process.
    var todo = [(next: windows + 1, end: document.end(of: windows), process: String?.none)]
    while let siblings = todo.last {
      guard siblings.next < siblings.end else {
        todo.removeLast()
        if !todo.isEmpty { builder.close() }
        continue
      }
      todo[todo.count - 1].next = document.end(of: siblings.next)
      var view = View(type: "", bounds: .unknown)
      let (children, isUnreadable) = try read(siblings.next, into: &view)
      if builder.depth == 0 {
        try checkOrientation(of: view)
        fillPicture(&view)
      }
      types.apply(to: &view)
      // Below a view that does not tell its own, a process may be another one. Windows have nothing above them.
      if let process = view.process, builder.depth > 0, process != siblings.process { view.isOpaqueToInspection = true }
      let process = view.process ?? siblings.process
      builder.open(consume view)
      if isUnreadable { _ = builder.markUnreadable() }
      if let children {
        todo.append((children + 1, document.end(of: children), process))
      } else {
        builder.close()
      }
    }
    return builder.finish(scale: scale, doubt: doubt)
  }

  /// Looks through all nodes of all windows for the errors in them, and keeps nothing.
  func check(windows: Int) throws(TreeError) {
    guard document.kind(of: windows) == .array else { throw reader.wrong("windows", "a list of views") }
    var todo = [windows]
    while let list = todo.popLast() {
      for node in document.elements(of: list) {
        try checkType(of: node)
        for (name, value) in document.members(of: node) {
          if try member(name, value) == .children, document.kind(of: value) == .array { todo.append(value) }
        }
      }
    }
  }

  private func checkType(of node: Int) throws(TreeError) {
    guard document.kind(of: node) == .object else { throw TreeError("a view is no object") }
    guard document.member("type", of: node) != nil else { throw TreeError("a view has no member 'type'") }
  }

  /// Which member a name is, after a check of its value; nil for one that the model has no place for.
  private func member(_ name: Int, _ value: Int) throws(TreeError) -> Member? {
    guard let member = members.name(at: name, of: document) else {
      try reader.check(attribute: value)
      return nil
    }
    let kind = document.kind(of: value)
    if kind == .null {
      if member == .type { throw reader.wrong(member.rawValue, "text") }
      return member
    }
    switch member {
    case .type, .id, .role, .text, .label, .value, .placeholder, .scene, .process:
      guard kind == .text else { throw reader.wrong(member.rawValue, "text") }
    case .class_chain, .classes:
      guard kind == .array, document.elements(of: value).allSatisfy({ document.kind(of: $0) == .text }) else {
        throw reader.wrong(member.rawValue, "a list of texts")
      }
    case .bounds: let _: InlineArray<4, Double>? = try reader.numbers(value, member.rawValue)
    case .transform: let _: InlineArray<6, Double>? = try reader.numbers(value, member.rawValue)
    case .clips, .hidden, .opaque, .secure, .hide_in_screenshot:
      guard kind == .yes || kind == .no else { throw reader.wrong(member.rawValue, "true or false") }
    case .corner_radius, .alpha, .z:
      guard let number = document.number(value), number.isFinite else {
        throw reader.wrong(member.rawValue, "a finite number")
      }
      if member == .corner_radius, number < 0 { throw reader.wrong(member.rawValue, "zero or above") }
      if member == .alpha, !(0...1).contains(number) { throw reader.wrong(member.rawValue, "between 0 and 1") }
    case .attributes:
      guard kind == .object else { throw reader.wrong(member.rawValue, "an object") }
      for member in document.members(of: value) { try reader.check(attribute: member.value) }
    case .children:
      guard kind == .array else { throw reader.wrong(member.rawValue, "a list of views") }
    }
    return member
  }

  /// Refuses a window that leaves a picture which is turned against the header's size: the device was turned in between,
  /// and its tree is of before or after. One of the picture's own orientation fits in.
  private func checkOrientation(of window: View) throws(TreeError) {
    guard let screen, screen.isTurned, case .rect(let box) = window.bounds else { return }
    let (width, height) = (Double(screen.picture.width), Double(screen.picture.height))
    // What lies off the screen as a whole, a keyboard that has gone say, tells nothing.
    guard box.x < width, box.y < height else { return }
    guard box.maxX > width * (1 + ScreenFit.tolerance) || box.maxY > height * (1 + ScreenFit.tolerance) else { return }
    throw TreeError(
      "a window is of another orientation than the picture of \(screen.picture.width) x \(screen.picture.height)")
  }

  /// Gives a window that has the whole size the picture's as well: where that is larger, the rest is the window's too.
  private func fillPicture(_ window: inout View) {
    guard let screen, window.bounds == Bounds(screen.box.scaled(by: unit)), case .rect(let box) = window.bounds else {
      return
    }
    let width = max(box.width, Double(screen.picture.width)), height = max(box.height, Double(screen.picture.height))
    guard width > box.width || height > box.height else { return }
    window.bounds = .rect(Rect(x: 0, y: 0, width: width, height: height))
    // What it surely covers has not become more.
    if window.opaque == .yes { window.opaque = .unknown }
  }

  /// Sets what a node says; gives the list of its children, and whether some may stand where nobody looks for them, so that
  /// the view is hidden.
  private func read(_ node: Int, into view: inout View) throws(TreeError) -> (children: Int?, isUnreadable: Bool) {
    try checkType(of: node)
    // Where nothing else is said, the format's marks are no: it has a mark for each of them.
    view.secure = .no
    view.hidden = .no
    var children: Int?
    var isUnreadable = false
    /// The names of members that the model has no place for: of the node, and in its member `attributes`.
    var own: [Int] = [], inner: [Int] = []
    for (name, value) in document.members(of: node) {
      switch try member(name, value) {
      case nil:
        own.append(name)
        isUnreadable = isUnreadable || holdsViews(value)
      case .type: view.type = document.text(value) ?? ""
      case .class_chain: view.classChain = texts(value)
      // An empty id names nothing: many views have it, and secrecy sticks to ids.
      case .id: view.id = document.text(value).flatMap { $0.isEmpty ? nil : $0 }
      case .classes: view.classes = texts(value)
      case .role: view.role = document.text(value)
      case .text: view.text = sensitive(value)
      case .label: view.label = sensitive(value)
      case .value: view.value = sensitive(value)
      case .placeholder: view.placeholder = sensitive(value)
      case .bounds: view.bounds = try bounds(value)
      case .transform: view.transform = try transform(value)
      case .clips: view.clips = document.boolean(value) ?? false
      case .corner_radius: view.cornerRadius = (document.number(value) ?? 0) * unit
      case .alpha: view.alpha = document.number(value) ?? 1
      case .hidden: view.hidden = Knowledge(document.boolean(value))
      case .opaque: view.opaque = Knowledge(document.boolean(value))
      case .secure: view.secure = Knowledge(document.boolean(value))
      case .hide_in_screenshot: view.hideInScreenshot = document.boolean(value) ?? false
      case .z: view.z = document.number(value) ?? 0
      case .scene: view.scene = document.text(value)
      case .process: view.process = document.text(value)
      case .attributes: inner = document.members(of: value).map(\.name)
      case .children: children = document.kind(of: value) == .array ? value : nil
      }
    }
    if !own.isEmpty || !inner.isEmpty {
      view.attributes = ViewAttributes(document, at: document.merged(own, over: inner))
    }
    return (children, isUnreadable)
  }

  /// Whether the value of a member that is not known looks like a part of the tree: a mark of secrecy anywhere in it, a list
  /// with an object that has a type or a place, or an object that has both.
  private func holdsViews(_ value: Int) -> Bool {
    guard [.array, .object].contains(document.kind(of: value)) else { return false }
    var todo = [(value: value, isElement: false)]
    while let (value, isElement) = todo.popLast() {
      for element in document.elements(of: value) { todo.append((element, true)) }
      var hasType = false, hasBounds = false
      for (name, value) in document.members(of: value) {
        let member = members.name(at: name, of: document)
        if member == .secure || member == .hide_in_screenshot { return true }
        hasType = hasType || member == .type
        hasBounds = hasBounds || member == .bounds
        todo.append((value, false))
      }
      if isElement ? hasType || hasBounds : hasType && hasBounds { return true }
    }
    return false
  }

  /// The elements of a list that was checked: each is a text, and so one token.
  private func texts(_ list: Int) -> [String] {
    (list + 1..<document.end(of: list)).map { document.text($0) ?? "" }
  }

  private func sensitive(_ value: Int) -> SensitiveText? { document.text(value).map(SensitiveText.init) }

  private func bounds(_ value: Int) throws(TreeError) -> Bounds {
    guard let n: InlineArray<4, Double> = try reader.numbers(value, Member.bounds.rawValue) else { return .unknown }
    return Bounds(Rect(x: n[0], y: n[1], width: n[2], height: n[3]).scaled(by: unit))
  }

  private func transform(_ value: Int) throws(TreeError) -> Transform? {
    guard let n: InlineArray<6, Double> = try reader.numbers(value, Member.transform.rawValue) else { return nil }
    return Transform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4] * unit, ty: n[5] * unit)
  }
}

extension Bounds {
  /// A rectangle in image pixels, of whatever numbers: not finite or negative is unknown, zero is no area.
  init(_ rect: Rect) {
    if !rect.isFinite || rect.width < 0 || rect.height < 0 {
      self = .unknown
    } else {
      self = rect.width == 0 || rect.height == 0 ? .noArea(rect) : .rect(rect)
    }
  }
}
