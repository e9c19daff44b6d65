internal import CDeflate
internal import Glibc
public import ScrimCore
public import ScrimMasking

/// Encodes a redacted frame as a PNG file, from nothing: header, colour, palette, pixels, end.
///
/// The same frame gives the same bytes. Luma and chroma become red, green and blue. Colour type and depth are those of the
/// source where all colours fit.
///
/// - Parameter path: What an error calls the frame.
/// - Throws: `.failed` where memory is short.
public func encodePNG(_ frame: borrowing RedactedFrame, path: BytePath) throws(SinkError) -> EncodedPicture {
  let (size, format) = (frame.size, frame.format)
  switch frame.encoding {
  case .png(let source):
    return try unsafe frame.withBytes { bytes throws(SinkError) in
      try unsafe encodePNG(bytes, size: size, format: format, like: source, path: path)
    }
  case .yuv(let encoding):
    guard let picture = frame.madeRGB(encoding) else { throw .failed(path: path, reason: systemReason(ENOMEM)) }
    let format = picture.format
    return try unsafe picture.withBytes { bytes throws(SinkError) in
      try unsafe encodePNG(bytes, size: size, format: format, like: encoding.pngEncoding, path: path)
    }
  }
}

private func encodePNG(
  _ bytes: UnsafeRawBufferPointer, size: PixelSize, format: PixelFormat, like source: PNGEncoding, path: BytePath
) throws(SinkError) -> EncodedPicture {
  // The samples are looked at within this call only.
  let picture = unsafe PictureSamples(size: size, format: format, bytes: bytes)
  guard let kind = PNGKind(of: picture, like: source) else {
    throw .unsuitable(path: path, reason: "a frame of luma and chroma cannot be stored as PNG")
  }
  guard let rows = PNGRows(picture, as: kind) else { throw .failed(path: path, reason: systemReason(ENOMEM)) }
  return try encoded(rows, size: size, kind: kind, colour: colourChunks(of: source, storedAs: kind), path: path)
}

/// Level 6: a level lower saves a sixth of the time and adds a tenth to the size.
private let compressionLevel: Int32 = 6

private func encoded(
  _ rows: borrowing PNGRows, size: PixelSize, kind: PNGKind, colour: [PNGEncoding.Chunk], path: BytePath
) throws(SinkError) -> EncodedPicture {
  guard let compressor = unsafe libdeflate_alloc_compressor(compressionLevel) else {
    throw .failed(path: path, reason: systemReason(ENOMEM))
  }
  defer { unsafe libdeflate_free_compressor(compressor) }
  let bound = unsafe rows.withBytes { unsafe libdeflate_zlib_compress_bound(compressor, $0.count) }
  // Signature, IHDR, palette with alpha, pixels' frame, end: below 2048. Twelve bytes frame a chunk.
  let others = colour.reduce(2048) { $0 + $1.data.count + 12 }
  guard var file = EncodedPicture(capacity: bound + others) else {
    throw .failed(path: path, reason: systemReason(ENOMEM))
  }

  file.append([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  var header: [UInt8] = []
  for number in [size.width, size.height] {
    header += (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
  // Deflate, the five filters, not interlaced.
  file.appendChunk("IHDR", header + [UInt8(kind.bitDepth), kind.colourType.rawValue, 0, 0, 0])
  for chunk in colour { file.appendChunk(chunk.name, chunk.data) }
  if kind.colourType == .palette {
    file.appendChunk("PLTE", kind.palette.flatMap { [$0.red, $0.green, $0.blue] })
    if let last = kind.palette.lastIndex(where: { $0.alpha != 255 }) {
      file.appendChunk("tRNS", kind.palette[...last].map(\.alpha))
    }
  } else if !kind.transparentColour.isEmpty {
    file.appendChunk("tRNS", kind.transparentColour.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
  }
  let isStored = unsafe file.appendChunk("IDAT") { target in
    unsafe rows.withBytes { bytes in
      // The library writes at most `target.count` bytes; the bound is within that.
      unsafe libdeflate_zlib_compress(
        compressor, bytes.baseAddress, bytes.count, target.baseAddress, target.count)
    }
  }
  guard isStored else { throw .failed(path: path, reason: systemReason(EFBIG)) }
  file.appendChunk("IEND", [])
  return file
}
