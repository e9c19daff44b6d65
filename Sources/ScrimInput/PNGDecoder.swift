internal import CPNGFence
@_spi(RawPixels) public import ScrimCore

/// Decodes a PNG file into a raw frame, every sample as stored.
///
/// Depths below 8 are widened by repeating their bits, palettes become RGB or RGBA, one transparent colour becomes an alpha
/// of nothing or all, and 16 bits stay 16 bits. Nothing is converted by gamma, profile or significant bits: these are kept
/// beside the pixels in `PNGEncoding`. A pixel that points past its palette is opaque black, as every viewer has it. A picture
/// that EXIF turns is turned: masks are painted where the views are seen.
///
/// - Parameters:
///   - bytes: The file; read within the call only.
///   - name: What an error calls the file.
///   - pixelLimit: More pixels are refused before memory is taken.
/// - Throws: `.undecodable` for damage (a checksum of the pixels, an end that is missing, a file too short for its
///   picture), `.tooLarge`, `.outOfMemory`, and `.unsupported` for animations.
public func decodePNG(
  _ bytes: UnsafeRawBufferPointer, identity: FrameIdentity, name: BytePath, pixelLimit: Int
) throws(InputError) -> RawFrame {
  let header = try unsafe PNGHeader(bytes, name: name)
  try header.check(pixelLimit: pixelLimit, fileBytes: bytes.count, name: name)
  let survey = unsafe PNGSurvey(bytes)
  if survey.isAnimated {
    throw .unsupported(name: name, reason: "an animated PNG: only its still picture could be redacted")
  }
  let orientation = survey.orientation ?? .upright

  // The bytes outlive the fence, which lives for this call.
  guard let fence = unsafe pngfence_open(bytes.baseAddress, bytes.count) else { throw .outOfMemory(name: name) }
  defer { unsafe pngfence_close(fence) }
  func check(_ status: pngfence_status) throws(InputError) {
    if status == PNGFENCE_OK { return }
    if status == PNGFENCE_OUT_OF_MEMORY { throw .outOfMemory(name: name) }
    throw .undecodable(name: name, reason: unsafe String(cString: pngfence_message(fence)))
  }

  var info = pngfence_info()
  try check(unsafe pngfence_read_header(fence, &info))
  guard let colourType = PNGEncoding.ColourType(rawValue: info.colour_type),
    let model = model(channels: info.channels)
  else { throw .undecodable(name: name, reason: "the header is damaged") }
  let format = PixelFormat(model, bitDepth: Int(info.sample_bytes) * 8)
  guard var stored = PixelBuffer(size: header.size, format: format) else { throw .outOfMemory(name: name) }
  let status = unsafe stored.withMutableBytes { unsafe pngfence_read_pixels(fence, $0.baseAddress, $0.count) }
  try check(status)
  guard let pixels = orientation.turned(stored) else { throw .outOfMemory(name: name) }

  // The palette holds palette_count colours of four bytes.
  let colours = unsafe UnsafeBufferPointer(start: pngfence_palette(fence), count: 4 * Int(info.palette_count))
  let encoding = PNGEncoding(
    colourType: colourType, bitDepth: Int(info.bit_depth),
    palette: stride(from: 0, to: colours.count, by: 4).map {
      unsafe RGBA(red: colours[$0], green: colours[$0 + 1], blue: colours[$0 + 2], alpha: colours[$0 + 3])
    },
    transparentColour: info.has_key == 0
      ? nil : colourType == .gray ? [info.key.0] : [info.key.0, info.key.1, info.key.2],
    colourChunks: orientation.turned(survey.colourChunks))
  var frame = RawFrame(identity: identity, encoding: .png(encoding), pixels: pixels)
  frame.dropped = survey.dropped
  return frame
}

private func model(channels: UInt8) -> PixelFormat.Model? {
  switch channels {
  case 1: .gray
  case 2: .grayAlpha
  case 3: .rgb
  case 4: .rgba
  default: nil
  }
}
