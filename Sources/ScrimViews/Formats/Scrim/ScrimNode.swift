internal import ScrimCore

/// Reads the windows of a snapshot record, and every node below them.
struct ScrimNodeReader {
  private enum Member: String, CaseIterable {
    case type, class_chain, id, classes, role, text, label, value, placeholder, bounds, transform, clips, corner_radius
    case alpha, hidden, opaque, secure, hide_in_screenshot, z, scene, process, attributes, children

    /// By the length of the name, since there are few of each; comparing bytes needs no text.
    private static let byLength: [[(name: [UInt8], member: Member)]] = {
      let names = allCases.map { (name: Array($0.rawValue.utf8), member: $0) }
      return (0...names.map(\.name.count).max()!).map { length in names.filter { $0.name.count == length } }
    }()

    init?(name: ArraySlice<UInt8>) {
      guard name.count < Self.byLength.count,
        let found = Self.byLength[name.count].first(where: { $0.name[...] == name })
      else { return nil }
      self = found.member
    }
  }

  private let document: JSONDocument
  private let reader: MemberReader
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
  func snapshot(windows: Int, scale: Double) throws(TreeError) -> Snapshot {
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
      var (view, children, isUnreadable) = try node(siblings.next)
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
    return builder.finish(scale: scale)
  }

  /// Reads all nodes of all windows for the errors in them, and keeps nothing.
  func check(windows: Int) throws(TreeError) {
    guard document.kind(of: windows) == .array else { throw reader.wrong("windows", "a list of views") }
    var todo = [windows]
    while let list = todo.popLast() {
      for element in document.elements(of: list) {
        if let children = try node(element).children { todo.append(children) }
      }
    }
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

  /// Reads a node without its children; gives their list, and whether some may stand where nobody looks for them, so that
  /// the view is hidden.
  private func node(_ node: Int) throws(TreeError) -> (View, children: Int?, isUnreadable: Bool) {
    guard document.kind(of: node) == .object else { throw TreeError("a view is no object") }
    // Where nothing else is said, the format's marks are no: it has a mark for each of them.
    var view = View(type: "", bounds: .unknown)
    view.secure = .no
    view.hidden = .no
    var children: Int?
    var hasType = false, isUnreadable = false
    for (name, value) in document.members(of: node) {
      guard let member = Member(name: document.utf8(of: name)) else {
        view.attributes[document.text(name)!] = try reader.attribute(value)
        isUnreadable = isUnreadable || holdsViews(value)
        continue
      }
      let name = member.rawValue
      switch member {
      case .type:
        guard let type = try reader.text(value, name) else { throw reader.wrong(name, "text") }
        view.type = type
        hasType = true
      case .class_chain: view.classChain = try reader.texts(value, name) ?? []
      // An empty id names nothing: many views have it, and secrecy sticks to ids.
      case .id: view.id = try reader.text(value, name).flatMap { $0.isEmpty ? nil : $0 }
      case .classes: view.classes = try reader.texts(value, name) ?? []
      case .role: view.role = try reader.text(value, name)
      case .text: view.text = try reader.sensitive(value, name)
      case .label: view.label = try reader.sensitive(value, name)
      case .value: view.value = try reader.sensitive(value, name)
      case .placeholder: view.placeholder = try reader.sensitive(value, name)
      case .bounds: view.bounds = try bounds(value, name)
      case .transform: view.transform = try transform(value, name)
      case .clips: view.clips = try reader.boolean(value, name) ?? false
      case .corner_radius:
        view.cornerRadius = try reader.number(value, name) ?? 0
        guard view.cornerRadius >= 0 else { throw reader.wrong(name, "zero or above") }
        view.cornerRadius *= unit
      case .alpha:
        view.alpha = try reader.number(value, name) ?? 1
        guard (0...1).contains(view.alpha) else { throw reader.wrong(name, "between 0 and 1") }
      case .hidden: view.hidden = Knowledge(try reader.boolean(value, name))
      case .opaque: view.opaque = Knowledge(try reader.boolean(value, name))
      case .secure: view.secure = Knowledge(try reader.boolean(value, name))
      case .hide_in_screenshot: view.hideInScreenshot = try reader.boolean(value, name) ?? false
      case .z: view.z = try reader.number(value, name) ?? 0
      case .scene: view.scene = try reader.text(value, name)
      case .process: view.process = try reader.text(value, name)
      case .attributes:
        guard [.object, .null].contains(document.kind(of: value)) else { throw reader.wrong(name, "an object") }
        for (name, value) in try reader.attributes(value) where view.attributes[name] == nil {
          view.attributes.append(name, value)
        }
      case .children:
        guard [.array, .null].contains(document.kind(of: value)) else { throw reader.wrong(name, "a list of views") }
        children = document.kind(of: value) == .array ? value : nil
      }
    }
    guard hasType else { throw TreeError("a view has no member 'type'") }
    return (view, children, isUnreadable)
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
        let member = Member(name: document.utf8(of: name))
        if member == .secure || member == .hide_in_screenshot { return true }
        hasType = hasType || member == .type
        hasBounds = hasBounds || member == .bounds
        todo.append((value, false))
      }
      if isElement ? hasType || hasBounds : hasType && hasBounds { return true }
    }
    return false
  }

  private func bounds(_ value: Int, _ name: String) throws(TreeError) -> Bounds {
    guard let n: InlineArray<4, Double> = try reader.numbers(value, name) else { return .unknown }
    return Bounds(Rect(x: n[0], y: n[1], width: n[2], height: n[3]).scaled(by: unit))
  }

  private func transform(_ value: Int, _ name: String) throws(TreeError) -> Transform? {
    guard let n: InlineArray<6, Double> = try reader.numbers(value, name) else { return nil }
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
