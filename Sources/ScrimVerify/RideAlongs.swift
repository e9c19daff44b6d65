/// What rides along in a file, in words: what it is, in which part, at which byte. Never the foreign bytes themselves, nor names
/// that are not the format's own.
struct RideAlongs {
  private(set) var words: [String] = []

  /// A part that comes again and again is not told a million times.
  private static let limit = 50
  private var further = 0

  /// - Parameters:
  ///   - parent: The part that it lies in, as a path of the format's own names; empty for the file.
  ///   - place: The byte of the file that it begins at.
  mutating func add(_ what: String, in parent: String = "", at place: Int) {
    guard words.count < Self.limit else { return further += 1 }
    words.append(parent.isEmpty ? "\(what), at byte \(place)" : "\(what), in \(parent) at byte \(place)")
  }

  /// All that was found.
  var all: [String] { further == 0 ? words : words + ["\(further) more places of such kinds"] }
}
