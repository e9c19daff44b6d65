internal import Glibc

/// Open files of the process.
enum Descriptors {
  /// Whether a number stands for an open file.
  static func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

  /// Takes the numbers of standard input, output and error where they are closed: the next file that is opened would get
  /// one of them, and messages or media would be written into it.
  ///
  /// What is opened in their place refuses: reading where nothing can be read, and writing where nothing arrives, is an error, as
  /// it is with a closed number.
  static func occupyStandard() {
    for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where !isOpen(number) {
      // The lowest free number is taken, which is this one, as those below are open.
      guard unsafe open("/dev/null", mode) == number else { _exit(ExitCode.outputFailed.rawValue) }
    }
  }
}
