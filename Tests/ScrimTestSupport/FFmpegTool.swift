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
    struct Failed: Error { let arguments: String }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/ffmpeg")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments = ["-v", "error", "-y"] + arguments.split(separator: " ").map(String.init)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failed(arguments: arguments) }
  }
}
