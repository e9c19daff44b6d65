internal import CGLib

/// The SHA-256 of bytes, in hexadecimal.
public func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
  let checksum = unsafe g_checksum_new(G_CHECKSUM_SHA256)!
  defer { unsafe g_checksum_free(checksum) }
  if let start = bytes.baseAddress {
    // The pointer is good for `count` bytes, which is what the buffer says.
    unsafe g_checksum_update(checksum, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
  return unsafe String(cString: g_checksum_get_string(checksum))
}

/// The SHA-256 of bytes, in hexadecimal.
public func sha256(_ bytes: some Collection<UInt8>) -> String {
  let bytes = Array(bytes)
  return unsafe bytes.withUnsafeBytes { unsafe sha256($0) }
}
