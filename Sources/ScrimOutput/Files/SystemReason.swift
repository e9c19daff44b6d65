internal import Glibc

/// What the system says of an error number: "No space left on device".
func systemReason(_ number: Int32) -> String {
  // The text is the thread's own until its next call, and copied here.
  unsafe String(cString: strerror(number))
}
