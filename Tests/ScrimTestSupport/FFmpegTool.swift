import Foundation

/// The `ffmpeg` command, for recordings that Scrim does not write itself: with tags, chapters, sound. Tests that need it are
/// skipped, and say so, where it is missing.
public enum FFmpegTool {
  public static let path: String? = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  public static var isPresent: Bool { path != nil }

  /// Runs the command in a folder; the arguments are separated by blanks.
  public static func run(_ arguments: String, in folder: TemporaryFolder) throws {
    _ = try output(of: path ?? "/usr/bin/ffmpeg", "-y " + arguments, in: folder)
  }

  /// What `ffprobe` says of a file: the asked entries, a line for each stream or packet, commas between them.
  public static func probe(_ arguments: String, of file: String, in folder: TemporaryFolder) throws -> [[String]] {
    let probe = (path ?? "/usr/bin/ffmpeg").replacing("ffmpeg", with: "ffprobe")
    let text = try output(of: probe, "\(arguments) -of csv=p=0 \(file)", in: folder)
    return text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
  }

  private static func output(of program: String, _ arguments: String, in folder: TemporaryFolder) throws -> String {
    struct Failed: Error { let arguments: String }
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments = ["-v", "error"] + arguments.split(separator: " ").map(String.init)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failed(arguments: arguments) }
    return String(decoding: data, as: UTF8.self)
  }
}
