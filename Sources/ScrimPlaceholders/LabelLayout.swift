internal import ScrimCore

/// A label that has found its place: symbol and lines, in the mask's pixels.
struct LabelLayout {
  /// How symbol and words stand to each other, in the order of preference.
  enum Arrangement: CaseIterable {
    case symbolAbove, symbolBeside, wordsAlone
  }

  private(set) var lines: [(x: Double, baseline: Double)] = []
  private(set) var symbol: (x: Double, y: Double, size: Double)?
  /// All of it, with room for glyphs that lean over their lines.
  private(set) var bounds = PixelRect.empty

  /// Finds the largest size at which the words fit, from the full size down to the legible one; there they end in an
  /// ellipsis. Nil where not even that fits.
  init?(_ overlay: Overlay, engine: borrowing TextEngine) {
    let area = LabelArea(overlay)
    guard area.width >= 1, area.height >= 1 else { return nil }
    guard let text = overlay.text.map(Self.bounded), !text.isEmpty else {
      self.init(symbolAlone: overlay, in: area)
      return
    }
    engine.set(text, family: overlay.font, isSemibold: overlay.textStyle.isSemibold)
    var candidates = [(arrangement: Arrangement, size: Double)]()
    for arrangement in overlay.symbol == .none ? [.wordsAlone] : Arrangement.allCases {
      guard let size = Self.largestFit(overlay, arrangement, area, engine) else { continue }
      candidates.append((arrangement, size))
      if size == overlay.fullSize { break }
    }
    // A symbol may cost the words a little of their size, but not more.
    let largest = candidates.map(\.size).max() ?? 0
    if let best = candidates.first(where: { $0.size >= 0.75 * largest }) {
      let room = Room(overlay, best.arrangement, area, size: best.size)
      engine.wrap(size: best.size, width: room.width)
      self.init(overlay, room, area, size: best.size, lines: engine.lines)
      return
    }
    // Too much for the legible size: one paragraph, as many lines as there is room for, and an ellipsis.
    let size = overlay.leastSize
    let room = Room(overlay, .wordsAlone, area, size: size)
    engine.set(
      String(text.map { $0.isNewline ? " " : $0 }), family: overlay.font, isSemibold: overlay.textStyle.isSemibold)
    engine.truncate(size: size, width: room.width, lines: max(1, Int(room.height) / overlay.leading(at: size)))
    let lines = engine.lines
    guard Self.fits(lines, overlay, room, size: size) || lines.count == 1 && lines[0].height <= room.height,
      lines.allSatisfy({ $0.width <= room.width })
    else { return nil }
    self.init(overlay, room, area, size: size, lines: lines)
  }

  /// More than a screen can show need not be shaped.
  private static func bounded(_ text: String) -> String {
    let limit = 2_000
    return text.count > limit ? text.prefix(limit) + "…" : text
  }

