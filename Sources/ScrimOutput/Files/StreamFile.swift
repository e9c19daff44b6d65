internal import ScrimCore

/// A file or pipe of one stream: what fails of it cannot be gone on with later, and its errors say so.
struct StreamFile: ~Copyable, Sendable {
  private let file: PartialFile

  /// As a `PartialFile` is begun. Throws `.streamFailed` or `.interrupted`.
  init(_ path: BytePath, wake: Int32) throws(SinkError) {
    do {
      file = try PartialFile(path, wake: wake)
    } catch {
      throw error.ofStream
    }
  }

  /// Appends bytes, all of them. Throws `.streamFailed`, `.closedPipe` or `.interrupted`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SinkError) {
    do {
      try unsafe file.write(bytes)
    } catch {
      throw error.ofStream
    }
  }

  /// Gives the complete file its name. Throws `.streamFailed`.
  consuming func commit() throws(SinkError) {
    do {
      try file.commit()
    } catch {
      throw error.ofStream
    }
  }
}

extension SinkError {
  fileprivate var ofStream: SinkError {
    if case .failed(let path, let reason) = self { .streamFailed(path: path, reason: reason) } else { self }
  }
}
