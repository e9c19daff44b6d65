internal import ScrimCore

/// A picture's samples, to look at: one plane, rows without padding.
@safe struct PictureSamples: ~Copyable {
  let size: PixelSize
  let model: PixelFormat.Model
  let channels: Int
  let bytesPerSample: Int
  let rowBytes: Int
  /// Holds `rowBytes` times the height, and outlives this value.
  private let bytes: UnsafeRawBufferPointer

  init(size: PixelSize, format: PixelFormat, bytes: UnsafeRawBufferPointer) {
    self.size = size
    model = format.model
    channels = format.channels
    bytesPerSample = format.bytesPerSample
    rowBytes = format.planes(for: size)[0].rowBytes
    precondition(bytes.count >= rowBytes * size.height)
    unsafe self.bytes = bytes
  }

  /// Lends one row; y is within the height.
  func withRow(_ y: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    unsafe body(UnsafeRawBufferPointer(rebasing: bytes[y * rowBytes..<(y + 1) * rowBytes]))
  }

  /// The fewest bits of gray that hold every sample exactly, of the given number or more.
  func grayDepth(atLeast least: Int) -> Int {
    if bytesPerSample == 2 { return 16 }
    guard least < 8 else { return 8 }
    var used = [Bool](repeating: false, count: 256)
    for place in stride(from: 0, to: rowBytes * size.height, by: channels) {
      // Within the picture.
      used[unsafe Int(bytes[place])] = true
    }
    // Widening repeats the bits: at depth d samples are the multiples of 255 / (2^d - 1).
    return [1, 2, 4].first { depth in
      depth >= least && used.indices.allSatisfy { !used[$0] || $0 % (255 / (1 << depth - 1)) == 0 }
    } ?? 8
  }

  /// The one colour that is transparent, where alpha is nothing for every pixel of it and all for every other pixel.
  ///
  /// Empty where no pixel is transparent; nil where one colour cannot tell the alpha. For `.grayAlpha` and `.rgba`.
  func transparentColour() -> [UInt16]? {
    let opaque: UInt16 = bytesPerSample == 2 ? .max : 255
    let count = size.width * size.height
    var key: [UInt16] = []
    for pixel in 0..<count where sample(pixel * channels + channels - 1) != opaque {
      guard sample(pixel * channels + channels - 1) == 0 else { return nil }
      if key.isEmpty {
        for channel in 0..<channels - 1 { key.append(sample(pixel * channels + channel)) }
      }
      guard isColour(key, at: pixel) else { return nil }
    }
    guard !key.isEmpty else { return [] }
    for pixel in 0..<count where sample(pixel * channels + channels - 1) == opaque && isColour(key, at: pixel) {
      return nil
    }
    return key
  }

  /// All colours in the order in which they appear; nil for more than 256, or for samples of 16 bits.
  func palette() -> [RGBA]? {
    guard bytesPerSample == 1 else { return nil }
    var palette: [RGBA] = []
    var seen: Set<UInt32> = []
    var last: UInt32?
    for pixel in 0..<size.width * size.height {
      let colour = packedColour(pixel)
      // Interfaces are runs of one colour.
      if colour == last { continue }
      last = colour
      guard seen.insert(colour).inserted else { continue }
      guard palette.count < 256 else { return nil }
      palette.append(RGBA(packed: colour))
    }
    return palette
  }

  /// A pixel's colour in one number, for samples of 8 bits in `.rgb` and `.rgba`; see `RGBA.packed`.
  func packedColour(_ pixel: Int) -> UInt32 {
    let start = pixel * channels
    // Within the picture: the pixel has this many channels.
    let (red, green, blue) = unsafe (bytes[start], bytes[start + 1], bytes[start + 2])
    let alpha = unsafe channels == 4 ? bytes[start + 3] : 255
    return UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  private func isColour(_ key: [UInt16], at pixel: Int) -> Bool {
    for channel in key.indices where sample(pixel * channels + channel) != key[channel] { return false }
    return true
  }

  /// The sample at a place counted in samples, which is within the picture.
  private func sample(_ place: Int) -> UInt16 {
    unsafe bytesPerSample == 1 ? UInt16(bytes[place]) : bytes.load(fromByteOffset: 2 * place, as: UInt16.self)
  }
}

extension RGBA {
  /// The colour in one number, red in the highest bits.
  var packed: UInt32 { UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha) }

  init(packed: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: packed >> 24), green: UInt8(truncatingIfNeeded: packed >> 16),
      blue: UInt8(truncatingIfNeeded: packed >> 8), alpha: UInt8(truncatingIfNeeded: packed))
  }
}
