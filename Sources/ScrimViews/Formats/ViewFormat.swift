internal import ScrimCore

/// A format in which views are found: one file in this folder for each.
public protocol ViewFormat: Sendable {
  /// As `--views-format` takes it and `scrim list` shows it.
  static var name: String { get }
  /// One line for `scrim list`.
  static var summary: String { get }
}

/// A format with one tree in a file: the views of one picture.
protocol TreeFormat: ViewFormat {
  /// Whether a file is of this format, by its content alone.
  static func recognises(_ file: TreeFile) -> Bool

  /// Reads the tree.
  ///
  /// `scale` is the user's word for pixels per point, which counts where the file does not tell.
  static func snapshot(of file: TreeFile, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot
}

/// All formats, by name.
public enum ViewFormats {
  public static let all: [any ViewFormat.Type] = ([ScrimFormat.self] + trees).sorted { $0.name < $1.name }

  /// The formats with one tree in a file. No two recognise the same file.
  static let trees: [any TreeFormat.Type] = [
    AppiumUIAutomator2Format.self, DOMSnapshotFormat.self, DroidBotFormat.self, IDBFormat.self, MaestroFormat.self,
    RICOFormat.self, SentryFormat.self, UIAutomatorFormat.self, WebDriverAgentFormat.self, XCUITestFormat.self,
  ]
}

/// What is wrong with one tree: with names of members and counts, and none of its values.
struct TreeError: Error, Hashable {
  var problem: String

  init(_ problem: String) {
    self.problem = problem
  }
}

/// The content of a file with one tree, as far as all formats of its kind share the reading.
enum TreeFile: Sendable {
  case json(JSONDocument)
  case xml(XMLDocument)

  init(_ file: InputFile) throws(TreeError) {
    let bytes: [UInt8]
    do {
      bytes = try file.contents()
    } catch {
      throw TreeError(error.problem)
    }
    try self.init(bytes)
  }

  init(_ bytes: [UInt8]) throws(TreeError) {
    var bytes = bytes
    if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    guard let first = bytes.first(where: { !$0.isSpace }) else { throw TreeError("the file is empty") }
    if first == UInt8(ascii: "<") {
      self = .xml(try XMLDocument(parsing: bytes))
    } else {
      let json: JSONDocument
      do {
        json = try JSONDocument(parsing: bytes)
      } catch {
        throw TreeError(error.line.map { "line \($0): \(error.problem)" } ?? error.problem)
      }
      // Answers of WebDriver servers hold a page's source as one text.
      if let value = json.member("value", of: JSONDocument.root), json.kind(of: value) == .text,
        json.utf8(of: value).first(where: { !$0.isSpace }) == UInt8(ascii: "<")
      {
        self = .xml(try XMLDocument(parsing: Array(json.utf8(of: value))))
      } else {
        self = .json(json)
      }
    }
  }

  /// Reads the tree of a file, which may be `opened` already; what is wrong with it names the file.
  static func snapshot(
    at path: BytePath, opened: TreeFile? = nil, format: String?, picture: PixelSize, scale: Double?
  ) throws(TreeError) -> Snapshot {
    do throws(TreeError) {
      let tree = if let opened { opened } else { try TreeFile(open(path)) }
      return try tree.snapshot(format: format, picture: picture, scale: scale)
    } catch {
      throw TreeError("\(path.lastComponent): \(error.problem)")
    }
  }

  private static func open(_ path: BytePath) throws(TreeError) -> InputFile {
    do {
      return try InputFile(path)
    } catch {
      throw TreeError(error.problem)
    }
  }

  /// Reads the tree by the format of that name, or by the one that recognises the file.
  func snapshot(format name: String?, picture: PixelSize, scale: Double?) throws(TreeError) -> Snapshot {
    let format = ViewFormats.trees.first { name == nil ? $0.recognises(self) : $0.name == name }
    guard let format else {
      let known = ViewFormats.all.map { $0.name }.joined(separator: ", ")
      throw TreeError("it is of no known format (\(known))")
    }
    return try format.snapshot(of: self, picture: picture, scale: scale)
  }
}

let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

extension UInt8 {
  /// Whether it is a blank, a tab or a line's end.
  var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }
}
