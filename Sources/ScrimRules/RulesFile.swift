internal import Glibc
public import ScrimCore
import ScrimReadyRules

/// A rules file as it was read: its name, its source, and where its modules lie.
public struct RulesFile: Sendable {
  /// As messages name it: the path as given, or a ready file's name.
  public let name: String
  /// The file's bytes.
  public let source: [UInt8]
  /// Where it was read from; nil for ready rules.
  public private(set) var path: BytePath?
  /// Where `require` looks; nil for ready rules, which require nothing.
  let directory: BytePath?

  /// A file that is in memory already.
  public init(name: String, source: [UInt8], directory: BytePath? = nil) {
    self.name = name
    self.source = source
    self.directory = directory
  }

  /// Reads what `--rules` names: a path where it has a `/` or ends in `.lua` or exists, else the name of ready rules.
  public init(argument: BytePath) throws(RulesError) {
    let name = argument.description
    let isPath = argument.bytes.contains(UInt8(ascii: "/")) || argument.hasExtension("lua")
    if !isPath, let ready = ReadyRules.all.first(where: { BytePath($0.name) == argument }) {
      self.init(name: ready.name, source: ready.source)
      return
    }
    guard isPath || argument.exists else {
      let names = ReadyRules.all.map(\.name)
      throw RulesError(file: name, problem: "there is no such file, and " + unknown("ready rules", name, among: names))
    }
    switch read(argument) {
    case .success(let source):
      self.init(name: name, source: source, directory: argument.parent)
      path = argument
    case .failure(let problem): throw RulesError(file: name, problem: problem.words)
    }
  }

  /// The ready rules that apply where none are given.
  public static let standard = RulesFile(name: "default", source: ReadyRules.all[0].source)

  /// The names of the ready rules with a sentence on each.
  public static let ready: [(name: String, summary: String)] = ReadyRules.all.map { ($0.name, $0.summary) }

  /// The source of `require "name"`: `name.lua` beside the file, nothing else; nil where there is none.
  func module(_ name: String) -> [UInt8]? {
    let isName = name.utf8.allSatisfy {
      $0 == 45 || $0 == 95 || (48...57).contains($0) || (65...90).contains($0 & 0xDF)
    }
    guard let directory, isName, (1...50).contains(name.utf8.count) else { return nil }
    let path = directory / "\(name).lua"
    // A link that leaves the folder would make any file of the machine a module.
    guard let real = resolved(path), let folder = resolved(directory),
      real.bytes.starts(with: (folder / "").bytes)
    else { return nil }
    return try? read(path).get()
  }
}

extension BytePath {
  var exists: Bool { unsafe withCString { unsafe access($0, F_OK) } == 0 }
}

private struct ReadProblem: Error {
  var words: String
}

/// Bytes that a rules file may have.
private let longest = 4 << 20

/// A regular file's bytes.
private func read(_ path: BytePath) -> Result<[UInt8], ReadProblem> {
  // Without blocking: a pipe of this name would never open.
  let file = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
  guard file >= 0 else { return .failure(ReadProblem(words: unsafe String(cString: strerror(errno)))) }
  defer { close(file) }
  var facts = stat()
  guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
    return .failure(ReadProblem(words: "it is no regular file"))
  }
  guard facts.st_size <= longest else { return .failure(ReadProblem(words: "it is larger than \(longest >> 20) MiB")) }
  var bytes = [UInt8](repeating: 0, count: Int(facts.st_size) + 1), count = 0
  while count < bytes.count {
    // The buffer has `bytes.count - count` bytes behind its first `count`.
    let got = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
    if got < 0, errno == EINTR { continue }
    guard got >= 0 else { return .failure(ReadProblem(words: unsafe String(cString: strerror(errno)))) }
    if got == 0 { break }
    count += got
  }
  guard count <= Int(facts.st_size) else { return .failure(ReadProblem(words: "it grew while it was read")) }
  return .success(Array(bytes[..<count]))
}

/// The path without links, or nil where it leads nowhere.
private func resolved(_ path: BytePath) -> BytePath? {
  guard let real = unsafe path.withCString({ unsafe realpath($0, nil) }) else { return nil }
  defer { unsafe free(real) }
  // `realpath` gives a string of its own, ended by a zero.
  return unsafe BytePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
}
