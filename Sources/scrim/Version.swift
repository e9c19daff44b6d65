internal import ScrimPipeline

/// Which program this is.
enum Version {
  static let number = scrimVersion

  /// For `scrim --version`: the program, and the libraries that decide what comes out.
  static var text: String {
    "scrim \(number)\n" + Catalogue.libraries.map { "\($0.name) \($0.version)\n" }.joined()
  }
}
