internal import ScrimCore

/// Whether a tree can be of a picture, and how many of the picture's pixels a point of the tree has.
enum ScreenFit {
  /// By how much width and height may disagree about the scale (DESIGN 5.2).
  static let tolerance = 0.01

  /// Image pixels per point: the picture's width over that of the first of these screens that has the picture's shape.
  ///
  /// Where none has, the user's word counts. A picture that would fit if it were turned never fits: the tree is of
  /// another moment.
  static func factor(of screens: [Rect], picture: PixelSize, given: Double?) throws(TreeError) -> Double {
    let screens = screens.filter { $0.isFinite && $0.width > 0 && $0.height > 0 }
    for screen in screens where hasShape(screen.width, screen.height, of: picture) {
      return Double(picture.width) / screen.width
    }
    let pictured = "the picture is \(picture.width) x \(picture.height)"
    if let screen = screens.first(where: { hasShape($0.height, $0.width, of: picture) }) {
      throw TreeError("\(pictured), and the tree's screen is \(sides(of: screen)): another orientation")
    }
    if let given { return given }
    guard let screen = screens.first else {
      throw TreeError("nothing in it tells the screen's size: --views-scale gives the picture's pixels per point")
    }
    throw TreeError(
      "\(pictured), and the tree's screen is \(sides(of: screen)), which is of another shape: --views-scale gives the "
        + "picture's pixels per point")
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
