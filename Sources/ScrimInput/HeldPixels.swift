internal import ScrimCore
internal import Synchronization

/// The pixels of a stream's frame that waits for its worker; they can be taken once.
final class HeldPixels: Sendable {
  private let pixels: Mutex<PixelBuffer?>

  init(_ pixels: consuming PixelBuffer) {
    self.pixels = Mutex(pixels)
  }

  func take() -> PixelBuffer? { pixels.withLock { $0.take() } }
}
