/// What Lua code may ask of the frame that is being decided. The Lua host calls it from inside of a running script; each
/// method returns or throws a message, and never touches the Lua state.
///
/// Messages are in the API's words, begin with what was called (`plan:hide: unknown option 'stlye'; did you mean
/// 'style'?`), and hold no text of a view. The host puts file and line before them.
protocol HostCalls: AnyObject {
  // frame
  /// A member of `frame`, or nil where there is no such member (an error in the script).
  func frameMember(_ name: String) throws(HostError) -> LuaValue
  func all(_ selector: String) throws(HostError) -> [Int]
  func first(_ selector: String) throws(HostError) -> Int?
  /// The topmost view at a pixel.
  func view(atX x: Double, y: Double) throws(HostError) -> Int?

  // view
  /// A member of a view, `children` and `parent` included.
  func member(_ name: String, of view: Int) throws(HostError) -> LuaValue
  func matches(_ view: Int, _ selector: String) throws(HostError) -> Bool
  func closest(_ view: Int, _ selector: String) throws(HostError) -> Int?
  /// Start and end in characters, from 1, of what a recognizer finds first in a view's texts.
  func find(_ recognizer: String, in view: Int) throws(HostError) -> (start: Int, end: Int)?

  // plan
  /// `target` is a view or a table with x, y, width, height (pixels, or points with `space = "points"`).
  func hide(_ target: LuaValue, _ options: LuaValue) throws(HostError)
  func show(_ target: LuaValue, _ options: LuaValue) throws(HostError)
  func cover(_ options: LuaValue) throws(HostError)

  // scrim
  /// Start and end in characters, from 1.
  func find(_ recognizer: String, inText text: String) throws(HostError) -> (start: Int, end: Int)?
  /// Adds a team's own recognizer; only while the file is loaded.
  func defineRecognizer(_ definition: LuaValue) throws(HostError)
  /// One line for stderr from `print` and `scrim.log`.
  func log(_ line: String)

  // specs
  /// What the prelude of specs asks; rules have no way to.
  func spec(_ word: String, _ arguments: [LuaValue]) throws(HostError) -> LuaValue

  /// What the calls have cost since the last question, in instructions of the budget: nodes visited, characters searched.
  func takeCost() -> Int
}

extension HostCalls {
  func spec(_ word: String, _ arguments: [LuaValue]) throws(HostError) -> LuaValue {
    throw HostError(message: "only specs have '\(word)'")
  }
}

/// Why a call of the API was refused.
struct HostError: Error, Hashable {
  var message: String
}
