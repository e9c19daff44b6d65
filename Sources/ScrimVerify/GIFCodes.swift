/// The codes of a picture in a GIF (appendix F of its specification), of which only the lengths count: pixels and the code of the
/// end, and no byte behind them.
struct GIFCodes {
  private let pixels: Int
  private let clear: Int
  /// How many pixels the codes stand for that the picture made, from the one behind the end on.
  private var lengths: [Int] = []
  private var width: Int
  private var previous: Int?
  private var buffer = 0, held = 0
  private var count = 0
  private var hasEnded = false
  /// Some writers put one bit behind the end, which is in a byte of its own where the end fills its last one.
  private var mayHaveZero = false
  private var isOdd = false

  init(bits: Int, pixels: Int) {
    self.pixels = pixels
    isOdd = !(2...8).contains(bits)
    clear = 1 << min(max(bits, 2), 8)
    width = min(max(bits, 2), 8) + 1
  }

  /// Whether the codes that were taken are the picture's, and no byte more.
  var isComplete: Bool { hasEnded && !isOdd && count == pixels && held < 8 && buffer == 0 }

  mutating func take(_ block: [UInt8]) {
    for byte in block {
      // What comes behind the end is no pixel.
      if hasEnded || isOdd {
        isOdd = isOdd || !mayHaveZero || byte != 0
        mayHaveZero = false
        continue
      }
      buffer |= Int(byte) << held
      held += 8
      while held >= width, !hasEnded, !isOdd {
        let code = buffer & (1 << width - 1)
        buffer >>= width
        held -= width
        takeCode(code)
      }
    }
  }

  private mutating func takeCode(_ code: Int) {
    if code == clear {
      lengths.removeAll(keepingCapacity: true)
      (previous, width) = (nil, clear.trailingZeroBitCount + 1)
    } else if code == clear + 1 {
      hasEnded = true
      mayHaveZero = held == 0
    } else {
      guard let length = length(of: code) else { return isOdd = true }
      count += length
      // A pair of the last string and a pixel; the table does not grow beyond 12 bits.
      if let previous, clear + 2 + lengths.count < 4096 {
        lengths.append(previous + 1)
        if clear + 2 + lengths.count == 1 << width, width < 12 { width += 1 }
      }
      previous = length
    }
  }

  private func length(of code: Int) -> Int? {
    if code < clear { return 1 }
    let index = code - clear - 2
    if index < lengths.count { return lengths[index] }
    // The string that this very code makes.
    return index == lengths.count ? previous.map { $0 + 1 } : nil
  }
}
