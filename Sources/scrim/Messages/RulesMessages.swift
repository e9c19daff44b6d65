internal import ScrimRules

extension Message {
  /// Rules that are wrong as they stand. `consequence` is what became of the work.
  init(_ error: RulesError, consequence: String) {
    let place = oneLine(error.file) + (error.line.map { ":\($0)" } ?? "")
    self.init(.error, "\(place): \(oneLine(error.problem)); \(consequence)")
  }

  /// Something in right rules that is probably not meant.
  static func concern(_ concern: RulesReview.Concern, in file: String) -> Message {
    let place = concern.line.map { "\(oneLine(file)):\($0): " } ?? ""
    return Message(.warning, place + oneLine(concern.words))
  }
}
