import ScrimCore

/// What a spec reads of the views that its frames gave it.
extension SpecHost {
  func view(_ index: Int, of frame: Int) -> LuaValue { .view(frame << 32 | index) }

  private func place(_ code: Int) throws(HostError) -> (calls: FrameEvaluator, view: Int, frame: Int) {
    let frame = code >> 32, index = code & 0xFFFF_FFFF
    guard frames.indices.contains(frame) else { throw HostError(message: "this view belongs to an earlier test") }
    return (frames[frame].calls, index, frame)
  }

  /// A value with its views as this host knows them.
  private func lifted(_ value: LuaValue, of frame: Int) -> LuaValue {
    switch value {
    case .view(let index): view(index, of: frame)
    case .table(var table):
      {
        table.items = table.items.map { lifted($0, of: frame) }
        return .table(table)
      }()
    case .none, .boolean, .integer, .number, .string, .function, .other: value
    }
  }

  func member(_ name: String, of view: Int) throws(HostError) -> LuaValue {
    let (calls, index, frame) = try place(view)
    return lifted(try calls.member(name, of: index), of: frame)
  }

  func matches(_ view: Int, _ selector: String) throws(HostError) -> Bool {
    let (calls, index, _) = try place(view)
    return try calls.matches(index, selector)
  }

  func closest(_ view: Int, _ selector: String) throws(HostError) -> Int? {
    let (calls, index, frame) = try place(view)
    return try calls.closest(index, selector).map { frame << 32 | $0 }
  }

  func find(_ recognizer: String, in view: Int) throws(HostError) -> (start: Int, end: Int)? {
    let (calls, index, _) = try place(view)
    return try calls.find(recognizer, in: index)
  }

  func find(_ recognizer: String, inText text: String) throws(HostError) -> (start: Int, end: Int)? {
    try RecognizerBook().place(recognizer, in: text)
  }

  func defineRecognizer(_ definition: LuaValue) throws(HostError) {
    throw HostError(message: "scrim.recognizer: rules define recognizers, and specs do not")
  }

  // A spec is given frames of its own, and never the `frame` and `plan` of rules.
  private var ownFrames: HostError { HostError(message: "a spec has frames of its own: frame{ … }") }

  func frameMember(_ name: String) throws(HostError) -> LuaValue { throw ownFrames }
  func all(_ selector: String) throws(HostError) -> [Int] { throw ownFrames }
  func first(_ selector: String) throws(HostError) -> Int? { throw ownFrames }
  func view(atX x: Double, y: Double) throws(HostError) -> Int? { throw ownFrames }
  func hide(_ target: LuaValue, _ options: LuaValue) throws(HostError) { throw ownFrames }
  func show(_ target: LuaValue, _ options: LuaValue) throws(HostError) { throw ownFrames }
  func cover(_ options: LuaValue) throws(HostError) { throw ownFrames }
}
