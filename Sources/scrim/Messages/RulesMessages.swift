internal import ScrimRules

extension Message {
  /// Rules that are wrong as they stand. `consequence` is what became of the work.
  init(_ error: RulesError, consequence: String) {
    let place = oneLine(error.file) + (error.line.map { ":\($0)" } ?? "")
    self.init(.error, "\(place): \(oneLine(error.problem)); \(consequence)")
  }
}
