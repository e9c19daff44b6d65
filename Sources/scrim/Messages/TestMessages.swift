extension Message {
  /// What a run of specs came to.
  static func tests(_ count: Int, failed: Int, filter: String?) -> Message {
    if count == 0 {
      let why = filter.map { "no test's name contains '\(oneLine($0))'" } ?? "no spec has a test"
      return Message(.error, "\(why): nothing was tested")
    }
    let passed = count - failed
    guard failed > 0 else { return Message(.note, "\(counted(count, "test")) passed") }
    return Message(.error, "\(failed) of \(counted(count, "test")) failed, \(passed) passed")
  }
}
