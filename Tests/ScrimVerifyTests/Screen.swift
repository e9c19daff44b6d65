import Foundation
import ScrimCore
import ScrimInput
import ScrimOutput
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import ScrimVerify
import ScrimViews
import Testing

/// A small screen with words on it that scroll: gray, so that pictures and streams of it have the same luma.
struct Screen {
  static let size = PixelSize(width: 192, height: 128)
  var count = 4
  /// What masks are painted in.
  var gray: UInt8 = 0x60

  /// Glyphs of dark strokes on a bright ground, a line each 16 rows.
  func frame(_ index: Int) -> [UInt8] {
    var picture = [UInt8](repeating: 225, count: Self.size.width * Self.size.height)
    for y in 0..<Self.size.height {
      let scrolled = y + 2 * index, line = scrolled / 16, row = scrolled % 16
      guard (3..<13).contains(row) else { continue }
      for x in 8..<Self.size.width - 8 {
        var glyph = SeededNumbers(seed: UInt64(line * 64 + x / 9))
        let strokes = glyph.next(), column = x % 9
        // A stroke is two pixels wide.
        if column < 7, strokes >> UInt64(column / 2 * 5 + (row - 3) / 2) & 1 == 1 {
          picture[y * Self.size.width + x] = 45
        }
      }
    }
    return picture
  }

  /// Where the one mask lies, which follows what scrolls.
  static func mask(_ index: Int) -> PixelRect {
    PixelRect(left: 40, top: 60 - 4 * index, right: 136, bottom: 104 - 4 * index)
  }

  static let oneMask = """
    return { frame = function(frame, plan)
      plan:hide({ x = 40, y = 60 - 4 * frame.index, width = 96, height = 44 }, { color = "#606060" })
    end }
    """

  static let allStyles = """
    return { hide = {
      { region = { x = 8, y = 6, width = 52, height = 36 }, color = "#204060", text = "Hidden" },
      { region = { x = 68, y = 6, width = 51, height = 37 }, style = "stripes" },
      { region = { x = 127, y = 5, width = 60, height = 41 }, style = "erase" },
      { region = { x = 9, y = 55, width = 50, height = 40 }, style = "noise" },
      { region = { x = 68, y = 60, width = 52, height = 32 }, style = "pixelate", allow_cosmetic = true },
      { region = { x = 128, y = 60, width = 40, height = 40 }, style = "blur", allow_cosmetic = true } } }
    """

  /// In one gray, as masks are.
  func painted(_ picture: [UInt8], _ rect: PixelRect) -> [UInt8] {
    var picture = picture
    for y in rect.top..<rect.bottom {
      for x in rect.left..<rect.right { picture[y * Self.size.width + x] = gray }
    }
    return picture
  }

  /// - Parameters:
  ///   - ghost: How much of the original stays in the mask.
  ///   - keepsMean: Whether the mask is as bright as it should be.
  func masked(_ index: Int, ghost: Double = 0, keepsMean: Bool = false) -> [UInt8] {
    let rect = Self.mask(index), original = frame(index)
    var picture = painted(original, rect)
    if ghost == 0 { return picture }
    var places: [Int] = []
    for y in rect.top..<rect.bottom {
      places += rect.left + y * Self.size.width..<rect.right + y * Self.size.width
    }
    let mean = places.reduce(0) { $0 + Double(original[$1]) } / Double(places.count)
    for place in places {
      let ground = keepsMean ? mean : Double(gray)
      picture[place] = UInt8((Double(gray) + ghost * (Double(original[place]) - ground)).rounded())
    }
    return picture
  }

  /// As a stream of the same samples, with some colour in it.
  var stream: [UInt8] { stream(count) { frame($0) } }

  func stream(_ count: Int, _ frame: (Int) -> [UInt8]) -> [UInt8] {
    let quarter = Self.size.width * Self.size.height / 4
    let head = "YUV4MPEG2 W\(Self.size.width) H\(Self.size.height) F30:1 Ip A1:1 C420mpeg2\n"
    return (0..<count).reduce(into: Array(head.utf8)) { bytes, index in
      bytes += Array("FRAME\n".utf8) + frame(index) + [UInt8](repeating: 128, count: 2 * quarter)
    }
  }

  private func png(_ picture: [UInt8]) -> [UInt8] {
    TestPNG(
      width: Self.size.width, height: Self.size.height, colourType: 0, bitDepth: 8, samples: picture.map { UInt16($0) }
    ).bytes
  }

  private func files(_ count: Int, _ frame: (Int) -> [UInt8]) -> [(name: String, bytes: [UInt8])] {
    (0..<count).map { (name: "f_\($0).png", bytes: png(frame($0))) }
  }

  /// Redacts it: `in` is a folder of pictures, `in/s.y4m` a stream.
  func run(
    to output: String, from input: String = "in", rules: String, _ change: (inout RedactionRequest) -> Void = { _ in }
  ) throws -> VerifiedRun {
    let isStream = input != "in"
    return try VerifiedRun(
      isStream ? [("s.y4m", stream)] : files(count) { frame($0) }, size: Self.size, rules: rules, input: input,
      output: output
    ) {
      if !isStream { $0.input.framesPerSecond = FrameRate(30) }
      change(&$0)
    }
  }

  /// Encodes other frames as a run does, with nothing hidden.
  func encoded(
    _ output: String, count: Int? = nil, quality: Int? = nil, asStream: Bool = false, _ frame: (Int) -> [UInt8]
  ) throws -> [UInt8] {
    let count = count ?? self.count
    let run = try VerifiedRun(
      asStream ? [("s.y4m", stream(count, frame))] : files(count, frame), size: Self.size, rules: "return {}",
      input: asStream ? "in/s.y4m" : "in", output: output
    ) {
      if !asStream { $0.input.framesPerSecond = FrameRate(30) }
      $0.quality = quality
    }
    return try run.folder.read(output)
  }
}

extension VerifiedRun {
  /// What the verdict is on another output in place of the run's.
  func findings(of bytes: [UInt8]) throws -> [Finding.Kind] {
    try findings(changing: output) { _ in bytes }
  }
}
