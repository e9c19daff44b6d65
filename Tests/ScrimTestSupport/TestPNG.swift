/// A PNG file made by the test itself, of any kind: shares nothing with the code that it tests. Not compressed.
public struct TestPNG: Sendable {
  public var width: Int
  public var height: Int
  /// By the PNG specification: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA.
  public var colourType: Int
  public var bitDepth: Int
  public var isInterlaced = false
  /// Row by row, pixel by pixel, in samples of the file's depth.
  public var samples: [UInt16]
  /// Red, green, blue for each colour.
  public var palette: [UInt8] = []
  /// The data of tRNS, where there is one.
  public var transparency: [UInt8]?
  /// Chunks before the palette, before the pixels, and behind them.
  public var early: [(name: String, data: [UInt8])] = []
  public var before: [(name: String, data: [UInt8])] = []
  public var after: [(name: String, data: [UInt8])] = []
  public var trailing: [UInt8] = []

  public init(width: Int, height: Int, colourType: Int, bitDepth: Int, samples: [UInt16]) {
    self.width = width
    self.height = height
    self.colourType = colourType
    self.bitDepth = bitDepth
    self.samples = samples
  }

  /// A picture of noise, with a palette where its kind has one, and with the first pixel's colour (or half the palette)
  /// transparent where that is asked for.
  public static func noise(
    width: Int, height: Int, colourType: Int, bitDepth: Int, transparent: Bool = false, interlaced: Bool = false,
    seed: UInt64
  ) -> TestPNG {
    var noise = Noise(seed: seed)
    let top = UInt16(clamping: 1 << bitDepth - 1)
    let samples = (0..<width * height * channels(colourType)).map { _ in noise.next(upTo: top) }
    var picture = TestPNG(width: width, height: height, colourType: colourType, bitDepth: bitDepth, samples: samples)
    picture.isInterlaced = interlaced
    if colourType == 3 {
      // Distinct colours, so that as many are needed as the depth can tell.
      picture.palette = (0...Int(top)).flatMap { [UInt8($0), UInt8(noise.next(upTo: 255)), UInt8(255 - $0)] }
      if transparent { picture.transparency = (0...Int(top) / 2).map { UInt8(($0 * 37 + 5) & 255) } }
    } else if transparent {
      picture.transparency = samples.prefix(channels(colourType)).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
    return picture
  }

  public static func channels(_ colourType: Int) -> Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType]! }

  /// What the pixels are: red, green, blue, alpha in 16 bits each.
  public var rgba16: [UInt16] {
    let channels = TestPNG.channels(colourType)
    let factor = bitDepth == 16 ? 1 : 65535 / (1 << bitDepth - 1)
    let key: [UInt16]? = transparency.map { data in
      stride(from: 0, to: data.count - 1, by: 2).map { UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]) }
    }
    return stride(from: 0, to: samples.count, by: channels).flatMap { start -> [UInt16] in
      let pixel = Array(samples[start..<start + channels])
      if colourType == 3 {
        let index = Int(pixel[0])
        let alpha = transparency.flatMap { index < $0.count ? $0[index] : nil } ?? 255
        return (palette[3 * index..<3 * index + 3] + [alpha]).map { UInt16($0) * 257 }
      }
      let wide = pixel.map { UInt16(Int($0) * factor) }
      switch channels {
      case 1: return [wide[0], wide[0], wide[0], pixel == key ? 0 : .max]
      case 2: return [wide[0], wide[0], wide[0], wide[1]]
      case 3: return wide + [pixel == key ? 0 : .max]
      default: return wide
      }
    }
  }

  /// The file.
  public var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    file += TestPNG.chunk("IHDR", size + [UInt8(bitDepth), UInt8(colourType), 0, 0, isInterlaced ? 1 : 0])
    for (name, data) in early { file += TestPNG.chunk(name, data) }
    if !palette.isEmpty { file += TestPNG.chunk("PLTE", palette) }
    if let transparency { file += TestPNG.chunk("tRNS", transparency) }
    for (name, data) in before { file += TestPNG.chunk(name, data) }
    file += TestPNG.chunk("IDAT", TestPNG.zlib(rows))
    for (name, data) in after { file += TestPNG.chunk(name, data) }
    return file + TestPNG.chunk("IEND", []) + trailing
  }

  /// All rows behind a filter byte of zero, pass by pass where the picture is interlaced.
  private var rows: [UInt8] {
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    let channels = TestPNG.channels(colourType)
    var rows: [UInt8] = []
    for (left, top, right, down) in passes where left < width {
      for y in stride(from: top, to: height, by: down) {
        rows.append(0)
        var (pending, bits) = (0, 0)
        for x in stride(from: left, to: width, by: right) {
          for sample in samples[(y * width + x) * channels..<(y * width + x + 1) * channels] {
            pending = pending << bitDepth | Int(sample)
            bits += bitDepth
            while bits >= 8 {
              bits -= 8
              rows.append(UInt8(pending >> bits & 255))
            }
            pending &= 1 << bits - 1
          }
        }
        if bits > 0 { rows.append(UInt8(pending << (8 - bits))) }
      }
    }
    return rows
  }

  /// A chunk with its length and checksum.
  public static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
  }

  /// A zlib stream of stored blocks.
  public static func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return stream + bigEndian(b << 16 | a)
  }

  /// The names and data of a file's chunks, up to IEND; what is behind that is given as a chunk without a name.
  public static func chunks(_ file: [UInt8]) -> [(name: String, data: [UInt8])] {
    var chunks: [(name: String, data: [UInt8])] = []
    var offset = 8
    while offset + 12 <= file.count, chunks.last?.name != "IEND" {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard offset + 12 + length <= file.count else { break }
      let name = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
      chunks.append((name, Array(file[offset + 8..<offset + 8 + length])))
      offset += 12 + length
    }
    return offset < file.count ? chunks + [("", Array(file[offset...]))] : chunks
  }
}

/// Random numbers that are the same in every run (splitmix64).
public struct Noise: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// A number from 0 to the top.
  public mutating func next(upTo top: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: next() >> 16) % (top == .max ? top : top + 1)
  }
}

/// The checksum of chunks (ISO 3309).
public func crc32(_ bytes: [UInt8]) -> UInt32 {
  ~bytes.reduce(~UInt32(0)) { crcTable[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
}

private let crcTable: [UInt32] = (0..<256).map { number in
  (0..<8).reduce(UInt32(number)) { crc, _ in crc & 1 == 1 ? 0xedb8_8320 ^ crc >> 1 : crc >> 1 }
}

/// Four bytes, the greatest first, as PNG has its numbers.
public func bigEndian(_ number: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
}
