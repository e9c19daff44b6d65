internal import ScrimCore

/// Which file has a frame's views.
struct TreeFiles {
  /// How names of frames and of files belong together; one way holds for all, since a second one for a frame whose file
  /// is missing could only find another frame's.
  enum Way: CaseIterable {
    case stem, behindPrefix, number

    /// What must be equal in both names; nil where a name has no such part.
    fileprivate func key(of name: BytePath) -> [UInt8]? {
      let stem = name.stem.bytes
      switch self {
      case .stem: return stem
      case .behindPrefix:
        let rest = Array(stem.drop(while: \.isLetter))
        return rest.isEmpty ? nil : rest
      case .number: return lastNumber(in: stem).map { Array(String($0).utf8) }
      }
    }
  }

  private let directory: BytePath
  private let way: Way
  private let names: [[UInt8]: BytePath]
  /// The one file of a recording of one picture, and that picture's index.
  private let single: (path: BytePath, frame: Int)?

  /// A file with the tree of a recording's only picture.
  init(single path: BytePath, frame: Int) {
    (directory, way, names, single) = (path.parent, .stem, [:], (path, frame))
  }

  /// The files of a directory that may hold trees.
  ///
  /// Of the ways, the first in which any frame finds a file; nil where none does. In streams, whose frames have no
  /// names, the number.
  init?(
    in directory: BytePath, names all: [BytePath], for frames: [FrameIdentity]?, by ways: [Way]
  ) throws(ViewsError) {
    let candidates = all.filter(Self.mayHoldTree)
    for way in frames == nil ? [.number] : ways {
      var names: [[UInt8]: BytePath] = [:]
      var twice: [[UInt8]: BytePath] = [:]
      for name in candidates {
        guard let key = way.key(of: name) else { continue }
        if let other = names.updateValue(name, forKey: key) { twice[key] = other }
      }
      let files = TreeFiles(directory: directory, way: way, names: names)
      let found = frames?.compactMap(files.key(for:)).filter { names[$0] != nil }
      if let found, found.isEmpty { continue }
      if let key = found?.first(where: { twice[$0] != nil }) ?? (frames == nil ? twice.keys.first : nil) {
        throw ViewsError(
          path: directory, problem: "two files for one frame's views, \(twice[key]!) and \(names[key]!)")
      }
      if let frames { try files.check(lies: frames) }
      self = files
      return
    }
    return nil
  }

  /// Refuses files of frames before the first or behind the last, as of a recording that counts from 1 where the files do from
  /// 0: every frame would get its neighbour's views. Where names say more than numbers, only if a frame at the other end has none.
  private func check(lies frames: [FrameIdentity]) throws(ViewsError) {
    guard let first = frames.min(by: { $0.index < $1.index }), let last = frames.max(by: { $0.index < $1.index }) else {
      return
    }
    let outside = numbered(outside: first.index...last.index)
    let before = outside.first { $0.number < first.index && (way == .number || path(for: last) == nil) }
    let behind = outside.first { $0.number > last.index && (way == .number || path(for: first) == nil) }
    guard let (number, name) = before ?? behind else { return }
    throw ViewsError(
      path: directory,
      problem: number < first.index
        ? "\(name) has the views of frame \(number), and the recording's first is \(first.index)"
        : "\(name) has the views of frame \(number), and the recording's last is \(last.index)")
  }

  /// The files of frames that there are not, by number, that are named like one of a frame, or are the next one where a frame at
  /// the other end has none.
  func numbered(outside frames: ClosedRange<Int>) -> [(number: Int, name: BytePath)] {
    let all = names.values.compactMap { name in lastNumber(in: name.stem.bytes).map { (number: $0, name: name) } }
    let prefixes = Set(all.filter { frames.contains($0.number) }.map { prefix(of: $0.name) })
    let numbers = Set(all.map(\.number))
    var next: Set<Int> = []
    if !numbers.contains(frames.lowerBound) { next.insert(frames.upperBound + 1) }
    if !numbers.contains(frames.upperBound) { next.insert(frames.lowerBound - 1) }
    return all.filter {
      !frames.contains($0.number) && (next.contains($0.number) || prefixes.contains(prefix(of: $0.name)))
    }.sorted { $0.number < $1.number }
  }

  private init(directory: BytePath, way: Way, names: [[UInt8]: BytePath]) {
    (self.directory, self.way, self.names, single) = (directory, way, names, nil)
  }

  /// Whether no file can be any frame's.
  var isEmpty: Bool { single == nil && names.isEmpty }

  /// The file with a frame's views; nil where there is none.
  func path(for frame: FrameIdentity) -> BytePath? {
    if let single { return frame.index == single.frame ? single.path : nil }
    return key(for: frame).flatMap { names[$0] }.map { directory / $0 }
  }

  private func key(for frame: FrameIdentity) -> [UInt8]? {
    switch (way, frame.name) {
    // A frame's number is that in its name, or else its place says nothing of numbers in other names.
    case (.number, let name?):
      lastNumber(in: name.stem.bytes) == frame.index ? Array(String(frame.index).utf8) : nil
    case (.number, nil): Array(String(frame.index).utf8)
    case (.stem, let name?), (.behindPrefix, let name?): way.key(of: name)
    case (.stem, nil), (.behindPrefix, nil): nil
    }
  }

  /// Everything but pictures, videos, and sidecars of whole recordings.
  private static func mayHoldTree(_ name: BytePath) -> Bool {
    !["png", "jpg", "jpeg", "webp", "gif", "mp4", "mov", "webm", "y4m", "jsonl", "lua"].contains(
      where: name.hasExtension)
  }
}

/// The number in a name that its last run of digits is; nil where it has none, or one beyond all counting.
private func lastNumber(in stem: [UInt8]) -> Int? {
  guard let last = stem.lastIndex(where: \.isDigit) else { return nil }
  let digits = stem[...last].reversed().prefix(while: \.isDigit).reversed()
  return Int(String(decoding: digits, as: UTF8.self))
}

/// What is before that run in a name: what is behind it may tell what is on the screen.
private func prefix(of name: BytePath) -> [UInt8] {
  let stem = name.stem.bytes
  guard let last = stem.lastIndex(where: \.isDigit) else { return stem }
  let digits = stem[...last].reversed().prefix(while: \.isDigit).count
  return Array(stem[..<(last + 1 - digits)])
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
