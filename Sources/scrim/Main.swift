internal import Glibc

@main
enum Main {
  static func main() {
    Descriptors.occupyStandard()
    Signals.ignoreFailedWrites()
    exit(Command.run(arguments(), in: .system).rawValue)
  }

  /// The arguments behind the program's name, byte for byte.
  private static func arguments() -> [Argument] {
    (0..<Int(CommandLine.argc)).dropFirst().compactMap { place in
      // The system gives `argc` strings, each ended by a zero, which live as long as the process.
      unsafe CommandLine.unsafeArgv[place].map {
        unsafe Argument(bytes: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))))
      }
    }
  }
}
