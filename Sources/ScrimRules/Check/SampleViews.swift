import ScrimCore

/// A made-up screen that has a view of every kind that rules name, for trying them without a recording.
///
/// Views are built from selectors, one chain for each alternative. What selectors exclude (`:not`) is not looked at, and
/// a view may so fail to match: whoever uses the screen asks what has matched.
struct SampleViews {
  static let size = PixelSize(width: 390, height: 844)
  /// All samples lie in the upper part, so that only what hides containers hides nearly all.
  private static let usedHeight = 600

  /// A view to be, with its children.
  private struct Node {
    var view: View
    var children: [Node] = []
  }

  private var chains: [Node] = []

  /// A screen without any view but its window.
  static let empty: Snapshot = {
    var builder = SnapshotBuilder()
    builder.open(View(type: "Window", bounds: .rect(Rect(size.rect))))
    return builder.finish(scale: 1)
  }()

  static func snapshot(for rules: RulesDefinition) -> Snapshot {
    var samples = SampleViews()
    for selector in rules.selectors { selector.alternatives.forEach { samples.add($0) } }
    for case .views(_, let find) in rules.hide.map(\.target) {
      for name in find { samples.addText(Recognizer.builtIn.first { $0.name == name }?.example) }
    }
    // What is on any screen: frame functions look for it.
    samples.addText("Hello")
    var input = View(type: "TextField", bounds: .unknown)
    (input.secure, input.isTextInput) = (.yes, true)
    samples.chains.append(Node(view: input))
    return samples.built()
  }

  private mutating func addText(_ text: String?) {
    guard let text else { return }
    var view = View(type: "Label", bounds: .unknown)
    view.text = SensitiveText(text)
    chains.append(Node(view: view))
  }

  private mutating func add(_ selector: ComplexSelector) { chains.append(Self.chain(selector)) }

  /// Views in each other, the outermost first, of which the last matches.
  private static func chain(_ selector: ComplexSelector) -> Node {
    var inner: Node?
    for compound in selector.compounds.reversed() {
      var node = node(compound)
      if let inner { node.children.append(inner) }
      inner = node
    }
    return inner!
  }

  private static func node(_ compound: CompoundSelector) -> Node {
    var node = Node(view: View(type: compound.typeName ?? compound.type ?? "View", bounds: .unknown))
    (node.view.secure, node.view.hidden) = (.no, .no)
    fill(&node, compound)
    return node
  }

  private static func fill(_ node: inout Node, _ compound: CompoundSelector) {
    for condition in compound.conditions {
      switch condition {
      case .id(let id):
        if !(node.view.id?.hasSuffix("/\(id)") ?? false) { node.view.id = id }
      case .class(let name): node.view.classes.append(name)
      case .attribute(let test): set(test, in: &node.view)
      case .text(let text, _): node.view.text = SensitiveText((node.view.text?.exposed ?? "") + text)
      case .any(let selector):
        guard let inner = selector.alternatives.first?.compounds.last else { continue }
        if let type = inner.type { node.view.type = type }
        fill(&node, inner)
      case .has(let relatives): node.children += relatives.prefix(1).map { chain($0.selector) }
      case .not: break
      }
    }
  }

  /// Gives a member a value that passes a test.
  private static func set(_ test: AttributeTest, in view: inout View) {
    let text = test.value?.text ?? "true"
    let sensitive = SensitiveText(test.value == nil ? "text" : text), isYes = text == "true"
    switch test.name {
    case "type": view.type = text
    case "id": view.id = text
    case "role": view.role = text
    case "text": view.text = sensitive
    case "label": view.label = sensitive
    case "value": view.value = sensitive
    case "placeholder": view.placeholder = sensitive
    case "class", "classes": view.classes.append(text)
    case "class_chain": view.classChain.append(text)
    case "scene": view.scene = text
    case "process": view.process = text
    case "secure": view.secure = Knowledge(text == "unknown" ? nil : isYes)
    case "hidden": view.hidden = Knowledge(text == "unknown" ? nil : isYes)
    case "opaque": view.opaque = Knowledge(text == "unknown" ? nil : isYes)
    case "text_input": view.isTextInput = isYes
    case "hide_in_screenshot": view.hideInScreenshot = isYes
    case "clips": view.clips = isYes
    case "alpha": view.alpha = Double(text) ?? 1
    case "z": view.z = Double(text) ?? 0
    case "corner_radius": view.cornerRadius = Double(text) ?? 1
    default:
      view.attributes[test.name] = test.value == nil ? .boolean(true) : .text(sensitive)
    }
  }

  private func built() -> Snapshot {
    var builder = SnapshotBuilder()
    builder.open(View(type: "Window", bounds: .rect(Rect(Self.size.rect))))
    for (row, node) in chains.enumerated() {
      let top = Self.usedHeight * row / chains.count, bottom = Self.usedHeight * (row + 1) / chains.count
      Self.add(
        node, to: &builder,
        in: Rect(x: 0, y: Double(top), width: Double(Self.size.width), height: Double(max(1, bottom - top))))
    }
    builder.close()
    return builder.finish(scale: 1)
  }

  // As deep as selectors are nested.
  private static func add(_ node: Node, to builder: inout SnapshotBuilder, in rect: Rect) {
    var view = node.view
    view.bounds = .rect(rect)
    builder.open(view)
    for child in node.children { add(child, to: &builder, in: rect) }
    builder.close()
  }
}

extension RulesDefinition {
  /// The selectors of all entries.
  var selectors: [Selector] {
    hide.compactMap { if case .views(let selector, _) = $0.target { selector } else { nil } }
      + (show + floor).map(\.selector)
  }
}

extension Recognizer {
  /// A text that it finds, for trying rules.
  var example: String? {
    switch name {
    case "email": "ada@example.org"
    case "phone": "+44 20 7946 0958"
    case "credit_card": "4111 1111 1111 1111"
    case "iban": "GB82 WEST 1234 5698 7654 32"
    case "ipv4": "192.0.2.7"
    case "ipv6": "2001:db8::7"
    case "mac": "00:00:5e:00:53:af"
    case "url": "https://example.org/a"
    case "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlLW9mLXRoaXM"
    case "us_ssn": "219-09-9999"
    case "date": "2024-02-29"
    case "amount": "€ 1,234.50"
    default: nil
    }
  }
}
