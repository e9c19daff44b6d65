internal import ScrimCore

/// The report's first line.
struct ReportedRun: Decodable {
  var record: String
  var scrim: String
  var seed: UInt64
  var start: Int?
  var end: Int?
  var output: String
  var on_error: String
  /// What became of the recording's sound; nil in reports that do not say.
  var sound: String?
  /// Whether the output was written so that it keeps every sample; nil in reports that do not say.
  var lossless: Bool?
}

/// The report's last line.
struct ReportedSummary: Decodable {
  var frames: Int
  var untouched: Int
  var redacted: Int
  var covered: Int
  var failed: Int
  /// The index of the frame that `--on-error stop` ended the run before.
  var stopped_at: Int?
}

/// The report's line about a frame, as a plan that can be painted once more.
struct ReportedFrame {
  enum Status: String, Decodable {
    case untouched, redacted, covered, failed
  }

  var index: Int
  var time: Double?
  var name: String?
  var status: Status
  var plan: Plan
  /// The places in the plan of redactions whose label was computed by the rules, so that the report has no words of it.
  var unknownLabels: Set<Int> = []
}

/// What a report's line says that cannot be, to be read behind the line's number.
struct ReportProblem: Error {
  var words: String
}

/// The line as it is written.
struct FrameRecord: Decodable {
  struct Redaction: Decodable {
    var rule: String
    var view: String?
    var style: String
    var rects: [[Int]]
    var bounds: [Int]?
    var options: Options?
    var secure: Bool
    var lifted_floor: Bool
  }

  struct Options: Decodable {
    var color: String?
    var colors: [String]?
    var text: String?
    var text_length: Int?
    var text_style: String?
    var text_color: String?
    var font: String?
    var font_length: Int?
    var align: String?
    var content_size: String?
    var appearance: String?
    var symbol: String?
    var layout: String?
  }

  var index: Int
  var time: Double?
  var name: String?
  var size: [Int]
  var scale: Double
  var status: ReportedFrame.Status
  var redactions: [Redaction]
}

extension ReportedFrame {
  init(_ record: FrameRecord) throws(ReportProblem) {
    guard record.size.count == 2, record.size.allSatisfy({ (1...1 << 30).contains($0) }) else {
      throw ReportProblem(words: "the frame has no size")
    }
    let size = PixelSize(width: record.size[0], height: record.size[1])
    index = record.index
    time = record.time
    name = record.name
    status = record.status
    plan = Plan(size: size, scale: record.scale)
    for redaction in record.redactions where !redaction.lifted_floor {
      if redaction.options?.text_length != nil || redaction.options?.font_length != nil {
        unknownLabels.insert(plan.redactions.count)
      }
      plan.redactions.append(try Redaction(redaction, in: size))
    }
  }

  /// What the status and the regions say of each other that cannot be; nil where they fit.
  var contradiction: String? {
    let all = Region.union(of: plan.redactions.map(\.region))
    return switch status {
    case .untouched: all.isEmpty ? nil : "it is said to be untouched, and has redactions"
    case .redacted: all.isEmpty ? "it is said to be redacted, and has no redaction" : nil
    case .covered, .failed: all == Region(plan.size.rect) ? nil : "it is said to be hidden whole, and is not"
    }
  }
}

extension Redaction {
  fileprivate init(_ record: FrameRecord.Redaction, in size: PixelSize) throws(ReportProblem) {
    guard let name = StyleName(rawValue: record.style) else { throw ReportProblem(words: "there is no such style") }
    var rects = [PixelRect]()
    for members in record.rects { rects.append(try PixelRect(members, in: size)) }
    guard let bounds = record.bounds, !rects.isEmpty else {
      throw ReportProblem(words: "a redaction has no rectangle")
    }
    self.init(
      region: Region.union(of: rects.map { Region($0) }), bounds: try PixelRect(bounds, in: size),
      style: try RedactionStyle(name, record.options), rule: record.rule, view: record.view, isSecure: record.secure)
  }
}

extension PixelRect {
  fileprivate init(_ members: [Int], in size: PixelSize) throws(ReportProblem) {
    guard members.count == 4, members.allSatisfy({ (0...1 << 30).contains($0) }) else {
      throw ReportProblem(words: "a rectangle is none")
    }
    self.init(left: members[0], top: members[1], right: members[0] + members[2], bottom: members[1] + members[3])
    guard !isEmpty, size.rect.contains(self) else {
      throw ReportProblem(words: "a rectangle lies outside of its frame")
    }
  }
}

extension RedactionStyle {
  fileprivate init(_ name: StyleName, _ options: FrameRecord.Options?) throws(ReportProblem) {
    self.init(name)
    guard let options else { return }
    func word<Choice: RawRepresentable<String>>(_ word: String, _ type: Choice.Type) throws(ReportProblem) -> Choice {
      guard let choice = Choice(rawValue: word) else { throw ReportProblem(words: "a style's option is unknown") }
      return choice
    }
    func colour(_ word: String) throws(ReportProblem) -> ColourChoice {
      do throws(ColourChoice.ParseError) {
        return try ColourChoice(word)
      } catch {
        throw ReportProblem(words: "a colour is none")
      }
    }
    if let word = options.color { color = try colour(word) }
    for word in options.colors ?? [] { colors.append(try colour(word)) }
    text = options.text
    if let name = options.text_style { textStyle = try word(name, TextStyle.self) }
    if let word = options.text_color { textColor = try colour(word) }
    font = options.font
    if let name = options.align { align = try word(name, TextAlignment.self) }
    if let name = options.content_size { contentSize = try word(name, ContentSize.self) }
    if let name = options.appearance { appearance = try word(name, Appearance.self) }
    if let name = options.symbol { symbol = try word(name, Symbol.self) }
    if let name = options.layout { layout = try word(name, Layout.self) }
  }
}
