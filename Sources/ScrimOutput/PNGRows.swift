internal import Glibc
internal import ScrimCore

/// The rows of a picture as a PNG stores them before compression, each behind a filter byte.
///
/// Always filter 0, none: frames of user interfaces come out smaller and in half the time without any.
@safe struct PNGRows: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  /// Stores all rows in the given kind, which holds the picture's colours. Nil where memory is short.
  init?(_ picture: borrowing PictureSamples, as kind: PNGKind) {
    let stride = kind.rowBytes(width: picture.size.width) + 1
    let (count, tooMuch) = stride.multipliedReportingOverflow(by: picture.size.height)
    guard !tooMuch, let start = unsafe calloc(count, 1) else { return nil }
    // calloc gave exactly this many bytes; the filter bytes are zero already.
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: count)

    let indices = Dictionary(
      uniqueKeysWithValues: kind.palette.enumerated().map { ($1.packed, UInt8($0)) })
    for y in 0..<picture.size.height {
      // Row y with its filter byte is within the count.
      let target = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[y * stride + 1..<(y + 1) * stride])
      if kind.colourType == .palette {
        unsafe PNGRows.storeIndices(picture, row: y, indices: indices, bitDepth: kind.bitDepth, to: target)
      } else {
        unsafe picture.withRow(y) { row in unsafe PNGRows.store(row, of: picture, as: kind, to: target) }
      }
    }
  }

  deinit { unsafe free(memory.baseAddress) }

  /// Lends the bytes; the pointer is void after the call.
  borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    unsafe body(UnsafeRawBufferPointer(memory))
  }

  private static func storeIndices(
    _ picture: borrowing PictureSamples, row y: Int, indices: [UInt32: UInt8], bitDepth: Int,
    to target: UnsafeMutableRawBufferPointer
  ) {
    var (last, index): (UInt32?, UInt8) = (nil, 0)
    for x in 0..<picture.size.width {
      let colour = picture.packedColour(y * picture.size.width + x)
      if colour != last {
        last = colour
        // The palette was made from these very pixels.
        index = indices[colour]!
      }
      unsafe put(index, at: x, bitDepth: bitDepth, in: target)
    }
  }

  private static func store(
    _ row: UnsafeRawBufferPointer, of picture: borrowing PictureSamples, as kind: PNGKind,
    to target: UnsafeMutableRawBufferPointer
  ) {
    // Reads stay in the row and writes in the target: both are as long as their formulas say.
    if kind.bitDepth < 8 {
      for x in 0..<picture.size.width {
        unsafe put(row[x * picture.channels] >> UInt8(8 - kind.bitDepth), at: x, bitDepth: kind.bitDepth, in: target)
      }
    } else if kind.bitDepth == 8 && kind.channels == picture.channels {
      unsafe target.copyMemory(from: row)
    } else if kind.bitDepth == 8 {
      for x in 0..<picture.size.width {
        for channel in 0..<kind.channels {
          unsafe target[x * kind.channels + channel] = row[x * picture.channels + channel]
        }
      }
    } else {
      for x in 0..<picture.size.width {
        for channel in 0..<kind.channels {
          let sample = unsafe row.loadUnaligned(fromByteOffset: 2 * (x * picture.channels + channel), as: UInt16.self)
          unsafe target.storeBytes(
            of: sample.bigEndian, toByteOffset: 2 * (x * kind.channels + channel), as: UInt16.self)
        }
      }
    }
  }

  /// Puts a value of 1, 2, 4 or 8 bits in its place in a row of zeros, the first pixel in the highest bits.
  private static func put(_ value: UInt8, at x: Int, bitDepth: Int, in row: UnsafeMutableRawBufferPointer) {
    let bit = x * bitDepth
    // Bit x * depth is within the row's bytes.
    unsafe row[bit / 8] |= value << UInt8(8 - bitDepth - bit % 8)
  }
}
