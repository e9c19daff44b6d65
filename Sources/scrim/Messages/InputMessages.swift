internal import ScrimCore
internal import ScrimInput
internal import ScrimViews

extension Message {
  /// What is wrong with the input, as a whole.
  init(_ error: InputError, after extent: RunExtent) {
    // What to do about a recording that was being read already is not what to do about one that cannot be opened.
    let advice = extent.frames == 0 ? " \(Message.advice(error))" : ""
    self.init(.error, "\(Message.problem(error)); \(extent.words).\(advice)")
  }

  /// What is wrong with the views, as a whole.
  init(_ error: ViewsError, after extent: RunExtent) {
    let place = error.path.description + (error.line.map { ":\($0)" } ?? "")
    let isOpening = extent.frames == 0 && !error.isUsage
    let advice = isOpening ? " --views PATH names the view trees, `scrim help redact` the ways." : ""
    self.init(.error, "\(place): \(oneLine(error.problem)); \(extent.words).\(advice)")
  }

  /// The same as a part of another sentence.
  static func problem(_ error: InputError) -> String {
    switch error {
    case .unreadable(let path, let reason):
      return "\(path): \(oneLine(reason))"
    case .noFrames(let path):
      return "\(path): no frame is there"
    case .gaps(let path, let missing, let count):
      let numbers = missing.map(String.init).joined(separator: ", ") + (count > missing.count ? ", …" : "")
      return "\(path): \(counted(count, "frame")) missing between the first and the last: \(numbers)"
    case .duplicates(let path, let number, let names):
      return "\(path): several files have the number \(number): \(names.map(\.description).joined(separator: ", "))"
    case .undecodable(let name, let reason):
      return "\(name): cannot be decoded: \(oneLine(reason))"
    case .tooLarge(let name, let size, let limit):
      return "\(name): \(size.width) x \(size.height) pixels are more than the limit of \(limit)"
    case .unsupported(let name, let reason):
      return "\(name): not supported: \(oneLine(reason))"
    case .hasTimes(let name, let rate):
      let own =
        rate.map { " (\($0.numerator)\($0.denominator == 1 ? "" : "/\($0.denominator)") frames a second)" } ?? ""
      return "\(name): its frames have times of their own\(own), and --fps says otherwise"
    case .outOfMemory(let name):
      return "\(name): not enough memory"
    case .interrupted:
      return "interrupted"
    }
  }

  private static func advice(_ error: InputError) -> String {
    switch error {
    case .unreadable, .noFrames:
      "INPUT is a directory of PNG files, one PNG, a quoted pattern as 'shot_*.png', a stream, or -."
    case .gaps: "--gaps skip takes the frames that are there; they keep their numbers."
    case .duplicates: "Each number may stand once: rename or move the others."
    case .undecodable, .unsupported: "`scrim list` gives what can be read."
    case .hasTimes:
      "Leave out --fps; where its times are wrong, write it anew with right ones first, as `ffmpeg -r RATE -i IN OUT` does."
    case .tooLarge: "--max-pixels N raises the limit."
    case .outOfMemory: "--jobs 1 needs the least."
    case .interrupted: "Run it again to begin anew."
    }
  }
}
