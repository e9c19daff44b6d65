import ScrimCore
import ScrimViews
import Testing

@Suite struct StickySecrecyTests {
  /// Whether the last node is secure, in each frame.
  private func secure(_ nodes: String...) throws -> [Bool?] {
    let recording = try Recording(frames: nodes.count)
    try recording.write(
      header: Recording.header, nodes.enumerated().map { snapshot(frame: $0.offset, $0.element) })
    return try recording.views().map { $0.exact.map { $0.views.last?.secure == .yes } }
  }

  @Test func `once secure, a view stays so by its id, whatever its type and place`() throws {
    let found = try secure(
      #"{"type":"TextField","id":"pin"}"#, #"{"type":"SecureTextField","id":"pin","secure":true}"#,
      #"{"type":"Group","children":[{"type":"Label","id":"pin","secure":false}]}"#)
    #expect(found == [false, true, true])
  }

  @Test func `without ids a view is known by its path`() throws {
    let found = try secure(
      #"{"type":"A"},{"type":"TextField","secure":true}"#, #"{"type":"B"},{"type":"A"},{"type":"TextField"}"#,
      #"{"type":"A"},{"type":"TextField","id":"new"}"#, #"{"type":"TextField"},{"type":"TextField"}"#)
    #expect(found == [true, true, true, true])
  }

  @Test func `a field that changes its type in place stays secure`() throws {
    #expect(try secure(#"{"type":"SecureTextField","secure":true}"#, #"{"type":"TextField"}"#) == [true, true])
  }

  @Test func `another id at the path is another view`() throws {
    let found = try secure(
      #"{"type":"TextField","id":"pin","secure":true}"#, #"{"type":"TextField","id":"name"}"#, #"{"type":"Label"}"#)
    #expect(found == [true, false, false])
  }

  @Test func `an empty id is none`() throws {
    #expect(
      try secure(#"{"type":"A","id":"","secure":true}"#, #"{"type":"A","id":""},{"type":"B","id":""}"#) == [
        true, false,
      ])
  }

  @Test func `every view with the id is secure, since lists repeat ids`() throws {
    let recording = try Recording(
      frames: 2, snapshot(frame: 0, #"{"type":"Cell","id":"c","secure":true}"#),
      snapshot(frame: 1, #"{"type":"Cell","id":"c"},{"type":"Cell","id":"c"}"#))
    #expect(try recording.views()[1].exact?.views.filter { $0.secure == .yes }.count == 2)
  }

  @Test func `between two snapshots what either marks is secure in both, and before that it is not`() throws {
    let recording = try Recording(
      frames: 4, snapshot(frame: 0, #"{"type":"F","id":"pin"}"#), snapshot(frame: 1, #"{"type":"F","id":"pin"}"#),
      snapshot(frame: 3, #"{"type":"F","id":"pin","secure":true}"#))
    let views = try recording.views()
    #expect(views[1].exact?.view("pin")?.secure == .no)
    #expect(views[2].between?.0.view("pin")?.secure == .yes)
    #expect(views[2].between?.1.view("pin")?.secure == .yes)
  }

  @Test func `a snapshot that no frame asks for counts too`() throws {
    var recording = try Recording(
      frames: 3, rate: 10, snapshot(time: 0, #"{"type":"F","id":"pin"}"#),
      snapshot(time: 0.15, #"{"type":"F","id":"pin","secure":true}"#), snapshot(time: 0.2, #"{"type":"F","id":"pin"}"#))
    #expect(try recording.views()[2].exact?.view("pin")?.secure == .yes)
    let last = try #require(recording.request.frames?.last)
    #expect(try recording.open().views(for: last, picture: recording.picture).exact?.view("pin")?.secure == .yes)
    recording.request.frames = nil
    #expect(try recording.open().views(for: last, picture: recording.picture).exact?.view("pin")?.secure == .yes)
  }
}
