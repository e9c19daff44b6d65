@_spi(RawPixels) internal import ScrimCore
internal import Synchronization

/// A mask in the format of the frames that it is copied to.
final class Mask: Sendable {
  let pixels: PixelBuffer

  init(_ pixels: consuming PixelBuffer) {
    self.pixels = pixels
  }
}

/// Everything that a mask's bytes depend on. Nothing of it comes from a frame's pixels.
struct MaskKey: Hashable, Sendable {
  var request: MaskRequest
  var format: PixelFormat
  /// Matters for luma and chroma alone.
  var yuv: YUVEncoding?
  /// The mask grown to the chroma grid, and where the style's own area starts in it.
  var grownSize: PixelSize
  var insetX: Int
  var insetY: Int
}

/// Masks that have been painted, shared by all threads and bounded in bytes.
///
/// Two threads may paint one mask at the same time; both paint the same bytes.
final class MaskCache: Sendable {
  private struct Contents {
    var masks: [MaskKey: (mask: Mask, used: UInt64)] = [:]
    var bytes = 0
    var clock: UInt64 = 0
  }

  private let limit: Int
  private let contents = Mutex(Contents())

  /// - Parameter limit: In bytes.
  init(limit: Int) {
    self.limit = limit
  }

  var byteCount: Int { contents.withLock { $0.bytes } }

  func mask(for key: MaskKey) -> Mask? {
    contents.withLock { contents in
      contents.clock += 1
      contents.masks[key]?.used = contents.clock
      return contents.masks[key]?.mask
    }
  }

  /// Keeps a mask, and lets go of those that were not used for longest. One that is too large by itself is not kept.
  func keep(_ mask: Mask, for key: MaskKey) {
    let size = mask.pixels.byteCount
    guard size <= limit else { return }
    contents.withLock { contents in
      guard contents.masks[key] == nil else { return }
      while contents.bytes + size > limit, let oldest = contents.masks.min(by: { $0.value.used < $1.value.used }) {
        contents.bytes -= oldest.value.mask.pixels.byteCount
        contents.masks[oldest.key] = nil
      }
      contents.clock += 1
      contents.masks[key] = (mask, contents.clock)
      contents.bytes += size
    }
  }
}
