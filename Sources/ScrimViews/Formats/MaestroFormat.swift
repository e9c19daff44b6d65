internal import ScrimCore

/// What `maestro hierarchy` prints, of Android (pixels) and of iOS (points).
///
/// Traps: there is no mark of secrecy on either platform, and no type on iOS. Whatever looks like an input (it has a
/// hint, its class is one of an input, or its text is nothing but bullets) counts as secure. Edges on iOS were cut to
/// whole points, so boxes are widened by one to the right and down. The topmost nodes may have no area although they
/// hold the whole screen: they stand for the screen. Content runs far beyond it, so the scale comes from a box that
/// begins at the origin and has the picture's shape.
enum MaestroFormat: TreeFormat {
  static let name = "maestro"
  static let summary = "maestro hierarchy: JSON, Android (pixels) and iOS (points)"

  private enum Platform { case android, iOS }

  /// Members that only nodes of Android have.
  private enum AndroidName: String, CaseIterable { case `class`, scrollable, ignoreBoundsFiltering }
  private static let androids = NameTable<AndroidName>()

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .json(let json) = file else { return false }
    func has(_ name: String) -> Bool { json.member(name, of: JSONDocument.root) != nil }
    return json.member("attributes", of: JSONDocument.root).map { json.kind(of: $0) == .object } ?? false
      && has("children") && !has("type") && !has("rect")
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .json(let json) = file, json.kind(of: JSONDocument.root) == .object else {
      throw TreeError("it is no tree of objects")
    }
    let nodes = try JSONNodes(json, roots: CollectionOfOne(JSONDocument.root)).nodes
    let attributes = nodes.compactMap { json.member("attributes", of: $0.token) }
    let platform = platform(of: attributes, json)
    let screen = try screen(of: attributes, json, platform, picture: picture, given: scale)
    var classes = TextMemo<AndroidClass>()
    var tree = TreeBuilder<Void>(capacity: nodes.count)
    for entry in nodes {
      _ = tree.parent(ofLevel: entry.level)
      var node = ForeignNode(json, entry.token)
      var view = View(type: "unknown", bounds: .unknown)
      read(&node, into: &view, platform, &classes, factor: screen.scale.factor)
      // Without area it would leave the whole picture outside of all windows.
      if entry.level == 0, view.bounds.hasNoArea || view.bounds == .unknown, let box = screen.box {
        view.bounds = Bounds(box.scaled(by: screen.scale.factor))
      }
      if entry.level == 0, case .rect(let box) = view.bounds, platform == .android {
        try ScreenFit.check(window: box, picture: picture, given: screen.scale.factor)
      }
      tree.add(consume view, level: entry.level, context: (), isUnreadable: node.isOdd || entry.hasOddChildren)
    }
    return try tree.finish(scale: screen.scale)
  }

  /// Image pixels per unit, and the box of the screen in units, where one is known.
  private static func screen(
    of attributes: [Int], _ json: JSONDocument, _ platform: Platform, picture: PixelSize, given: Double?
  ) throws(TreeError) -> (scale: PictureScale, box: Rect?) {
    let texts = json.texts
    let boxes = attributes.compactMap { attributes -> Rect? in
      guard let bounds = json.member("bounds", of: attributes), json.kind(of: bounds) == .text,
        let edges = Edges(texts.span.extracting(json.place(of: bounds))), edges.left == 0, edges.top == 0,
        edges.right > 0, edges.bottom > 0
      else { return nil }
      return Rect(x: 0, y: 0, width: edges.right, height: edges.bottom)
    }.sorted { $0.width > $1.width }
    if let whole = boxes.first(where: { ScreenFit.hasShape($0.width, $0.height, of: picture) }) {
      return (ScreenFit.scale(of: whole, picture: picture), whole)
    }
    // On Android the bar at the bottom is not in the tree.
    if platform == .android, let widest = boxes.first {
      let factor = Double(picture.width) / widest.width
      if (0.85...1 + ScreenFit.tolerance).contains(widest.height * factor / Double(picture.height)) {
        return (PictureScale(factor), widest)
      }
    }
    return (try ScreenFit.scale(of: Array(boxes.prefix(1)), picture: picture, given: given), nil)
  }

  private static func platform(of attributes: [Int], _ json: JSONDocument) -> Platform {
    let isAndroid = attributes.contains {
      json.members(of: $0).contains { androids.name(at: $0.name, of: json) != nil }
    }
    return isAndroid ? .android : .iOS
  }

  /// Sets what a node says.
  private static func read(
    _ outer: inout ForeignNode, into view: inout View, _ platform: Platform, _ classes: inout TextMemo<AndroidClass>,
    factor: Double
  ) {
    guard let object = outer.take("attributes") else { return outer.markOdd() }
    var node = ForeignNode(outer.json, object)
    if let type = node.text("class") { view.setClass(classes.value(of: type.utf8.span, AndroidClass.init)) }
    view.id = node.text("resource-id")
    view.text = node.sensitive("text")
    view.value = node.sensitive("value")
    view.placeholder = node.sensitive("hintText")
    if let label = node.sensitive("accessibilityText") {
      view.label = label
    } else {
      view.label = node.sensitive("title")
    }
    view.isTextInput = view.placeholder != nil || view.text?.isBullets ?? false || view.value?.isBullets ?? false
    if let bounds = node.take("bounds") {
      if node.json.kind(of: bounds) == .text {
        let texts = node.json.texts
        view.bounds = self.bounds(texts.span.extracting(node.json.place(of: bounds)), platform, factor: factor)
      }
      if view.bounds == .unknown { node.markOdd() }
    }
    _ = outer.take("children")
    view.attributes = outer.rest(of: &node)
    if node.isOdd { outer.markOdd() }
  }

  private static func bounds(_ text: Span<UInt8>, _ platform: Platform, factor: Double) -> Bounds {
    guard platform == .iOS, let edges = Edges(text) else { return AndroidBox.bounds(text, factor: factor) }
    if edges == .nothing { return .noArea(nil) }
    let box = Rect(
      x: edges.left, y: edges.top, width: edges.right - edges.left + 1, height: edges.bottom - edges.top + 1)
    // Left and top were cut towards zero as well, which is inwards where they are negative.
    let outward = Rect(
      x: box.x < 0 ? box.x - 1 : box.x, y: box.y < 0 ? box.y - 1 : box.y,
      width: box.x < 0 ? box.width + 1 : box.width, height: box.y < 0 ? box.height + 1 : box.height)
    return box.width <= 0 || box.height <= 0 ? .unknown : Bounds(outward.scaled(by: factor))
  }
}

extension SensitiveText {
  /// Whether it is what a secure field shows in place of its text.
  fileprivate var isBullets: Bool {
    !isEmpty && exposed.allSatisfy { "•●⦁∙".contains($0) }
  }
}
