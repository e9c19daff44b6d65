internal import ScrimCore

/// A style that continues what is around: it reads samples outside of every redacted region, and nothing inside.
///
/// [any thread, several at once]
protocol SurroundingsStyle: Sendable {
  /// Writes the wanted samples of a window. What it leaves out stays neutral; an error covers the frame.
  ///
  /// - Parameters:
  ///   - known: The samples that may be known; the others are zero.
  ///   - marks: For each pixel of the window, what may be known and what is wanted.
  func paint(
    _ window: SampleWindow.Shape, known: Span<UInt16>, marks: Span<UInt8>, into output: inout MutableSpan<UInt16>
  ) throws(StyleError)
}

/// A style that reads the very pixels that it hides, and can be undone: a protocol of its own, so that nothing takes it
/// for one that hides.
///
/// It gets the pixels of its own region, but for those that another region destroys.
/// [any thread, several at once]
protocol CosmeticStyle: Sendable {
  /// Writes the wanted samples of a window. What it leaves out stays neutral; an error covers the frame.
  func paint(
    _ window: SampleWindow.Shape, known: Span<UInt16>, marks: Span<UInt8>, into output: inout MutableSpan<UInt16>
  ) throws(StyleError)
}
