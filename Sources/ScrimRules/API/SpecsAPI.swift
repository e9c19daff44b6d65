/// What specs can say besides what rules can.
enum SpecsAPI {
  private typealias Member = RulesAPI.Member

  /// The words of the prelude, in its order.
  static let functions: [RulesAPI.Function] = [
    RulesAPI.Function(
      name: "describe",
      parameters: [.init(name: "name", luaType: "string"), .init(name: "body", luaType: "fun()")],
      summary: "A block of tests; blocks can stand in blocks."),
    RulesAPI.Function(
      name: "it", parameters: [.init(name: "name", luaType: "string"), .init(name: "body", luaType: "fun()")],
      summary: "A test, with a budget of its own."),
    RulesAPI.Function(
      name: "before_each", parameters: [.init(name: "body", luaType: "fun()")],
      summary: "Runs before each test of the block, outer blocks' first."),
    RulesAPI.Function(
      name: "after_each", parameters: [.init(name: "body", luaType: "fun()")],
      summary: "Runs after each test of the block, failed or not, inner blocks' first."),
    RulesAPI.Function(
      name: "rules", parameters: [.init(name: "...", luaType: "string|{ source: string }")],
      summary: "The rules that are tested: files from the spec's folder on, or ready rules; the baseline first."),
  ]

  static let classes: [RulesAPI.Class] = [
    RulesAPI.Class(
      name: "scrim.specs.Node", heading: "Views of frame{ … }",
      members: [
        Member(name: "type", luaType: "string", summary: "the only member that a view must have"),
        Member(
          name: "bounds", luaType: "number[]|scrim.Rectangle|false",
          summary: "x, y, width, height in pixels; false is not known; left out: a row of the parent's box",
          isOptional: true),
        Member(
          name: "children", luaType: "scrim.specs.Node[]", summary: "in document order", isOptional: true),
        Member(
          name: "[string]", luaType: "any",
          summary: "every other member that views.jsonl knows (id, text, classes, secure, …), and attributes"),
      ]),
    RulesAPI.Class(
      name: "scrim.specs.Options", heading: "Options of frame{ … }",
      members: [
        Member(name: "width", luaType: "integer", summary: "pixels; 390 where it is left out", isOptional: true),
        Member(name: "height", luaType: "integer", summary: "pixels; 844 where it is left out", isOptional: true),
        Member(name: "scale", luaType: "number", summary: "pixels per point", isOptional: true),
        Member(
          name: "index", luaType: "integer", summary: "left out: how many plans the test has made", isOptional: true),
        Member(name: "time", luaType: "number", summary: "seconds", isOptional: true),
        Member(
          name: "app", luaType: #""active"|"inactive"|"background"|"disconnected""#,
          summary: "the app's state, for this frame alone", isOptional: true),
        Member(
          name: "scenes", luaType: "table<string, string>", summary: "the same by scene", isOptional: true),
        Member(
          name: "events", luaType: "(string|table)[]",
          summary: "names, or tables with name, scene and more; what they change lasts", isOptional: true),
        Member(name: "[integer]", luaType: "scrim.specs.Node", summary: "views, or windows of type Window"),
      ]),
    RulesAPI.Class(
      name: "scrim.specs.Frame", heading: "Frames of specs",
      members: [
        Member(
          name: "plan", luaType: "fun(self: scrim.specs.Frame): scrim.specs.Plan",
          summary: "what the rules make of the frame", call: "frame:plan()")
      ] + RulesAPI.frameCalls("scrim.specs.Frame")),
    RulesAPI.Class(name: "scrim.specs.Plan", members: []),
    RulesAPI.Class(
      name: "scrim.specs.Expectation", heading: "expect(…)",
      members: matchers.map { name, parameter, summary in
        let arguments = parameter.map { ", \($0)" } ?? ""
        let shown = parameter.map { $0.prefix { $0 != ":" && $0 != "?" } } ?? ""
        return Member(
          name: name, luaType: "fun(self: scrim.specs.Expectation\(arguments)): scrim.specs.Expectation",
          summary: summary, call: "\(name)(\(shown))")
      }),
  ]

  private static let matchers: [(name: String, parameter: String?, summary: String)] = [
    ("hides", "what: string|scrim.View", "every pixel of each such view that can be seen is hidden"),
    ("shows", "what: string|scrim.View", "no pixel of such a view is hidden"),
    ("with", "options: table", "behind hides and covers: the mask has these options; rule = names who asked for it"),
    ("covers", nil, "a cover hides the frame whole"),
    ("hides_nothing", nil, "nothing is hidden"),
    ("fails", "part?: string", "the frame fails closed, with this in its message; no other matcher accepts that"),
    ("equals", "value: any", "the same value; tables are compared by what is in them"),
    ("is_true", nil, "true itself"), ("is_false", nil, "false itself"), ("is_nil", nil, "nil"),
    ("contains", "part: any", "a text holds a text, or a list an item"),
    ("raises", "part?: string", "a function raises an error, with this in it"),
    ("never", nil, "the opposite of all that follows; expect.never(…) is the same"),
  ]
}
