import ScrimCore
import ScrimTestSupport
import ScrimVerify
import Testing

/// YUV4MPEG2 streams.
struct StreamTests {
  private static let (width, height) = (22, 15)

  private static func stream(_ sampling: String, frames: Int, frameBytes: Int) -> [UInt8] {
    var noise = Noise(seed: 9), bytes = Array("YUV4MPEG2 W\(width) H\(height) F30:1 Ip C\(sampling)\n".utf8)
    for _ in 0..<frames {
      bytes += Array("FRAME\n".utf8)
      for place in 0..<frameBytes {
        // Of samples in two bytes, the second has the higher bits: at most 10 of them.
        let mask: UInt8 = sampling.contains("p10") && place % 2 == 1 ? 3 : 255
        bytes.append(UInt8(truncatingIfNeeded: noise.next()) & mask)
      }
    }
    return bytes
  }

  private static let rules = """
    return { hide = { { region = { x = 5, y = 3, width = 7, height = 5 }, style = 'stripes' },
      { region = { x = 15, y = 9, width = 4, height = 4 }, style = 'erase' } } }
    """

  /// Bytes of a frame: 22x15 luma, and chroma rounded up.
  static let samplings = [
    ("420jpeg", 330 + 2 * 88), ("422", 330 + 2 * 165), ("444", 990), ("mono", 330), ("420p10", 2 * 506),
  ]

  private func run(_ sampling: String, _ frameBytes: Int) throws -> VerifiedRun {
    try VerifiedRun(
      [("s.y4m", Self.stream(sampling, frames: 3, frameBytes: frameBytes))],
      size: PixelSize(width: Self.width, height: Self.height), rules: Self.rules, input: "in/s.y4m", output: "out.y4m")
  }

  @Test(arguments: samplings) func `what a run makes of a stream is clean, and what somebody made of it is not`(
    sampling: String, frameBytes: Int
  ) throws {
    let run = try run(sampling, frameBytes)
    #expect(try run.verified().findings == [])
    #expect(try run.verified().frames == 3)

    let original = try run.folder.read("in/s.y4m"), header = original.firstIndex(of: 10)! + 1
    let second = header + 6 + frameBytes + 6, wide = sampling == "420p10" ? 2 : 1
    func findings(_ change: (inout [UInt8]) -> Void) throws -> [Finding.Kind] {
      try run.findings(changing: "out.y4m") { bytes in
        var bytes = bytes
        change(&bytes)
        return bytes
      }
    }
    // The upper left pixel is outside, the one at (8, 5) inside.
    let outside = try findings { $0[second] ^= 1 }
    #expect(outside == [.changedOutside(PixelRect(left: 0, top: 0, right: 1, bottom: 1), count: 1)])
    let inside = try findings { $0[second + (5 * Self.width + 8) * wide] ^= 1 }
    guard case .notPainted(_, _, count: 1, _)? = inside.first else {
      Issue.record("\(inside)")
      return
    }
    let more = Array("FRAME\n".utf8) + original[header + 6..<header + 6 + frameBytes]
    #expect(try findings { $0 += more } == [.ridesAlong("frames that the report does not have")])
    #expect(try !findings { $0 += [1, 2, 3] }.isEmpty)
    #expect(try !findings { $0.removeLast(frameBytes + 6) }.isEmpty)
    #expect(try !findings { $0.removeLast(3) }.isEmpty)
    #expect(try findings { $0.insert(contentsOf: Array(" XSECRET=1".utf8), at: header - 1) }.says("header"))
  }

  @Test func `an output of another kind than its recording is refused`() throws {
    let run = try run("mono", 330)
    try run.folder.write("out.y4m", SolidCase(seed: 1).original.bytes)
    #expect(throws: VerifyError.self) { try run.verified() }
  }
}
