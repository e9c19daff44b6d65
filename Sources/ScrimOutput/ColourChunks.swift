internal import CDeflate
internal import ScrimCore

/// The chunks of colour and density that go into an output: all that may stand beside the pixels.
///
/// Nothing rides along in them: each has a size that the specification fixes, and of a profile the numbers alone are written
/// anew.
func colourChunks(of source: PNGEncoding, storedAs kind: PNGKind) -> [PNGEncoding.Chunk] {
  // In one order, whatever the source's: cICP, where there is one, goes before what it overrules.
  ["cICP", "mDCV", "cLLI", "iCCP", "sRGB", "gAMA", "cHRM", "sBIT", "pHYs"].compactMap { name in
    guard let data = source.colourChunks.first(where: { $0.name == name })?.data,
      let kept = kept(name, data, source: source, kind: kind)
    else { return nil }
    return PNGEncoding.Chunk(name: name, data: kept)
  }
}

/// A chunk's data as it is to be written; nil where it is not well formed or does not fit the kind.
private func kept(_ name: String, _ data: [UInt8], source: PNGEncoding, kind: PNGKind) -> [UInt8]? {
  switch name {
  // Sizes: PNG specification, third edition, section 11.3.
  case "cICP", "gAMA": data.count == 4 ? data : nil
  case "mDCV": data.count == 24 ? data : nil
  case "cLLI": data.count == 8 ? data : nil
  case "cHRM": data.count == 32 ? data : nil
  case "pHYs": data.count == 9 ? data : nil
  // Four rendering intents.
  case "sRGB": data.count == 1 && data[0] < 4 ? data : nil
  case "sBIT": significantBits(data, source: source, kind: kind)
  case "iCCP": repackedProfile(data)
  default: nil
  }
}

/// The number of bits that count, for each channel. It goes where the kind has changed: the new kind holds masks of full depth.
private func significantBits(_ data: [UInt8], source: PNGEncoding, kind: PNGKind) -> [UInt8]? {
  guard kind.colourType == source.colourType, kind.bitDepth == source.bitDepth else { return nil }
  let isPalette = kind.colourType == .palette
  let depth = isPalette ? 8 : kind.bitDepth
  return data.count == (isPalette ? 3 : kind.channels) && data.allSatisfy { (1...depth).contains(Int($0)) } ? data : nil
}

/// Profiles of printers have a few megabytes; what unpacks to more is a bomb.
private let profileLimit = 8 << 20
/// The name that every output gives its profile: the source's may say who made it.
private let profileName = Array("ICC profile".utf8)

/// An iCCP chunk with the colours of the same profile, and a fixed name.
private func repackedProfile(_ data: [UInt8]) -> [UInt8]? {
  // A name, a zero, the method (only 0, deflate, is defined), a zlib stream.
  guard let end = data.prefix(80).firstIndex(of: 0), end > 0, end + 1 < data.count, data[end + 1] == 0,
    let profile = unpacked(data[(end + 2)...])
  else { return nil }
  return packed(cleanProfile(profile)).map { profileName + [0, 0] + $0 }
}

private func unpacked(_ stream: ArraySlice<UInt8>) -> [UInt8]? {
  guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
  defer { unsafe libdeflate_free_decompressor(decompressor) }
  // From the size of most profiles up, so that a small one does not take the limit's memory for every frame.
  for capacity in [1 << 16, profileLimit] {
    var result = LIBDEFLATE_SUCCESS
    let profile = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      // The library writes at most `capacity` bytes and says how many.
      result = unsafe stream.withUnsafeBytes { source in
        unsafe libdeflate_zlib_decompress_ex(
          decompressor, source.baseAddress, source.count, target.baseAddress, capacity, nil, &count)
      }
      if result != LIBDEFLATE_SUCCESS { count = 0 }
    }
    if result == LIBDEFLATE_SUCCESS { return profile }
    if result != LIBDEFLATE_INSUFFICIENT_SPACE { return nil }
  }
  return nil
}

private func packed(_ profile: [UInt8]) -> [UInt8]? {
  guard let compressor = unsafe libdeflate_alloc_compressor(6) else { return nil }
  defer { unsafe libdeflate_free_compressor(compressor) }
  let capacity = unsafe libdeflate_zlib_compress_bound(compressor, profile.count)
  return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
    // The bound is always enough, and the library says how much it took.
    count = unsafe profile.withUnsafeBytes { source in
      unsafe libdeflate_zlib_compress(compressor, source.baseAddress, source.count, target.baseAddress, capacity)
    }
  }
}
