import ScrimCore
import ScrimOutput
import ScrimPipeline
import ScrimTestSupport
import ScrimVerify
import Testing

/// Outputs of lossy codecs that show something: each is encoded as an honest one is, and held against the honest run's report.
struct VideoLeakTests {
  private static let outputs = ["out.mp4", "out.webm", "out.gif"]

  private func findings(
    _ output: String, quality: Int? = nil, _ frame: (Screen, Int) -> [UInt8]
  ) throws -> [Finding.Kind] {
    let screen = Screen()
    let quality = output == "out.gif" ? nil : quality
    let run = try screen.run(to: output, rules: Screen.oneMask) { $0.quality = quality }
    return try run.findings(of: try screen.encoded(output, quality: quality) { frame(screen, $0) })
  }

  @Test(arguments: outputs, [12, 30]) func `frames that were painted by hand are clean`(
    output: String, quality: Int
  ) throws {
    #expect(try findings(output, quality: quality) { screen, index in screen.masked(index) } == [])
  }

  @Test(arguments: outputs, [12, 30]) func `a region that is not painted in one frame`(
    output: String, quality: Int
  ) throws {
    let found = try findings(output, quality: quality) { screen, index in
      index == 3 ? screen.frame(index) : screen.masked(index)
    }
    #expect(found.contains { $0.isInside })
  }

  @Test(arguments: outputs, [6, 12, 20]) func `a small region that is not painted`(output: String, side: Int) throws {
    let screen = Screen(count: 3)
    let rules =
      "return { hide = { { region = { x = 61, y = 51, width = \(side), height = \(side) }, color = '#606060' } } }"
    let run = try screen.run(to: output, rules: rules)
    #expect(try run.verified().findings == [])
    let found = try run.findings(of: try screen.encoded(output) { screen.frame($0) })
    #expect(found.contains { $0.isInside })
  }

  @Test(arguments: outputs, [12, 30]) func `a tenth of the original that shines through`(
    output: String, quality: Int
  ) throws {
    let found = try findings(output, quality: quality) { screen, index in screen.masked(index, ghost: 0.1) }
    #expect(found.contains { $0.isInside })
  }

  @Test func `a fainter picture of it than a block's mean would tell`() throws {
    let found = try findings("out.mp4") { screen, index in screen.masked(index, ghost: 0.05, keepsMean: true) }
    #expect(found.contains { if case .showsThrough(_, _, percent: 3...8) = $0 { true } else { false } })
  }

  /// What has been changed outside is no measure for what a codec loses inside.
  @Test(arguments: ["out.mp4", "out.webm"]) func `a tenth of the original behind a strip of other changes`(
    output: String
  ) throws {
    let found = try findings(output) { screen, index in
      var picture = screen.masked(index, ghost: 0.1)
      for y in 108..<118 { for x in 0..<Screen.size.width { picture[y * Screen.size.width + x] ^= 0xff } }
      return picture
    }
    #expect(found.contains { $0.isInside })
    #expect(found.contains { if case .changedOutside = $0 { true } else { false } })
  }

  @Test(arguments: outputs) func `a mask that is one frame late`(output: String) throws {
    let found = try findings(output) { screen, index in
      screen.painted(screen.frame(index), Screen.mask(max(index - 1, 0)))
    }
    #expect(found.contains { $0.isInside })
  }

  @Test(arguments: outputs, [(-2, 0), (0, 3)]) func `a mask that lies a little beside its place`(
    output: String, by offset: (Int, Int)
  ) throws {
    let found = try findings(output) { screen, index in
      let place = Screen.mask(index)
      return screen.painted(
        screen.frame(index),
        PixelRect(
          left: place.left + offset.0, top: place.top + offset.1, right: place.right + offset.0,
          bottom: place.bottom + offset.1))
    }
    #expect(found.contains { $0.isInside })
  }

  @Test(arguments: outputs) func `something that is painted outside of all regions`(output: String) throws {
    let found = try findings(output) { screen, index in
      let picture = screen.masked(index)
      return screen.painted(picture, PixelRect(left: 8, top: 80, right: 40, bottom: 112))
    }
    #expect(found.contains { if case .changedOutside = $0 { true } else { false } })
  }

  @Test func `an output without any mask, and one of another recording`() throws {
    #expect(try findings("out.mp4") { screen, index in screen.frame(index) }.contains { $0.isInside })
    #expect(
      try findings("out.mp4") { screen, index in screen.painted(screen.frame(index + 43), Screen.mask(index)) }
        .contains { if case .changedOutside = $0 { true } else { false } })
  }

  @Test(arguments: [("out.mkv", Int?.none), ("out.mp4", 0)]) func `one sample, where nothing is lost`(
    output: String, quality: Int?
  ) throws {
    // The masks' gray as luma of BT.601 in limited range: 16, and 219 of 255 parts of 96.
    let screen = Screen(gray: 98)
    let run = try screen.run(to: output, from: "in/s.y4m", rules: Screen.oneMask) { $0.quality = quality }
    #expect(try run.verified().findings == [])
    for (x, y, isInside) in [(60, 60, true), (10, 100, false)] {
      let found = try run.findings(
        of: try screen.encoded(output, quality: quality, asStream: true) { index in
          var picture = screen.masked(index)
          if index == 2 { picture[y * Screen.size.width + x] ^= 1 }
          return picture
        })
      #expect(found.count == 1)
      #expect(found.allSatisfy { $0.isInside == isInside })
    }
  }
}

extension Finding.Kind {
  /// Whether it tells of a region that is not as it was painted.
  var isInside: Bool {
    switch self {
    case .notPainted, .showsThrough: true
    default: false
    }
  }
}
