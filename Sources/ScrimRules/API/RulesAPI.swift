/// What rules and specs can say: one table, from which the editors' file and the manual are rendered.
///
/// Options and members of views come from the tables that read them (`RuleOption`, `ViewMember`), so that neither can say
/// anything else than what is read.
enum RulesAPI {
  struct Member: Sendable {
    var name: String
    /// In the words of LuaCATS.
    var luaType: String
    var summary = ""
    var isOptional = false
    /// How it is called, for the manual: `frame:all(selector)`; nil for what is no function.
    var call: String?
  }

  struct Class: Sendable {
    /// In the editors' file.
    var name: String
    var parent: String?
    /// The manual's heading; nil where the manual has no section of it.
    var heading: String?
    var members: [Member]
  }

  struct Function: Sendable {
    struct Parameter: Sendable {
      var name: String
      var luaType: String
    }

    var name: String
    var parameters: [Parameter]
    var returns: String?
    var summary: String

    /// `scrim.find(text, recognizer)`.
    var call: String { "\(name)(\(parameters.map(\.name).joined(separator: ", ")))" }
  }

  // MARK: rules

  static let classes: [Class] = [
    Class(
      name: "scrim.Rectangle",
      members: ["x", "y", "width", "height"].map { Member(name: $0, luaType: "number") }),
    Class(
      name: "scrim.Region", parent: "scrim.Rectangle",
      members: [Member(name: "space", luaType: #""pixels"|"points""#, isOptional: true)]),
    Class(
      name: "scrim.Rules", heading: "A rules file returns a table",
      members: [
        Member(name: "name", luaType: "string", summary: "what the rules are called", isOptional: true),
        Member(
          name: "default", luaType: #""show"|"hide_text""#, summary: "what becomes of views that no rule mentions",
          isOptional: true),
        Member(name: "style", luaType: "scrim.StyleOptions", summary: "what every rule begins with", isOptional: true),
        Member(
          name: "hold", luaType: holdType, summary: "frames before and after that stay hidden too", isOptional: true),
        Member(name: "cover", luaType: "scrim.CoverOptions|boolean", summary: "the privacy screen", isOptional: true),
        Member(
          name: "outside", luaType: #""show"|"hide""#, summary: "area that no window covers; hidden unless shown",
          isOptional: true),
        Member(
          name: "max_gap", luaType: "number", summary: "seconds between two snapshots above which frames are covered",
          isOptional: true),
        Member(name: "hide", luaType: "scrim.HideOptions[]", summary: "what is hidden, and how", isOptional: true),
        Member(name: "show", luaType: "string[]", summary: "selectors of exceptions", isOptional: true),
        Member(
          name: "floor", luaType: "string[]", summary: "selectors of what is hidden whatever other rules say",
          isOptional: true),
        Member(
          name: "event", luaType: "fun(event: scrim.Event, state: scrim.State)",
          summary: "hears every event before the frame at which it happens", isOptional: true,
          call: "event(event, state)"),
        Member(
          name: "frame", luaType: "fun(frame: scrim.Frame, plan: scrim.Plan)",
          summary: "says for each frame what selectors cannot say", isOptional: true, call: "frame(frame, plan)"),
      ]),
    Class(name: "scrim.StyleOptions", members: options(.style)),
    Class(
      name: "scrim.HideOptions", heading: "Entries of hide, and options of plan:hide",
      members: [
        Member(name: "[1]", luaType: "string", summary: "a selector", isOptional: true),
        Member(
          name: "find", luaType: "scrim.RecognizerName|scrim.RecognizerName[]",
          summary: "only views whose texts hold one of these", isOptional: true),
        Member(name: "region", luaType: "scrim.Region", summary: "a part of the picture", isOptional: true),
      ] + options(.hide)),
    Class(name: "scrim.HideCallOptions", members: options(.hideCall)),
    Class(name: "scrim.ShowCallOptions", heading: "Options of plan:show", members: options(.showCall)),
    Class(name: "scrim.CoverOptions", heading: "Members of cover, and options of plan:cover", members: options(.cover)),
    Class(name: "scrim.CoverCallOptions", members: options(.coverCall)),
    Class(
      name: "scrim.Frame", heading: "frame",
      members: [
        Member(name: "index", luaType: "integer", summary: "from 0"),
        Member(name: "time", luaType: "number|nil", summary: "seconds"),
        Member(name: "width", luaType: "integer", summary: "pixels"),
        Member(name: "height", luaType: "integer", summary: "pixels"),
        Member(name: "scale", luaType: "number|nil", summary: "pixels per point"),
        Member(name: "app", luaType: "scrim.LifecycleState", summary: "the app's state"),
        Member(
          name: "scenes", luaType: "table<string, scrim.LifecycleState>", summary: "the same by scene"),
        Member(name: "events", luaType: "scrim.Event[]", summary: "what happened since the frame before"),
        Member(name: "windows", luaType: "scrim.View[]", summary: "from the back to the front"),
      ] + frameCalls("scrim.Frame")),
    Class(
      name: "scrim.View", heading: "view",
      members: ViewMember.all.map { Member(name: $0.name, luaType: $0.luaType, summary: $0.summary) } + [
        Member(
          name: "matches", luaType: "fun(self: scrim.View, selector: string): boolean",
          summary: "whether a selector means this view", call: "view:matches(selector)"),
        Member(
          name: "closest", luaType: "fun(self: scrim.View, selector: string): scrim.View|nil",
          summary: "the nearest that matches, of itself and the views around it", call: "view:closest(selector)"),
        Member(
          name: "find", luaType: "fun(self: scrim.View, recognizer: scrim.RecognizerName): integer?, integer?",
          summary: "start and end in characters of what its texts hold first", call: "view:find(recognizer)"),
        Member(name: "[string]", luaType: "any", summary: "the format's own members"),
      ]),
    Class(
      name: "scrim.Plan", heading: "plan",
      members: [
        Member(
          name: "hide",
          luaType: "fun(self: scrim.Plan, target: scrim.View|scrim.Region, options?: scrim.HideCallOptions)",
          summary: "hides a view with all that is in it, or a region", call: "plan:hide(target, options)"),
        Member(
          name: "show", luaType: "fun(self: scrim.Plan, view: scrim.View, options?: scrim.ShowCallOptions)",
          summary: "shows a view with all that is in it", call: "plan:show(view, options)"),
        Member(
          name: "cover", luaType: "fun(self: scrim.Plan, options?: scrim.CoverCallOptions)",
          summary: "covers the frame, or a scene", call: "plan:cover(options)"),
      ]),
    Class(
      name: "scrim.Event", heading: "event",
      members: [
        Member(name: "name", luaType: "string", summary: "as in scene.didEnterBackground, or the team's own"),
        Member(name: "scene", luaType: "string|nil", summary: "the scene that it concerns; nil is all"),
        Member(name: "frame", luaType: "integer|nil", summary: "the frame at which it happens"),
        Member(name: "time", luaType: "number|nil", summary: "or the time, in seconds"),
        Member(name: "[string]", luaType: "any", summary: "the event's own members"),
      ]),
    Class(
      name: "scrim.State",
      members: [
        Member(name: "app", luaType: "scrim.LifecycleState"),
        Member(name: "scenes", luaType: "table<string, scrim.LifecycleState>"),
      ]),
  ]

  /// The table `scrim`.
  static let functions: [Function] = [
    Function(
      name: "scrim.find",
      parameters: [.init(name: "text", luaType: "string"), .init(name: "recognizer", luaType: "scrim.RecognizerName")],
      returns: "integer? first, integer? last",
      summary: "Start and end in characters of what is found first, or nil."),
    Function(
      name: "scrim.recognizer",
      parameters: [.init(name: "definition", luaType: "{ name: string, pattern: string }")],
      summary: "Defines a recognizer of your own; only at the top of the file."),
    Function(
      name: "scrim.log", parameters: [.init(name: "...", luaType: "any")], summary: "Writes a line to stderr."),
  ]

  static let holdType = RuleOption.all.first { $0.name == "hold" }!.luaType

  private static func options(_ place: RuleOption.Place) -> [Member] {
    RuleOption.options(of: place).map {
      Member(name: $0.name, luaType: $0.luaType, summary: $0.summary, isOptional: true)
    }
  }

  /// What frames of rules and those of specs have alike.
  static func frameCalls(_ name: String) -> [Member] {
    [
      Member(
        name: "all", luaType: "fun(self: \(name), selector: string): scrim.View[]",
        summary: "the views that match, in document order", call: "frame:all(selector)"),
      Member(
        name: "first", luaType: "fun(self: \(name), selector: string): scrim.View|nil",
        summary: "the first of them", call: "frame:first(selector)"),
      Member(
        name: "at", luaType: "fun(self: \(name), x: number, y: number): scrim.View|nil",
        summary: "the topmost view at a pixel", call: "frame:at(x, y)"),
    ]
  }
}
