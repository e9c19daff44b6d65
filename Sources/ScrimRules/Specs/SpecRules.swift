import ScrimCore

/// Which rules a spec is about.
extension SpecHost {
  /// `bank.lua` beside `bank_spec.lua`; nil where there is none.
  func rulesBeside(_ spec: RulesFile) throws(RulesError) -> RulesFile? {
    let ending = Array("_spec".utf8)
    guard let stem = spec.path?.stem.bytes, let directory = spec.directory,
      stem.suffix(ending.count).elementsEqual(ending)
    else { return nil }
    let name = BytePath(bytes: stem.dropLast(ending.count) + Array(".lua".utf8))
    let path = directory == "." ? name : directory / name
    return path.exists ? try RulesFile(argument: path) : nil
  }

  /// A file named from the spec's folder, ready rules, or `{ source = "return …" }` for rules that the spec holds itself.
  func rulesFile(_ value: LuaValue, beside spec: RulesFile) throws(HostError) -> RulesFile {
    if case .table(let table) = value {
      let source = try reading("rules") { () throws(OptionProblem) in
        try table.check(members: ["source"], called: "member")
        return try within("source") { () throws(OptionProblem) in try table["source"].string() }
      }
      return RulesFile(name: "(rules of the spec)", source: Array(source.utf8), directory: spec.directory)
    }
    let path = BytePath(try string(value, of: "rules"))
    let isPath = path.bytes.contains(UInt8(ascii: "/")) || path.hasExtension("lua")
    guard !path.isAbsolute else {
      throw HostError(message: "rules: a path counts from the spec's folder, and does not begin with '/'")
    }
    // In the working directory, names stand for themselves.
    let folder = spec.directory.flatMap { $0 == "." ? nil : $0 }
    do { return try RulesFile(argument: isPath ? folder.map { $0 / path } ?? path : path) } catch {
      throw HostError(message: "rules: \(error.file): \(error.problem)")
    }
  }
}
