@_spi(RawPixels) import ScrimCore
import ScrimInput
@testable import ScrimMasking
import ScrimOutput

/// A decoded picture as plain numbers.
struct Decoded {
  var size: PixelSize
  var format: PixelFormat
  var encoding: PNGEncoding
  /// Red, green, blue, alpha in 16 bits each.
  var rgba16: [UInt16]
}

@discardableResult func decode(_ file: [UInt8], pixelLimit: Int = 1 << 28) throws(InputError) -> RawFrame {
  var frame: RawFrame?
  var failure: InputError?
  // The array outlives the call.
  unsafe file.withUnsafeBytes { bytes in
    do throws(InputError) {
      frame = try unsafe decodePNG(
        bytes, identity: FrameIdentity(index: 0), name: "test.png", pixelLimit: pixelLimit)
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return frame.take()!
}

func decoded(_ file: [UInt8]) throws(InputError) -> Decoded {
  let frame = try decode(file)
  guard case .png(let encoding) = frame.encoding else { fatalError("not a PNG") }
  let channels = frame.format.channels
  let samples: [UInt16] = unsafe frame.pixels.withBytes { bytes in
    unsafe frame.format.bitDepth == 8
      ? bytes.map { UInt16($0) * 257 } : Array(bytes.bindMemory(to: UInt16.self))
  }
  var rgba16: [UInt16] = []
  rgba16.reserveCapacity(samples.count / channels * 4)
  for start in stride(from: 0, to: samples.count, by: channels) {
    for place in channels < 3 ? [0, 0, 0] : [0, 1, 2] { rgba16.append(samples[start + place]) }
    rgba16.append(channels % 2 == 0 ? samples[start + channels - 1] : .max)
  }
  return Decoded(size: frame.size, format: frame.format, encoding: encoding, rgba16: rgba16)
}

/// A frame as the masking module would give it, with the pixels changed by `paint`.
func redacted(
  _ frame: consuming RawFrame, as identity: FrameIdentity = FrameIdentity(index: 0),
  _ paint: (inout [UInt8]) -> Void = { _ in }
) -> RedactedFrame {
  let encoding = frame.encoding
  var pixels = frame.takePixels()
  unsafe pixels.withMutableBytes { memory in
    var bytes = unsafe Array(memory)
    paint(&bytes)
    unsafe memory.copyBytes(from: bytes)
  }
  return RedactedFrame(identity: identity, encoding: encoding, isClear: false, pixels: pixels)
}

/// The file that an output makes of a frame.
func encoded(_ frame: consuming RedactedFrame) throws -> [UInt8] {
  let picture = try encodePNG(frame, path: "test.png")
  return unsafe picture.withBytes { unsafe Array($0) }
}

/// What becomes of a file whose frame needs no redaction.
func reencoded(_ file: [UInt8]) throws -> [UInt8] {
  try encoded(redacted(try decode(file)))
}
