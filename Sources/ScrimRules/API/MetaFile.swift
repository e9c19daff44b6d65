/// `Scripts/types/scrim.lua`: what the API looks like, for editors that complete and check rules and specs.
public enum MetaFile {
  /// The file's text. A test compares it with the one in the tree.
  public static var text: String {
    """
    ---@meta scrim
    -- GENERATED from the API table. Do not edit.
    error("scrim.lua describes the API; it is not a module")

    ---@alias scrim.LifecycleState "active"|"inactive"|"background"|"disconnected"|"unknown"
    ---@alias scrim.RecognizerName \(Recognizer.builtIn.map { "\"\($0.name)\"" }.joined(separator: "|"))|string

    \((RulesAPI.classes + SpecsAPI.classes).map(lines).joined(separator: "\n"))
    ---@class scrim
    scrim = {}

    \(RulesAPI.functions.map(lines).joined(separator: "\n"))
    -- Specs alone have these.

    \(SpecsAPI.functions.map(lines).joined(separator: "\n"))
    ---@class scrim.specs.FrameMaker
    ---@field load fun(path: string, frame: integer, options?: { width?: integer, height?: integer, fps?: number }): scrim.specs.Frame
    ---@overload fun(views: scrim.specs.Options): scrim.specs.Frame
    frame = {}

    ---@class scrim.specs.Expect
    ---@field never fun(value: any): scrim.specs.Expectation
    ---@overload fun(value: any): scrim.specs.Expectation
    expect = {}

    """
  }

  private static func lines(_ type: RulesAPI.Class) -> String {
    var text = "---@class \(type.name)\(type.parent.map { ": \($0)" } ?? "")\n"
    for member in type.members {
      let summary = member.summary.isEmpty ? "" : " \(member.summary)"
      text += "---@field \(member.name)\(member.isOptional ? "?" : "") \(member.luaType)\(summary)\n"
    }
    return text
  }

  private static func lines(_ function: RulesAPI.Function) -> String {
    var text = "---\(function.summary)\n"
    for parameter in function.parameters { text += "---@param \(parameter.name) \(parameter.luaType)\n" }
    if let returns = function.returns { text += "---@return \(returns)\n" }
    return text + "function \(function.call) end\n"
  }
}
