import ScrimCore
import ScrimTestSupport
import ScrimVerify
import Testing

/// Reports that were forged, cut off, or are of something else.
struct ReportTests {
  @Test func `a region that the report has elsewhere is found`() throws {
    let (run, _) = try SolidCase.run()
    let found = try run.findings(report: #""rects":[[8,6,16,12]]"#, becomes: #""rects":[[9,6,16,12]]"#)
    // In each frame: a column that was hidden outside of it, and one that is the original's inside.
    #expect(found.count == 6)
  }

  @Test func `a region that the report has smaller is found, and one that it has larger`() throws {
    let (run, _) = try SolidCase.run()
    for rects in ["[[8,6,16,11]]", "[[8,6,16,13]]", "[[8,6,15,12]]", "[[0,0,40,30]]"] {
      #expect(try !run.findings(report: #""rects":[[8,6,16,12]]"#, becomes: #""rects":\#(rects)"#).isEmpty)
    }
  }

  @Test(arguments: [
    (##""color":"#204060""##, ##""color":"#204061""##), (#""style":"solid""#, #""style":"stripes""#),
    (#""style":"solid""#, #""style":"pixelate""#), (#""style":"solid""#, #""style":"erase""#),
    (#""size":[40,30]"#, #""size":[40,31]"#), (#""index":1,"#, #""index":7,"#),
    (#""status":"redacted""#, #""status":"untouched""#), (#""status":"redacted""#, #""status":"failed""#),
    (#""frames":3"#, #""frames":2"#), (#""name":"f_1.png""#, #""name":"f_0.png""#),
    (#""rects":[[8,6,16,12]]"#, #""rects":[]"#), (#""rects":[[8,6,16,12]]"#, #""rects":[[8,6,99,12]]"#),
    (#""rects":[[8,6,16,12]]"#, #""rects":[[8,6,9223372036854775807,12]]"#),
    (#""record":"frame""#, #""record":"other""#), (#""record":"summary""#, #""record":"frame""#),
  ])
  func `a report that says something else is found`(old: String, new: String) throws {
    let (run, _) = try SolidCase.run()
    #expect(try !run.findings(report: old, becomes: new).isEmpty)
  }

  @Test func `a report without a frame, without its end, or with something behind it is found`() throws {
    let (run, _) = try SolidCase.run()
    func lines(_ change: ([String]) -> [String]) throws -> [Finding.Kind] {
      try run.findings(changing: "report.jsonl") { bytes in
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return Array((change(lines).joined(separator: "\n") + "\n").utf8)
      }
    }
    #expect(try lines { $0 } == [])
    #expect(try lines { [$0[0], $0[1], $0[3], $0[4]] }.contains(.unreported))
    #expect(try !lines { Array($0.dropLast()) }.isEmpty)
    #expect(try !lines { $0 + [$0[1]] }.isEmpty)
    #expect(try !lines { [$0[0], $0[2], $0[1], $0[3], $0[4]] }.isEmpty)
    #expect(try !lines { [$0[0], $0[1], $0[1], $0[2], $0[3], $0[4]] }.isEmpty)
    #expect(try !lines { [$0[0], "{", $0[2], $0[3], $0[4]] }.isEmpty)
  }

  @Test func `the report of a run that wrote nothing is refused, and what is no report`() throws {
    let (run, _) = try SolidCase.run()
    for kind in ["null", "dry_run"] {
      #expect(throws: VerifyError.nothingWritten(BytePath("\(run.folder.path)/report.jsonl"))) {
        try run.findings(report: #""output":"written""#, becomes: #""output":"\#(kind)""#)
      }
    }
    for text in ["", "{}", "[1]", "text", #"{"record":"frame"}"#] {
      #expect(throws: VerifyError.self) { try run.findings(changing: "report.jsonl") { _ in Array(text.utf8) } }
    }
  }

  @Test func `a secure view under a style that can be undone is found`() throws {
    let view =
      #"{"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,40,30],"children":[{"type":"Label","id":"pin","bounds":[8,6,16,12]}]}]}"#
    let run = try VerifiedRun(
      [("f_0.png", SolidCase(seed: 1).original.bytes)], size: SolidCase.size, views: [view],
      rules: "return { hide = { { '#pin', style = 'pixelate', allow_cosmetic = true } } }")
    #expect(try run.verified().findings == [] && run.verified().cosmetic == 1)
    guard
      case .cosmeticOnSecure(let reported)? = try run.findings(
        report: #""secure":false"#, becomes: #""secure":true"#
      ).first
    else {
      Issue.record("nothing was found")
      return
    }
    #expect(reported.view == "#pin")
  }
}
