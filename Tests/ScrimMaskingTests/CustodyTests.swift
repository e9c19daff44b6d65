import Foundation
import Testing

/// Guarantee 1: what would let a raw frame out does not compile.
///
/// The snippets are checked by the compiler of this toolchain against the modules that the package manager put beside
/// the test bundle: `Modules/`, and the module maps of the system libraries in `Sources/`.
struct CustodyTests {
  static let preamble = """
    import ScrimCore
    import ScrimMasking
    func store(_ frame: consuming RedactedFrame) {}
    struct Plain: OpaqueStyle {
      func palette(_ options: RedactionStyle) -> StylePalette { StylePalette(ground: Colour(0x101010)) }
      func label(_ options: RedactionStyle) -> LabelTraits { LabelTraits(ground: Colour(0x101010)) }
      func paint(_ request: MaskRequest, into pixels: inout OutputSpan<RGBA>) throws(StyleError) { BODY }
    }

    """

  @Test func `what the design allows compiles`() throws {
    let output = try typecheck(
      "func run(_ frame: consuming RawFrame, _ plan: Plan) { store(Masker(seed: 1).mask(frame, by: plan).takeFrame()) }",
      style: "pixels.append(RGBA(red: 1, green: 2, blue: 3))")
    #expect(output == nil)
  }

  @Test(arguments: [
    (
      "a forged redacted frame",
      "func run(_ pixels: consuming PixelBuffer) -> RedactedFrame { "
        + "RedactedFrame(identity: FrameIdentity(index: 0), encoding: .png(.plain), isClear: true, pixels: pixels) }",
      "", "inaccessible due to 'internal' protection level"
    ),
    (
      "a raw frame in place of a redacted one", "func run(_ frame: consuming RawFrame) { store(frame) }", "",
      "cannot convert value of type 'RawFrame'"
    ),
    ("a raw frame's pixels", "func run(_ frame: borrowing RawFrame) -> Int { frame.pixels.byteCount }", "", "@_spi"),
    ("a style that looks for the frame", "", "_ = request.frame", "has no member 'frame'"),
    ("a style that reads what was there", "", "pixels.append(pixels[0].pixels)", "has no member 'pixels'"),
  ])
  func `this does not compile`(what: String, code: String, style: String, reason: String) throws {
    let output = try #require(try typecheck(code, style: style), "\(what) compiles")
    #expect(output.contains(reason), "\(what) fails for another reason: \(output)")
  }

  /// What the compiler says of a snippet; nil where it accepts it.
  private func typecheck(_ code: String, style: String) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scrim-custody-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Snippet.swift")
    try (Self.preamble.replacing("BODY", with: style) + code).write(to: file, atomically: true, encoding: .utf8)
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    // The test bundle lies beside `Modules`.
    let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    let modules = [products, products.deletingLastPathComponent()].map { $0.appending(path: "Modules") }
    let arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", file.path] + modules.flatMap { ["-I", $0.path] }
      + ["CGLib", "CPango"].flatMap { ["-I", sources.appending(path: $0).path] } + Self.includes
    let (status, output) = try Self.run(arguments)
    return status == 0 ? nil : output
  }

  /// Where the headers of the system libraries lie.
  private static let includes: [String] = {
    let flags = (try? run(["pkg-config", "--cflags-only-I", "pangocairo", "glib-2.0"]).output) ?? ""
    return flags.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
  }()

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
