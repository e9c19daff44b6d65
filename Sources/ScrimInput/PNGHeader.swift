internal import CDeflate
internal import ScrimCore

/// What the first chunk of a PNG file tells, checked before any memory is taken for the picture.
struct PNGHeader: Hashable {
  /// Signature and IHDR.
  static let byteCount = 33
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  /// Deflate's best: a match of 258 bytes in 2 bits. A file of n bytes cannot hold more than this times n of samples.
  static let greatestExpansion = 1032

  var size: PixelSize
  /// Bits of a pixel as stored.
  var bitsPerPixel: Int

  /// Reads the header from the beginning of a file.
  ///
  /// Throws `.undecodable`, with what the file is instead where its content says so. The size is held against nothing yet.
  init(_ bytes: UnsafeRawBufferPointer, name: BytePath) throws(InputError) {
    guard unsafe bytes.starts(with: PNGHeader.signature) else {
      throw .undecodable(name: name, reason: unsafe nonPNGReason(bytes))
    }
    // From here every index is below byteCount.
    guard bytes.count >= PNGHeader.byteCount else { throw .undecodable(name: name, reason: "the file is cut off") }
    guard unsafe bytes.bigEndian32(at: 8) == 13, unsafe bytes[12..<16].elementsEqual("IHDR".utf8),
      unsafe bytes.bigEndian32(at: 29) == libdeflate_crc32(0, bytes.baseAddress! + 12, 17)
    else { throw .undecodable(name: name, reason: "the header is damaged") }
    let (width, height) = unsafe (bytes.bigEndian32(at: 16), bytes.bigEndian32(at: 20))
    let samples: Int? =
      switch unsafe PNGEncoding.ColourType(rawValue: bytes[25]) {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      case nil: nil
      }
    guard let samples, width > 0, height > 0, width < 1 << 31, height < 1 << 31, unsafe bytes[24] <= 16 else {
      throw .undecodable(name: name, reason: "the header is damaged")
    }
    size = PixelSize(width: Int(width), height: Int(height))
    unsafe bitsPerPixel = samples * Int(bytes[24])
  }

  /// Refuses a picture of more pixels than the limit, or of more than a file of `fileBytes` can hold.
  func check(pixelLimit: Int, fileBytes: Int, name: BytePath) throws(InputError) {
    guard size.width <= pixelLimit / size.height else { throw .tooLarge(name: name, size: size, limit: pixelLimit) }
    let rowBytes = (size.width * bitsPerPixel + 7) / 8
    guard rowBytes <= (fileBytes + 1) * PNGHeader.greatestExpansion / size.height else {
      throw .undecodable(name: name, reason: "the file is too short for its \(size.width)x\(size.height) pixels")
    }
  }
}

/// What a file is that is no PNG, as far as its first bytes tell.
func nonPNGReason(_ bytes: UnsafeRawBufferPointer) -> String {
  if unsafe bytes.isEmpty { return "the file is empty" }
  return unsafe kindOfFile(bytes).map { "it is \($0), not a PNG picture" } ?? "it is not a PNG picture"
}

/// What a file is as its first bytes tell, with its article; nil where they tell nothing.
func kindOfFile(_ bytes: UnsafeRawBufferPointer) -> String? {
  marks.first { (_, at, mark) in
    // Within the count, by the first clause.
    unsafe bytes.count >= at + mark.count && bytes[at..<at + mark.count].elementsEqual(mark)
  }?.kind
}

/// Kinds of file by the bytes that they have at an offset. The first that fits counts.
private let marks: [(kind: String, at: Int, mark: [UInt8])] = [
  ("a JPEG picture", 0, [0xff, 0xd8, 0xff]),
  ("a GIF picture", 0, Array("GIF8".utf8)),
  ("a WebP picture", 8, Array("WEBP".utf8)),
  ("an AVIF picture", 4, Array("ftypavi".utf8)),
  ("a HEIF picture", 4, Array("ftyphei".utf8)),
  ("a HEIF picture", 4, Array("ftypmif1".utf8)),
  ("a QuickTime or MP4 video", 4, Array("ftyp".utf8)),
  ("a Matroska or WebM video", 0, [0x1a, 0x45, 0xdf, 0xa3]),
  ("a YUV4MPEG2 stream", 0, Array("YUV4MPEG2".utf8)),
  ("a TIFF picture", 0, Array("II*\0".utf8)),
  ("a TIFF picture", 0, Array("MM\0*".utf8)),
  ("a BMP picture", 0, Array("BM".utf8)),
  ("a PDF document", 0, Array("%PDF-".utf8)),
  ("an MNG animation", 0, [0x8a, 0x4d, 0x4e, 0x47]),
  ("a PNG picture that a transfer as text has damaged", 0, [0x89, 0x50, 0x4e, 0x47]),
]

extension UnsafeRawBufferPointer {
  /// Four bytes as a number, the greatest first. The caller has checked that they are there.
  func bigEndian32(at offset: Int) -> UInt32 {
    unsafe UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
