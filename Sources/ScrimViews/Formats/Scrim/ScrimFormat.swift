internal import ScrimCore

/// Scrim's own sidecar, `views.jsonl`: a header, then snapshots and events, one JSON object a line.
enum ScrimFormat: ViewFormat {
  static let name = "scrim"
  static let summary = "views.jsonl: snapshots and events of a whole recording, one JSON object a line"

  /// Whether a file's first line is a header or a record of this format: a file without its header is one that has lost
  /// it, and not a file of an unknown format.
  static func recognises(firstLine: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(parsing: firstLine) else { return false }
    return ["scrim", "record"].contains { document.member($0, of: JSONDocument.root) != nil }
  }
}

/// The first line: how the numbers behind it are meant.
struct ScrimHeader: Hashable {
  enum Space: String { case points, pixels }

  var space: Space
  /// Of the screen, in the space; both sides are above zero.
  var width: Double?
  var height: Double?
  /// Image pixels per point, above zero.
  var scale: Double?

  init(_ document: JSONDocument) throws(TreeError) {
    let reader = MemberReader(document: document)
    func member(_ name: String) -> Int? { document.member(name, of: JSONDocument.root) }
    guard let kind = member("scrim"), document.text(kind) == "views" else {
      throw TreeError("the header is missing: {\"scrim\":\"views\",\"version\":1,…}")
    }
    guard let version = member("version"), document.integer(version) == 1 else {
      throw TreeError("the header's version is not 1, the one that is known")
    }
    guard let spaceName = member("space").flatMap(document.text), let space = Space(rawValue: spaceName) else {
      throw TreeError("the header's space is neither \"points\" nor \"pixels\"")
    }
    self.space = space
    if let size = member("size"), let sides: InlineArray<2, Double> = try reader.numbers(size, "size") {
      guard sides[0].isFinite, sides[1].isFinite, sides[0] > 0, sides[1] > 0 else {
        throw TreeError("the header's size is not two numbers above zero")
      }
      (width, height) = (sides[0], sides[1])
    }
    if let scale = member("scale"), document.kind(of: scale) != .null {
      guard let value = document.number(scale), value.isFinite, value > 0 else {
        throw TreeError("the header's scale is no number above zero")
      }
      self.scale = value
    }
    if self.scale == nil, width == nil { throw TreeError("the header has neither size nor scale") }
  }

  /// How many pixels of a picture a unit of the space has, and a point.
  struct Factors: Hashable {
    var unit: Double
    var point: Double
    /// By which factors places may be off on either axis; holds 1.
    var doubt: ClosedRange<Double>
  }

  /// The factors for a picture.
  ///
  /// A size that cannot be the picture's is an error, where nothing else gives the scale: with a wrong one, every mask
  /// would be at a wrong place.
  func factors(for picture: PixelSize, given: Double?) throws(TreeError) -> Factors {
    if let scale = scale ?? given {
      let unit = space == .points ? scale : 1
      let doubt = try check(unit, fits: picture)
      return Factors(unit: unit, point: scale, doubt: doubt)
    }
    guard let width, let height else {
      throw TreeError("the header has no size from which the scale could follow: --views-scale gives it")
    }
    let across = Double(picture.width) / width
    let down = Double(picture.height) / height
    let sizes = "size \(width) x \(height), picture \(picture.width) x \(picture.height)"
    guard abs(down / across - 1) <= 0.01 else {
      throw TreeError("width and height disagree about the scale by over 1 % (\(sizes))")
    }
    guard space == .points || abs(across - 1) <= 0.01 else {
      throw TreeError("the size in pixels is not the picture's (\(sizes))")
    }
    return space == .points
      ? Factors(unit: across, point: across, doubt: PictureScale(across, orTimes: [down / across]).doubt)
      : Factors(unit: 1, point: 1, doubt: PictureScale(1, orTimes: [across, down]).doubt)
  }

  /// Refuses a picture that is larger or smaller than the size by the same factor both ways: the scale is wrong, or the
  /// picture was made smaller, and every mask would be at a wrong place. A picture that differs otherwise shows more or
  /// less of the space at the scale that is said. Gives by what factors it may be another.
  private func check(_ unit: Double, fits picture: PixelSize) throws(TreeError) -> ClosedRange<Double> {
    guard let width, let height else { return 1...1 }
    let across = Double(picture.width) / (width * unit), down = Double(picture.height) / (height * unit)
    guard abs(down / across - 1) <= 0.01, abs(across - 1) > 0.01 else {
      return PictureScale(unit, orTimes: [across, down]).doubt
    }
    let times = (across * 1000).rounded() / 1000
    throw TreeError("the picture is \(times) times as large as the sidecar's scale says")
  }

  /// Refuses the pictures of a stream or video that are not of the size: they were cut or stretched, or their pixels are not
  /// square and the size is that of the screen, and every mask would lie beside its view. Where there is no size, square pixels
  /// have to do; what a scaler says of sizes that it has rounded is no shape.
  func check(_ unit: Double, fits picture: PixelSize, ofPixels aspect: Double) throws(TreeError) {
    guard let width, let height else {
      if abs(aspect - 1) <= 0.01 { return }
      throw TreeError("the picture's pixels are not square, and the header has no size that tells which ones it counts")
    }
    let across = Double(picture.width) / (width * unit), down = Double(picture.height) / (height * unit)
    if abs(across - 1) <= 0.01, abs(down - 1) <= 0.01 { return }
    throw TreeError(
      "the video is of \(picture.width) x \(picture.height), and the header's size is another: it was cut or stretched, or "
        + "its pixels are not square (`ffmpeg -i IN -vf scale=iw*sar:ih,setsar=1 -c:v ffv1 OUT.mkv` makes them so)")
  }

  /// What a window fills that has the whole size, for a picture of another one.
  func screen(for picture: PixelSize) -> ScrimNodeReader.Screen? {
    guard let width, let height else { return nil }
    return ScrimNodeReader.Screen(box: Rect(x: 0, y: 0, width: width, height: height), picture: picture)
  }
}