  private static func largestFit(
    _ overlay: Overlay, _ arrangement: Arrangement, _ area: LabelArea, _ engine: borrowing TextEngine
  ) -> Double? {
    func fits(_ size: Double) -> Bool {
      let room = Room(overlay, arrangement, area, size: size)
      guard room.width >= 1, room.height >= 1 else { return false }
      engine.wrap(size: size, width: room.width)
      return Self.fits(engine.lines, overlay, room, size: size)
    }
    if fits(overlay.fullSize) { return overlay.fullSize }
    guard fits(overlay.leastSize) else { return nil }
    var low = overlay.leastSize, high = overlay.fullSize
    while high - low > 0.5 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  private static func fits(_ lines: [TextEngine.Line], _ overlay: Overlay, _ room: Room, size: Double) -> Bool {
    let height = Double(lines.count * pitch(of: lines, overlay, size: size))
    return height <= room.height && lines.allSatisfy { $0.width <= room.width }
  }

  /// The distance of baselines: the leading, but for scripts whose lines are much taller.
  private static func pitch(of lines: [TextEngine.Line], _ overlay: Overlay, size: Double) -> Int {
    let leading = overlay.leading(at: size)
    let tallest = lines.map(\.height).max() ?? 0
    return tallest > 1.2 * Double(leading) ? Int(tallest.rounded(.up)) : leading
  }

  /// What the symbol leaves for the words.
  private struct Room {
    var arrangement: Arrangement
    var symbol: Double
    var gap: Double
    var width: Double
    var height: Double

    init(_ overlay: Overlay, _ arrangement: Arrangement, _ area: LabelArea, size: Double) {
      self.arrangement = arrangement
      switch arrangement {
      case .symbolAbove: (symbol, gap) = ((1.6 * size).rounded(), (0.4 * size).rounded())
      case .symbolBeside: (symbol, gap) = ((1.2 * size).rounded(), (0.4 * size).rounded())
      case .wordsAlone: (symbol, gap) = (0, 0)
      }
      width = area.width - (arrangement == .symbolBeside ? symbol + gap : 0)
      height = area.height - (arrangement == .symbolAbove ? symbol + gap : 0)
    }
  }

  private init(_ overlay: Overlay, _ room: Room, _ area: LabelArea, size: Double, lines: [TextEngine.Line]) {
    let pitch = Self.pitch(of: lines, overlay, size: size)
    let wordsWidth = lines.map(\.width).max() ?? 0
    // A single line may be as tall as its glyphs where the mask is lower than the leading.
    let wordsHeight = Double(lines.count * pitch)
    var top = (area.centreY - wordsHeight / 2).rounded()
    var groupLeft = area.start(of: wordsWidth, align: overlay.align), groupWidth = wordsWidth
    var wordsLeft = groupLeft
    switch room.arrangement {
    case .wordsAlone: break
    case .symbolAbove:
      let symbolTop = (area.centreY - (room.symbol + room.gap + wordsHeight) / 2).rounded()
      top = symbolTop + room.symbol + room.gap
      symbol = (area.start(of: room.symbol, align: overlay.align).rounded(), symbolTop, room.symbol)
    case .symbolBeside:
      groupWidth = room.symbol + room.gap + wordsWidth
      groupLeft = area.start(of: groupWidth, align: overlay.align)
      wordsLeft = groupLeft + room.symbol + room.gap
      symbol = (groupLeft.rounded(), (area.centreY - room.symbol / 2).rounded(), room.symbol)
    }
    for (n, line) in lines.enumerated() {
      let slack = wordsWidth - line.width
      let shift =
        switch overlay.align {
        case .left: 0.0
        case .center: slack / 2
        case .right: slack
        }
      let lineTop = top + Double(n * pitch)
      self.lines.append(
        (wordsLeft + shift, (lineTop + (Double(pitch) - line.height) / 2 + line.ascent).rounded()))
    }
    // Glyphs may lean over their boxes by a part of their size.
    let overhang = size / 3
    let symbolTop = symbol?.y ?? top
    let groupRight = max(groupLeft + groupWidth, (symbol?.x ?? 0) + room.symbol)
    let box = Rect(
      x: min(groupLeft, symbol?.x ?? groupLeft) - overhang, y: min(top, symbolTop) - overhang, width: 0, height: 0)
    let bottom = max(top + wordsHeight, (symbol?.y ?? top) + room.symbol) + overhang
    bounds = Rect(x: box.x, y: box.y, width: groupRight + overhang - box.x, height: bottom - box.y)
      .roundedOutward(within: overlay.size.rect)
  }

  private init?(symbolAlone overlay: Overlay, in area: LabelArea) {
    let size = min(1.6 * overlay.fullSize, area.width, area.height).rounded(.down)
    // Smaller than this it is a blot.
    guard overlay.symbol != .none, size >= 6 else { return nil }
    let x = area.start(of: size, align: overlay.align).rounded(), y = (area.centreY - size / 2).rounded()
    symbol = (x, y, size)
    bounds = Rect(x: x, y: y, width: size, height: size).roundedOutward(within: overlay.size.rect)
  }
}

extension Overlay {
  /// Draws the label: nil where there is none, or no room for a legible one.
  ///
  /// [any thread] The same overlay gives the same bytes, whichever thread asks.
  public func rendered() throws(PlaceholderError) -> CoverageBitmap? {
    if isEmpty { return nil }
    return try TextEngine.exclusively { (engine) throws(PlaceholderError) -> CoverageBitmap? in
      guard let layout = LabelLayout(self, engine: engine), !layout.bounds.isEmpty else { return nil }
      let canvas = try CoverageCanvas(layout.bounds)
      if let place = layout.symbol { canvas.draw(symbol, x: place.x, y: place.y, size: place.size) }
      for (index, line) in layout.lines.enumerated() {
        engine.draw(line: index, x: line.x, baseline: line.baseline, on: canvas)
      }
      return try canvas.bitmap()
    }
  }
}
