import ScrimCore
import ScrimTestSupport
import ScrimVerify
import Testing

/// Pixels: what is inside of a region, and what is outside.
struct LeakTests {
  @Test func `an output made by hand as the report says is clean`() throws {
    let (run, cases) = try SolidCase.run()
    #expect(try run.verified().findings == [])
    #expect(try run.verified().frames == 3)
    #expect(try run.findings(changing: "out/f_1.png") { _ in cases[1].redacted.bytes } == [])
  }

  @Test func `one pixel of the original is found, wherever in the region it is`() throws {
    let (run, cases) = try SolidCase.run()
    for (x, y) in [(8, 6), (23, 6), (8, 17), (23, 17), (15, 11)] {
      let found = try run.findings(changing: "out/f_1.png") { _ in cases[1].leaking([(x, y)]).bytes }
      guard case .notPainted(let reported, let box, count: 1, original: 1)? = found.first, found.count == 1 else {
        Issue.record("\(found)")
        continue
      }
      #expect(box == PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
      #expect(reported.rule == "rules.lua hide[1]" && reported.style == .solid && reported.view == nil)
    }
  }

  @Test func `several pixels are counted, and a box is around them`() throws {
    let (run, cases) = try SolidCase.run()
    let found = try run.findings(changing: "out/f_0.png") { _ in cases[0].leaking([(9, 7), (20, 15), (9, 16)]).bytes }
    guard case .notPainted(_, let box, count: 3, original: 3)? = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect(box == PixelRect(left: 9, top: 7, right: 21, bottom: 17))
  }

  @Test func `a pixel of the region that is neither the style's nor the original's is found too`() throws {
    let (run, cases) = try SolidCase.run()
    var picture = cases[2].redacted
    picture.samples[SolidCase.samples(10, 10).lowerBound] ^= 1
    let found = try run.findings(changing: "out/f_2.png") { _ in picture.bytes }
    guard case .notPainted(_, _, count: 1, original: 0)? = found.first else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func `the least change outside is found, on both sides of every edge`() throws {
    let (run, cases) = try SolidCase.run()
    for (x, y) in [(0, 0), (39, 29), (7, 10), (24, 10), (12, 5), (12, 18)] {
      var picture = cases[1].redacted
      picture.samples[SolidCase.samples(x, y).lowerBound + 2] ^= 1
      let found = try run.findings(changing: "out/f_1.png") { _ in picture.bytes }
      #expect(found == [.changedOutside(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1), count: 1)])
    }
  }

  @Test func `another frame in a frame's place is found`() throws {
    let (run, _) = try SolidCase.run()
    let other = try run.folder.read("out/f_0.png")
    let found = try run.findings(changing: "out/f_1.png") { _ in other }
    guard case .changedOutside? = found.first, found.count == 1 else {
      Issue.record("\(found)")
      return
    }
  }

  @Test func `a frame of another size is found`() throws {
    let (run, _) = try SolidCase.run()
    let small = TestPNG.noise(width: 39, height: 30, colourType: 2, bitDepth: 8, seed: 1)
    #expect(
      try run.findings(changing: "out/f_1.png") { _ in small.bytes } == [
        .size(reported: SolidCase.size, original: SolidCase.size, redacted: PixelSize(width: 39, height: 30))
      ])
  }

  @Test func `the same pixels stored in another kind are the same`() throws {
    let (run, cases) = try SolidCase.run()
    // With alpha, in 16 bits.
    var picture = cases[1].redacted
    picture.colourType = 6
    picture.bitDepth = 16
    picture.samples = []
    for pixel in 0..<40 * 30 {
      for sample in cases[1].redacted.samples[pixel * 3..<pixel * 3 + 3] { picture.samples.append(sample * 257) }
      picture.samples.append(.max)
    }
    #expect(try run.findings(changing: "out/f_1.png") { _ in picture.bytes } == [])
    picture.samples[3] = 65_534
    guard case .changedOutside? = try run.findings(changing: "out/f_1.png", { _ in picture.bytes }).first else {
      Issue.record("a pixel that is a little translucent was taken for an opaque one")
      return
    }
  }

  @Test func `an additional and a broken frame are found`() throws {
    let (run, cases) = try SolidCase.run()
    try run.folder.write("out/more.png", cases[0].redacted.bytes)
    #expect(
      try run.verified().findings.map(\.kind) == [.unreportedFile(BytePath("\(run.folder.path)/out/more.png"))])
    let found = try run.findings(changing: "out/f_1.png") { Array($0.dropLast(30)) }
    #expect(found.contains { if case .undecodable = $0 { true } else { false } })
  }

  @Test func `a frame that the original has not is found, and one that the report has not`() throws {
    let (run, cases) = try SolidCase.run()
    try run.folder.write("in/f_3.png", cases[0].original.bytes)
    #expect(try run.verified().findings.map(\.kind) == [.unreported])
    #expect(try run.verified().findings.map(\.frame?.index) == [3])
    let found = try run.findings(report: "f_1.png", becomes: "f_7.png")
    #expect(found.contains(.notInOriginal) && found.contains(.unreported))
  }
}
