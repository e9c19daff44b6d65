internal import ScrimCore

/// The answer of Chrome's `DOMSnapshot.captureSnapshot`: the pages of a tab as tables of numbers, and one table of
/// texts.
enum DOMSnapshotFormat: TreeFormat {
  static let name = "dom-snapshot"
  static let summary = "DOMSnapshot.captureSnapshot of the Chrome DevTools protocol: JSON, one page a file"

  static func recognises(_ file: TreeFile) -> Bool {
    guard case .json(let json) = file else { return false }
    return json.member("documents", of: root(of: json)) != nil && json.member("strings", of: root(of: json)) != nil
  }

  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    guard case .json(let json) = file else { throw TreeError("it is no JSON") }
    let pages = try DOMPage.pages(of: json, root: root(of: json))
    guard let main = pages.first else { throw TreeError("it has no document") }
    let place = try DOMPlace(main: main, picture: picture)
    var walk = try DOMWalk(pages: pages, styles: DOMStyles(pages))
    try walk.add(page: 0, at: place)
    try walk.addUnplacedPages()
    // Where the file counts in device pixels it does not tell how many a point has.
    return walk.finish(scale: place.factor == 1 ? scale ?? 1 : place.factor, doubt: place.doubt)
  }

  /// The object with the tables: the answer itself, or the `result` in it.
  private static func root(of json: JSONDocument) -> Int {
    json.member("result", of: JSONDocument.root) ?? JSONDocument.root
  }
}

/// Where a page lies in the picture.
struct DOMPlace {
  /// Added to a box in the page's coordinates, before the factor; nil where the page's place is not known.
  var origin: (x: Double, y: Double)?
  /// Image pixels per unit of the file.
  var factor: Double
  /// By which factors places may be off on either axis; holds 1.
  var doubt: ClosedRange<Double> = 1...1
  /// The page's visible part, in image pixels.
  var viewport: Bounds
  /// Whether the element around it has a box at all.
  var isRendered = true

  /// The place of the tab's own page: the viewport is its first box, in whatever unit the file counts.
  init(main: DOMPage, picture: PixelSize) throws(TreeError) {
    guard let first = main.viewport, first.width > 0, first.height > 0, first.isFinite else {
      throw TreeError("the first document has no layout, so the scale is not known")
    }
    factor = Double(picture.width) / first.width
    let height = Double(picture.height) / factor
    func isLike(_ other: Double) -> Bool { abs(height / other - 1) <= 0.01 }
    if isLike(first.height) {
      origin = (-main.scroll.x, -main.scroll.y)
    } else if isLike(main.contentHeight), main.scroll == Point(x: 0, y: 0) {
      // A picture of the whole page. Scrolled, what is fixed to the viewport would stand elsewhere in it than in the
      // tree.
      origin = (0, 0)
    } else {
      throw TreeError(
        "the picture is neither of the viewport nor of the whole page (\(picture.width) x \(picture.height), viewport "
          + "\(first.width) x \(first.height), page \(main.contentHeight) high)")
    }
    let tall = isLike(first.height) ? first.height : main.contentHeight
    doubt = PictureScale(factor, orTimes: [height / tall]).doubt
    viewport = .rect(Rect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height)))
  }

  /// The place of a page in an element of another one.
  ///
  /// Known only where the element's border is, and where border and page together make up its box: else padding or a
  /// zoom of unknown size lies between. Nor is it known unless the element stands upright, since a box tells neither a
  /// half turn nor a mirror. A view in a page of unknown place hides the element around it.
  init(of inner: DOMPage, in element: DOMPage.Box?, of outer: DOMPlace, isUpright: Bool) {
    factor = outer.factor
    isRendered = outer.isRendered && element != nil
    viewport = isRendered ? .unknown : .noArea(nil)
    guard isRendered, isUpright, let element, let origin = outer.origin, let client = element.client, client.width > 0,
      let size = inner.viewport
    else { return }
    // Borders count in points, boxes perhaps in device pixels.
    let unit = size.width / client.width
    let slack = 2 * max(unit, 1)
    guard abs(client.height * unit - size.height) <= slack,
      abs(size.width + 2 * client.x * unit - element.rect.width) <= slack,
      abs(size.height + 2 * client.y * unit - element.rect.height) <= slack
    else { return }
    let x = element.rect.x + origin.x + client.x * unit, y = element.rect.y + origin.y + client.y * unit
    viewport = Bounds(Rect(x: x, y: y, width: size.width, height: size.height).scaled(by: factor))
    self.origin = (x - inner.scroll.x, y - inner.scroll.y)
  }

  /// The place of a page that no element holds.
  init(unplacedIn outer: DOMPlace) {
    factor = outer.factor
    viewport = .unknown
  }

  /// A box of the page in image pixels.
  func bounds(of box: DOMPage.Box?) -> Bounds {
    guard let box, isRendered else { return .noArea(nil) }
    guard let origin else { return .unknown }
    return Bounds(box.rect.offset(x: origin.x, y: origin.y).scaled(by: factor))
  }
}
