internal import ScrimCore

/// A line behind the header.
struct ScrimRecord {
  enum Content {
    /// Where the list of its windows stands in the line's document.
    case snapshot(windows: Int)
    /// A snapshot whose tree is another file's: its path, from the sidecar's directory.
    case reference(BytePath)
    case event(Event)
  }

  var instant: Event.Instant
  var content: Content

  init(_ document: JSONDocument) throws(TreeError) {
    let reader = MemberReader(document: document)
    var members: [String: Int] = [:]
    guard document.kind(of: JSONDocument.root) == .object else { throw TreeError("a record is no object") }
    for member in document.members(of: JSONDocument.root) { members[document.text(member.name)!] = member.value }

    func take(_ name: String) -> Int? { members.removeValue(forKey: name) }
    let kind = try take("record").flatMap { value throws(TreeError) in try reader.text(value, "record") }
    instant = try Self.instant(frame: take("frame"), time: take("time"), in: document)
    switch kind {
    case "snapshot":
      switch (take("windows"), try take("file").flatMap { value throws(TreeError) in try reader.text(value, "file") }) {
      case (let windows?, nil): content = .snapshot(windows: windows)
      case (nil, let file?): content = .reference(try Self.path(file))
      case (nil, nil): throw TreeError("a snapshot has neither 'windows' nor 'file'")
      case (.some, .some): throw TreeError("a snapshot has both 'windows' and 'file'")
      }
    case "event":
      guard let name = try take("event").flatMap({ value throws(TreeError) in try reader.text(value, "event") }) else {
        throw TreeError("an event has no member 'event' with its name")
      }
      let scene = try take("scene").flatMap { value throws(TreeError) in try reader.text(value, "scene") }
      var event = Event(name: name, instant: instant, scene: scene)
      for (name, value) in members {
        try reader.check(attribute: value)
        event.attributes[name] = document.attribute(value)
      }
      content = .event(event)
    case .some: throw TreeError("the record's kind is neither \"snapshot\" nor \"event\"")
    case nil: throw TreeError("a record has no member 'record'")
    }
  }

  /// The path of a tree's file. It stays below the sidecar's directory: a sidecar that comes with a recording names no
  /// file of its reader's.
  private static func path(_ text: String) throws(TreeError) -> BytePath {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.utf8.contains(0), !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
      throw TreeError("the member 'file' is no path below the sidecar's directory")
    }
    return BytePath(text)
  }

  private static func instant(frame: Int?, time: Int?, in document: JSONDocument) throws(TreeError) -> Event.Instant {
    switch (frame, time) {
    case (let frame?, nil):
      guard let number = document.number(frame), let index = Int(exactly: number), index >= 0 else {
        throw TreeError("the member 'frame' is not an index of a frame")
      }
      return .frame(index)
    case (nil, let time?):
      guard let seconds = document.number(time), seconds.isFinite else {
        throw TreeError("the member 'time' is not a time in seconds")
      }
      return .time(seconds)
    case (nil, nil): throw TreeError("a record has neither 'frame' nor 'time'")
    case (.some, .some): throw TreeError("a record has both 'frame' and 'time'")
    }
  }
}
