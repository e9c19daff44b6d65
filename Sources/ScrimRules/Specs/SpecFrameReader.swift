import ScrimCore

/// Reads what a spec writes behind `frame` and `frame.load`.
///
/// Views become a line of `views.jsonl` and go through its reader, so that a spec's views are what a recording's would
/// be. A misspelt member is an error: as an attribute of that name it would make a test pass that proves nothing.
enum SpecFrameReader {
  /// A telephone's screen, in pixels.
  private static let standardSize = PixelSize(width: 390, height: 844)
  private static let longestSide = 16_384

  private static let options = ["width", "height", "scale", "app", "scenes", "events", "index", "time"]

  static func read(_ value: LuaValue, stages: any SpecStages) throws(HostError) -> SpecFrame {
    do { return try frame(value, stages) } catch { throw HostError(message: "frame: \(error.message)") }
  }

  private static func frame(_ value: LuaValue, _ stages: any SpecStages) throws(OptionProblem) -> SpecFrame {
    let table = try value.table("a frame")
    try table.check(members: options, items: 0...Int.max - 1, called: "member of a frame")
    let size = PixelSize(
      width: try side("width", of: table) ?? standardSize.width,
      height: try side("height", of: table) ?? standardSize.height)
    let scale = try optional("scale", of: table) { (value) throws(OptionProblem) in
      let scale = try value.number()
      guard scale > 0 else { throw OptionProblem("it has to be above 0") }
      return scale
    }
    let index = try optional("index", of: table) { (value) throws(OptionProblem) in try value.count(upTo: 1 << 40) }
    let time = try optional("time", of: table) { (value) throws(OptionProblem) in try value.number() }
    let json = try SpecNodeWriter.windows(table.items, size)
    let snapshot: Snapshot
    do { snapshot = try stages.snapshot(windows: json, scale: scale ?? 1) } catch {
      throw OptionProblem(error.words)
    }
    let views = FrameViews(tree: .exact(snapshot), events: try events(of: table))
    let context = FrameContext(
      identity: FrameIdentity(index: index ?? 0, time: time), size: size, views: views, scale: scale)
    return SpecFrame(made: context, snapshot: snapshot, states: try states(of: table), index: index)
  }

  /// A recording beside the spec, and the frame in it.
  static func recording(
    _ path: LuaValue, _ index: LuaValue, _ options: LuaValue, beside directory: BytePath
  ) throws(OptionProblem) -> (SpecRecording, Int) {
    let name = BytePath(try within("path") { () throws(OptionProblem) in try path.string() })
    guard !name.isEmpty, !name.isAbsolute else {
      throw OptionProblem("a path counts from the spec's folder, and does not begin with '/'", at: ["path"])
    }
    let index = try within("frame") { () throws(OptionProblem) in try index.count(upTo: 1 << 40) }
    var recording = SpecRecording(path: directory / name)
    guard !options.isNone else { return (recording, index) }
    let table = try options.table("options")
    try table.check(members: ["width", "height", "fps"], called: "option")
    if let width = try side("width", of: table), let height = try side("height", of: table) {
      recording.size = PixelSize(width: width, height: height)
    }
    recording.framesPerSecond = try optional("fps", of: table) { (value) throws(OptionProblem) in
      let rate = try value.number()
      guard rate > 0 else { throw OptionProblem("it has to be above 0") }
      return rate
    }
    return (recording, index)
  }

  private static func optional<T>(
    _ name: String, of table: LuaTable, _ read: (LuaValue) throws(OptionProblem) -> T
  ) throws(OptionProblem) -> T? {
    table[name].isNone ? nil : try within(name) { () throws(OptionProblem) in try read(table[name]) }
  }

  private static func side(_ name: String, of table: LuaTable) throws(OptionProblem) -> Int? {
    try optional(name, of: table) { (value) throws(OptionProblem) in
      let side = try value.count(upTo: longestSide)
      guard side > 0 else { throw OptionProblem("it has to be above 0") }
      return side
    }
  }

  // MARK: events and states

  private static func events(of table: LuaTable) throws(OptionProblem) -> [Event] {
    try optional("events", of: table) { (value) throws(OptionProblem) in
      let list = try value.table("events")
      try list.check(members: [], items: 0...Int.max - 1, called: "member")
      var events = [Event]()
      for (place, item) in list.items.enumerated() {
        events.append(try within("[\(place + 1)]") { () throws(OptionProblem) in try event(item) })
      }
      return events
    } ?? []
  }

  /// A name, or a table with name, scene and members of its own.
  private static func event(_ value: LuaValue) throws(OptionProblem) -> Event {
    if case .string(let name) = value { return Event(name: name, instant: .frame(0)) }
    let table = try value.table("an event")
    let name = try within("name") { () throws(OptionProblem) in try table["name"].string() }
    let scene = try optional("scene", of: table) { (value) throws(OptionProblem) in try value.string() }
    var event = Event(name: name, instant: .frame(0), scene: scene)
    for (name, value) in table.members where name != "name" && name != "scene" {
      event.attributes[name] = attribute(value)
    }
    return event
  }

  private static func attribute(_ value: LuaValue) -> AttributeValue {
    switch value {
    case .none, .function, .view, .other: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .text(SensitiveText(text))
    case .table(let table):
      table.members.isEmpty
        ? .list(table.items.map(attribute))
        : .object(Dictionary(table.members.map { ($0.key, attribute($0.value)) }) { $1 })
    }
  }

  /// Events that lead to the states that a frame names.
  private static func states(of table: LuaTable) throws(OptionProblem) -> [Event] {
    var events = [Event]()
    if let state = try optional("app", of: table, state) {
      events.append(Event(name: "application.\(state)", instant: .frame(0)))
    }
    let scenes = try optional("scenes", of: table) { (value) throws(OptionProblem) in try value.table("scenes") }
    for (scene, value) in scenes?.members ?? [] {
      let word = try within("scenes") { () throws(OptionProblem) -> String in
        try within(scene) { () throws(OptionProblem) -> String in try state(value) }
      }
      events.append(Event(name: "scene.\(word)", instant: .frame(0), scene: scene))
    }
    return events
  }

  private static func state(_ value: LuaValue) throws(OptionProblem) -> String {
    try value.choice(
      "state",
      among: [
        ("active", "didBecomeActive"), ("inactive", "willEnterForeground"), ("background", "didEnterBackground"),
        ("disconnected", "didDisconnect"),
      ])
  }
}
