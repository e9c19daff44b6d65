/// What a rules file may ask while it is loaded: recognizers and log lines. There is no frame yet.
final class LoadingCalls: HostCalls {
  private let file: RulesFileState

  init(_ file: RulesFileState) {
    self.file = file
  }

  func defineRecognizer(_ definition: LuaValue) throws(HostError) {
    do { try define(definition) } catch { throw HostError(message: "scrim.recognizer: \(error.message)") }
  }

  private func define(_ definition: LuaValue) throws(OptionProblem) {
    let table = try definition.table("a recognizer")
    try table.check(members: ["name", "pattern"], called: "member")
    let name = try within("name") { () throws(OptionProblem) in try table["name"].string() }
    let isWord = name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    guard isWord, (1...50).contains(name.utf8.count) else {
      throw OptionProblem("it has to be 1 to 50 lower-case letters, digits and '_'", at: ["name"])
    }
    guard !file.recognizers.has(name) else { throw OptionProblem("there is one of this name already", at: ["name"]) }
    guard file.recognizers.names.count < RecognizerBook.mostOwn else { throw OptionProblem("there are too many") }
    let pattern = try within("pattern") { () throws(OptionProblem) in try table["pattern"].string() }
    guard !pattern.isEmpty else { throw OptionProblem("it is empty", at: ["pattern"]) }
    do { try file.recognizers.define(name, pattern: pattern) } catch {
      switch error {
      case .tooMuchWork: throw OptionProblem("it cannot be compiled", at: ["pattern"])
      case .invalid(let problem, let position): throw OptionProblem("\(problem) at byte \(position)", at: ["pattern"])
      }
    }
  }

  func find(_ recognizer: String, inText text: String) throws(HostError) -> (start: Int, end: Int)? {
    do { return try file.recognizers.place(recognizer, in: text) } catch {
      throw HostError(message: "scrim.find: " + error.message)
    }
  }

  func log(_ line: String) { file.log(line) }

  func takeCost() -> Int { file.recognizers.takeCost() }

  // There is no frame and no view while a file is loaded, so nothing can be called on one.
  private let noFrame = HostError(message: "there is no frame yet: the file is being loaded")

  func frameMember(_ name: String) throws(HostError) -> LuaValue { throw noFrame }
  func all(_ selector: String) throws(HostError) -> [Int] { throw noFrame }
  func first(_ selector: String) throws(HostError) -> Int? { throw noFrame }
  func view(atX x: Double, y: Double) throws(HostError) -> Int? { throw noFrame }
  func member(_ name: String, of view: Int) throws(HostError) -> LuaValue { throw noFrame }
  func matches(_ view: Int, _ selector: String) throws(HostError) -> Bool { throw noFrame }
  func closest(_ view: Int, _ selector: String) throws(HostError) -> Int? { throw noFrame }
  func find(_ recognizer: String, in view: Int) throws(HostError) -> (start: Int, end: Int)? { throw noFrame }
  func hide(_ target: LuaValue, _ options: LuaValue) throws(HostError) { throw noFrame }
  func show(_ target: LuaValue, _ options: LuaValue) throws(HostError) { throw noFrame }
  func cover(_ options: LuaValue) throws(HostError) { throw noFrame }
}
