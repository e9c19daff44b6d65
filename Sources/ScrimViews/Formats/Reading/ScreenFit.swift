internal import ScrimCore

/// How many of a picture's pixels a unit of a tree has.
struct PictureScale: Hashable {
  var factor: Double
  /// By which factors places may be off on either axis; holds 1.
  var doubt: ClosedRange<Double> = 1...1

  /// One that may also be as many times as large as each of these says, where that is within the tolerance.
  ///
  /// Which of them is right on which axis nobody knows: recorders cut sides to multiples of 16, to which some stretch the
  /// picture and others cut it, and the bars of scrollers are in a picture and not in its tree.
  init(_ factor: Double, orTimes others: [Double] = []) {
    self.factor = factor
    // What the arithmetic makes of equal scales is no doubt.
    let near = others.filter { abs($0 - 1) <= ScreenFit.tolerance && abs($0 - 1) > 1e-9 }
    doubt = min(near.min() ?? 1, 1)...max(near.max() ?? 1, 1)
  }
}

/// Whether a tree can be of a picture, and how many of the picture's pixels a point of the tree has.
enum ScreenFit {
  /// By how much width and height may disagree about the scale (DESIGN 5.2).
  static let tolerance = 0.01

  /// Image pixels per point: the picture's width over that of the first of these screens that has the picture's shape. Its
  /// height may say something else, within the tolerance.
  ///
  /// Where none has, the user's word counts. A picture that would fit if it were turned never fits: the tree is of
  /// another moment.
  static func scale(of screens: [Rect], picture: PixelSize, given: Double?) throws(TreeError) -> PictureScale {
    let screens = screens.filter { $0.isFinite && $0.width > 0 && $0.height > 0 }
    for screen in screens where hasShape(screen.width, screen.height, of: picture) {
      return scale(of: screen, picture: picture)
    }
    let pictured = "the picture is \(picture.width) x \(picture.height)"
    if let screen = screens.first(where: { hasShape($0.height, $0.width, of: picture) }) {
      throw TreeError("\(pictured), and the tree's screen is \(sides(of: screen)): another orientation")
    }
    if let given { return PictureScale(given) }
    guard let screen = screens.first else {
      throw TreeError("nothing in it tells the screen's size: --views-scale gives the picture's pixels per point")
    }
    throw TreeError(
      "\(pictured), and the tree's screen is \(sides(of: screen)), which is of another shape: --views-scale gives the "
        + "picture's pixels per point")
  }

  /// The same for a screen that has the picture's shape.
  static func scale(of screen: Rect, picture: PixelSize) -> PictureScale {
    let across = Double(picture.width) / screen.width
    return PictureScale(across, orTimes: [Double(picture.height) / screen.height / across])
  }

  static func hasShape(_ width: Double, _ height: Double, of picture: PixelSize) -> Bool {
    abs(Double(picture.height) / height / (Double(picture.width) / width) - 1) <= tolerance
  }

  /// Refuses a window of a tree in pixels that cannot be the picture's; `window` is in the picture's pixels as far as
  /// the user said how many they are (`given`).
  ///
  /// Larger than the picture: the picture was made smaller, as recorders do, or is turned; a window itself never is,
  /// since boxes are trimmed to the display. Smaller, in its corner, and of its shape but for a bar at the bottom: the
  /// picture was made larger. Nothing else can be told from a window's size, since dialogs and menus are windows too.
  static func check(window: Rect, picture: PixelSize, given: Double?) throws(TreeError) {
    // What lies off the display as a whole was not trimmed to it.
    guard window.x < Double(picture.width), window.y < Double(picture.height) else { return }
    let across = window.maxX / Double(picture.width), down = window.maxY / Double(picture.height)
    let isLarger = across > 1 + tolerance || down > 1 + tolerance
    let isSmaller =
      given == nil && window.x == 0 && window.y == 0 && across < 1 - tolerance
      && (across * (1 - lowestBar)...across * (1 + tolerance)).contains(down)
    guard isLarger || isSmaller else { return }
    throw TreeError(
      "a window ends at \(window.maxX), \(window.maxY), and the picture is \(picture.width) x "
        + "\(picture.height): another size or orientation; --views-scale gives its pixels per pixel of the display")
  }

  /// The share of a display's height that a bar at its bottom takes at most.
  private static let lowestBar = 0.15

  private static func sides(of screen: Rect) -> String { "\(screen.width) x \(screen.height)" }
}

/// What the windows of a tree in pixels tell of its scale: by how little those that reach from an edge of the picture to
/// the other one miss that.
struct WindowExtent {
  private var right = 0.0
  private var bottom = 0.0

  /// Takes a window's box in the picture's pixels; one that cannot be of the picture is an error.
  mutating func add(_ window: Rect, picture: PixelSize, given: Double?) throws(TreeError) {
    try ScreenFit.check(window: window, picture: picture, given: given)
    guard window.x < Double(picture.width), window.y < Double(picture.height) else { return }
    if window.x <= 0 || window.maxX > Double(picture.width) { right = max(right, window.maxX) }
    if window.y <= 0 || window.maxY > Double(picture.height) { bottom = max(bottom, window.maxY) }
  }

  func scale(_ factor: Double, picture: PixelSize) -> PictureScale {
    var others: [Double] = []
    if right > 0 { others.append(Double(picture.width) / right) }
    if bottom > 0 { others.append(Double(picture.height) / bottom) }
    return PictureScale(factor, orTimes: others)
  }
}
