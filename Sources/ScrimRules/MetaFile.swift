/// `Scripts/types/scrim.lua`: what the API looks like, for editors that complete and check rules.
///
/// Rendered from the tables that read options and members, so that it cannot say anything else than they do.
public enum MetaFile {
  /// The file's text. A test compares it with the one in the tree.
  public static var text: String {
    var text = """
      ---@meta scrim
      -- GENERATED from the API table. Do not edit.
      error("scrim.lua describes the API; it is not a module")

      ---@class scrim.Rectangle
      ---@field x number
      ---@field y number
      ---@field width number
      ---@field height number

      ---@class scrim.Region: scrim.Rectangle
      ---@field space? "pixels"|"points"

      ---@class scrim.Event
      ---@field name string as in scene.didEnterBackground, or the team's own
      ---@field scene string|nil
      ---@field frame integer|nil
      ---@field time number|nil
      ---@field [string] any the event's own members

      ---@class scrim.State
      ---@field app scrim.LifecycleState
      ---@field scenes table<string, scrim.LifecycleState>

      ---@alias scrim.LifecycleState "active"|"inactive"|"background"|"disconnected"|"unknown"
      ---@alias scrim.RecognizerName \(names(Recognizer.builtIn.map(\.name)))|string

      """
    text += classes
    text += """

      ---@class scrim.View
      \(ViewMember.all.map { "---@field \($0.name) \($0.luaType) \($0.summary)" }.joined(separator: "\n"))
      ---@field matches fun(self: scrim.View, selector: string): boolean
      ---@field closest fun(self: scrim.View, selector: string): scrim.View|nil
      ---@field find fun(self: scrim.View, recognizer: scrim.RecognizerName): integer?, integer?
      ---@field [string] any the format's own members

      ---@class scrim.Frame
      ---@field index integer from 0
      ---@field time number|nil seconds
      ---@field width integer pixels
      ---@field height integer pixels
      ---@field scale number|nil pixels per point
      ---@field app scrim.LifecycleState
      ---@field scenes table<string, scrim.LifecycleState>
      ---@field events scrim.Event[]
      ---@field windows scrim.View[] from the back to the front
      ---@field all fun(self: scrim.Frame, selector: string): scrim.View[]
      ---@field first fun(self: scrim.Frame, selector: string): scrim.View|nil
      ---@field at fun(self: scrim.Frame, x: number, y: number): scrim.View|nil

      ---@class scrim.Plan
      ---@field hide fun(self: scrim.Plan, target: scrim.View|scrim.Region, options?: scrim.HideCallOptions)
      ---@field show fun(self: scrim.Plan, view: scrim.View, options?: scrim.ShowCallOptions)
      ---@field cover fun(self: scrim.Plan, options?: scrim.CoverCallOptions)

      ---@class scrim.Rules
      ---@field name? string
      ---@field default? "show"|"hide_text" what becomes of views that no rule mentions
      ---@field style? scrim.StyleOptions
      ---@field hold? integer|{ before?: integer, after?: integer }
      ---@field cover? scrim.CoverOptions|boolean
      ---@field outside? "show"|"hide"
      ---@field max_gap? number seconds
      ---@field hide? scrim.HideOptions[]
      ---@field show? string[]
      ---@field floor? string[]
      ---@field event? fun(event: scrim.Event, state: scrim.State)
      ---@field frame? fun(frame: scrim.Frame, plan: scrim.Plan)

      ---@class scrim
      scrim = {}

      ---Start and end in characters of what is found first, or nil.
      ---@param text string
      ---@param recognizer scrim.RecognizerName
      ---@return integer? first, integer? last
      function scrim.find(text, recognizer) end

      ---Defines a recognizer of your own; only at the top of the file.
      ---@param definition { name: string, pattern: string }
      function scrim.recognizer(definition) end

      ---Writes a line to stderr.
      ---@param ... any
      function scrim.log(...) end

      """
    return text
  }

  /// A class of options for each place where options stand.
  private static var classes: String {
    RuleOption.Place.allCases.map { place in
      var lines = ["", "---@class \(className(place))"]
      if place == .hide {
        lines += [
          "---@field [1]? string a selector", "---@field find? scrim.RecognizerName|scrim.RecognizerName[]",
          "---@field region? scrim.Region",
        ]
      }
      lines += RuleOption.options(of: place).map { "---@field \($0.name)? \($0.luaType) \($0.summary)" }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n") + "\n"
  }

  private static func className(_ place: RuleOption.Place) -> String {
    switch place {
    case .style: "scrim.StyleOptions"
    case .hide: "scrim.HideOptions"
    case .hideCall: "scrim.HideCallOptions"
    case .showCall: "scrim.ShowCallOptions"
    case .cover: "scrim.CoverOptions"
    case .coverCall: "scrim.CoverCallOptions"
    }
  }

  private static func names(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: "|") }
}
