internal import ScrimRules

/// What became of one spec file.
struct SpecFileResult {
  /// As messages name it.
  var file: String
  var tests: [SpecTest]

  var failed: Int { tests.count { $0.failure != nil } }
}

/// How results are printed on stdout.
enum TestFormat: String, CaseIterable, Sendable {
  /// For people: a line for each file, and what went wrong.
  case human
  /// Test Anything Protocol, version 13.
  case tap
  /// JUnit's XML, as build servers read it.
  case junit

  /// What is printed once a file is done; `before` is the number of tests before it.
  func text(of result: SpecFileResult, before: Int) -> String {
    switch self {
    case .human: human(result)
    case .tap: tap(result, before)
    case .junit: ""
    }
  }

  /// What is printed at the end.
  func end(_ results: [SpecFileResult]) -> String {
    switch self {
    case .human: ""
    case .tap: "1..\(results.reduce(0) { $0 + $1.tests.count })\n"
    case .junit: JUnit.text(results)
    }
  }

  var begin: String { self == .tap ? "TAP version 13\n" : "" }

  // MARK: human

  private func human(_ result: SpecFileResult) -> String {
    let counts =
      result.failed == 0
      ? counted(result.tests.count, "test") : "\(result.failed) of \(counted(result.tests.count, "test")) failed"
    var text = "\(result.failed == 0 ? "ok    " : "FAILED") \(oneLine(result.file)): \(counts)\n"
    for test in result.tests {
      guard let failure = test.failure else { continue }
      text += "\n  \(oneLine(test.fullName))\n    \(place(failure)): \(oneLine(failure.message))\n"
      if failure.details.isEmpty { continue }
      text += "\n" + failure.details.map { "      \(oneLine($0))\n" }.joined()
    }
    return text
  }

  // MARK: tap

  private func tap(_ result: SpecFileResult, _ before: Int) -> String {
    var text = ""
    for (place, test) in result.tests.enumerated() {
      let name = oneLine("\(result.file): \(test.fullName)").replacing("#", with: "\\#")
      guard let failure = test.failure else {
        text += "ok \(before + place + 1) - \(name)\n"
        continue
      }
      text += "not ok \(before + place + 1) - \(name)\n"
      for line in ["\(self.place(failure)): \(failure.message)"] + failure.details { text += "# \(oneLine(line))\n" }
    }
    return text
  }

  private func place(_ failure: SpecTest.Failure) -> String {
    oneLine(failure.file) + (failure.line.map { ":\($0)" } ?? "")
  }
}

/// JUnit's XML.
private enum JUnit {
  static func text(_ results: [SpecFileResult]) -> String {
    let tests = results.reduce(0) { $0 + $1.tests.count }, failed = results.reduce(0) { $0 + $1.failed }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="\(tests)" failures="\(failed)">
      \(results.map(suite).joined())</testsuites>

      """
  }

  private static func suite(_ result: SpecFileResult) -> String {
    let cases = result.tests.map { test -> String in
      let name = "<testcase classname=\"\(escaped(result.file))\" name=\"\(escaped(test.fullName))\""
      guard let failure = test.failure else { return "    \(name)/>\n" }
      let place = failure.file + (failure.line.map { ":\($0)" } ?? "")
      let lines = ["\(place): \(failure.message)"] + failure.details
      return """
            \(name)>
              <failure message="\(escaped(failure.message))">\(lines.map(escaped).joined(separator: "\n"))</failure>
            </testcase>

        """
    }
    return """
        <testsuite name="\(escaped(result.file))" tests="\(result.tests.count)" failures="\(result.failed)">
      \(cases.joined())  </testsuite>

      """
  }

  /// Text without anything that XML takes for its own, or cannot hold.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in oneLine(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
