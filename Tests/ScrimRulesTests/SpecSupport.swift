import ScrimCore
import ScrimPipeline
import ScrimRules
import ScrimTestSupport
import Testing

/// A spec beside rules in a folder of their own, run as `scrim test` runs it.
struct SpecRun {
  let folder: TemporaryFolder
  var lines: [String] = []
  var tests: [SpecTest] = []

  /// `body` stands inside of one `it`, on line 1.
  init(rules: String = defaultRules, it body: String, files: [String: String] = [:]) throws {
    try self.init(rules: rules, spec: "it(\"it\", function() \(body)\nend)", files: files)
  }

  init(rules: String? = defaultRules, spec: String, files: [String: String] = [:], filter: String? = nil) throws {
    folder = try TemporaryFolder()
    if let rules { try folder.write("bank.lua", Array(rules.utf8)) }
    for (name, text) in files { try folder.write(name, Array(text.utf8)) }
    let path = try folder.write("bank_spec.lua", Array(spec.utf8))
    var lines = [String]()
    tests = try runSpec(
      RulesFile(argument: BytePath(path)), stages: PipelineStages(), filter: filter, log: { lines.append($0) })
    self.lines = lines
  }

  /// The message of the first test; nil where it passes.
  var message: String? { tests.first?.failure?.message }
  var details: [String] { tests.first?.failure?.details ?? [] }

  /// A text with the rules' path as BANK: every run has a folder of its own.
  func named(_ text: String?) -> String? { text?.replacing("\(folder.path)/bank.lua", with: "BANK") }

  static let defaultRules = """
    return {
      hide = { { "#pin", text = "Hidden", hold = 2 }, { ".pan", style = "card", text = "Account", name = "account" } },
      show = { "#logo" },
      cover = { on = "background", text = "Private" },
      frame = function(frame)
        if frame:first "#bad" then error("no") end
      end,
    }
    """

  /// A frame's views for most tests.
  static let views = """
    { type = "TextField", id = "pin", text = "hunter2" },
    { type = "Card", classes = "pan big", children = { { type = "Label", id = "number", text = "4929" } } },
    { type = "Label", id = "name", text = "Ada" },
    """
}
