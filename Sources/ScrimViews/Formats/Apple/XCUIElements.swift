internal import ScrimCore

/// An element of an XCUITest tree, from whichever file.
struct XCUIElement {
  /// Of the tree's root: 0.
  var level: Int
  /// The type without the prefix that either generation gives it.
  var name: String
  /// Another type that it has by its own word; each of both counts.
  var otherName: String?
  var id: String?
  var label: SensitiveText?
  var value: SensitiveText?
  var placeholder: SensitiveText?
  /// In points; nil where it is not told.
  var frame: Rect?
  var isVisible: Bool?
  /// Names of traits, in a text or several.
  var traits: [String] = []
  /// Of an application: its bundle's id, or its process.
  var process: String?
  var attributes = ViewAttributes()
  /// Whether something of it, or below it, cannot be read.
  var isOdd = false

  /// The name of a type as a file has it.
  static func name(ofType type: String) -> String {
    for prefix in ["XCUIElementType", "UIA"] where type.hasPrefix(prefix) {
      return String(type.dropFirst(prefix.count))
    }
    return type
  }
}

/// Turns XCUITest elements into a tree.
///
/// The children of the application are the windows. The application itself has no place, so that it is no window that
/// covers what its windows do not; a rule that hides it covers the frame. Where it has no windows, or the file is a
/// saved part of a tree, the root is one.
struct XCUIElements {
  /// The depth at which XCTest stops without a word.
  private static let limit = 50

  /// In document order.
  let elements: [XCUIElement]

  func snapshot(picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    let (applications, windows, framed) = screensAndWindows()
    let scale = try ScreenFit.scale(
      of: screens(applications: applications, windows: windows), picture: picture, given: scale)
    let deepest = elements.map(\.level).max() ?? 0
    var tree = TreeBuilder<Void>(capacity: elements.count)
    var process: String?
    var detached: [(View, isOdd: Bool)] = []
    var isDetached = false
    for index in elements.indices {
      var level = elements[index].level
      var view = View(type: elements[index].name, bounds: .unknown)
      let isOdd = read(elements[index], into: &view, factor: scale.factor)
      if level == 0 {
        process = elements[index].process
        isDetached = framed.contains(index)
        if isDetached {
          detached.append((withoutPlace(view), isOdd))
          continue
        }
      }
      let isSuspicious = DepthLimit(limit: Self.limit, deepest: deepest).isSuspicious(level)
      if isDetached { level -= 1 }
      if level == 0 { view.process = process }
      _ = tree.parent(ofLevel: level)
      tree.add(view, level: level, context: (), isUnreadable: isOdd || isSuspicious)
    }
    // Behind the windows, so that those keep the places that they have in the application.
    for (view, isOdd) in detached {
      _ = tree.parent(ofLevel: 0)
      tree.add(view, level: 0, context: (), isUnreadable: isOdd)
    }
    return try tree.finish(scale: scale)
  }

  /// The applications, the windows in them that have an area, and the applications that have such windows.
  private func screensAndWindows() -> (applications: [Int], windows: [Int], framed: Set<Int>) {
    var applications: [Int] = [], windows: [Int] = [], framed: Set<Int> = []
    /// The root above, if it is an application.
    var application: Int?
    for (index, element) in elements.enumerated() {
      if element.level == 0 {
        application = element.name == "Application" ? index : nil
        if let application { applications.append(application) }
      } else if let application, element.level == 1, element.name == "Window", element.frame?.hasArea == true {
        windows.append(index)
        framed.insert(application)
      }
    }
    return (applications, windows, framed)
  }

  /// What may have the picture's size. An app in a compatibility size runs in a smaller window than the application
  /// says, and its numbers are the window's: the largest window decides, and the application only where there is none.
  private func screens(applications: [Int], windows: [Int]) -> [Rect] {
    let largest = windows.compactMap { elements[$0].frame }.max { $0.width * $0.height < $1.width * $1.height }
    if let largest { return largest.isAtOrigin ? [largest] : [] }
    let roots = applications.isEmpty ? elements.indices.filter { elements[$0].level == 0 } : applications
    return roots.compactMap { elements[$0].frame }.filter(\.isAtOrigin)
  }

  /// Sets what an element says; gives whether something of it cannot be read, so that it must be hidden.
  private func read(_ element: XCUIElement, into view: inout View, factor: Double) -> Bool {
    let name = element.name, names = [name] + [element.otherName].compactMap { $0 }
    view.role = name
    var isOdd = element.isOdd || name.isEmpty
    view.classChain = Array(names.dropFirst())
    if names.contains("SecureTextField") { view.classChain.append("TextField") }
    if names.contains("Map") { view.classChain.append("MapView") }
    // Not in the table of types, since Android's of this name only shows text.
    if names.contains("TextView") { view.isTextInput = true }
    view.id = element.id
    view.text = element.value ?? (name == "StaticText" ? element.label : nil)
    (view.label, view.value, view.placeholder) = (element.label, element.value, element.placeholder)
    let isSecure = names.contains("SecureTextField") || element.traits.contains { $0.contains("SecureTextField") }
    view.secure = isSecure ? .yes : name.isEmpty ? .unknown : .no
    if element.isVisible == false { view.hidden = .yes }
    if let frame = element.frame {
      // An infinite frame is written as one of no size, up and left of the origin.
      let isInfinite = frame == Rect(x: -1, y: -1, width: 0, height: 0)
      view.bounds = isInfinite ? .unknown : Bounds(frame.scaled(by: factor))
      if view.bounds == .unknown { isOdd = true }
    }
    view.attributes = element.attributes
    return isOdd
  }

  /// An application's name is no content, and would hide all of its frame where rules hide every text.
  private func withoutPlace(_ application: View) -> View {
    var view = application
    view.bounds = .unknown
    for (name, text) in [("label", view.label), ("value", view.value)] {
      if let text { view.attributes[name] = .text(text) }
    }
    (view.label, view.value, view.text) = (nil, nil, nil)
    return view
  }
}

extension Rect {
  fileprivate var hasArea: Bool { isFinite && width > 0 && height > 0 }
  fileprivate var isAtOrigin: Bool { x == 0 && y == 0 }
}
