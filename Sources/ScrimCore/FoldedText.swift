internal import CGLib

/// A text as it is compared where case, accents, width and spacing must not tell two texts apart.
///
/// Compatibility decomposition and full case folding (so `ﬁ` is `fi`, `ß` is `ss`, `Ａ` is `a`), then without combining
/// marks, white space and invisible characters: an overlay cannot smuggle a secret through in another dress.
public func folded(_ text: String) -> [Unicode.Scalar] {
  let plain = text.unicodeScalars.contains("\0") ? text.filter { $0 != "\0" } : text
  guard let cased = unsafe g_utf8_casefold(plain, -1) else { return [] }
  defer { unsafe g_free(cased) }
  // Both functions give a string of their own that ends in NUL, or nothing for bytes that are not UTF-8.
  guard let normal = unsafe g_utf8_normalize(cased, -1, G_NORMALIZE_NFKD) else { return [] }
  defer { unsafe g_free(normal) }
  return unsafe String(cString: normal).unicodeScalars.filter { scalar in
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

/// A text in canonical decomposition (NFD), so that letters that look alike are alike byte for byte, and what begins a text
/// also begins its bytes: `é` is `e` and an accent, however it was typed.
public func decomposed(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
  // The function ends at a NUL.
  let parts = text.split(separator: "\0", omittingEmptySubsequences: false).map { part -> String in
    guard let normal = unsafe g_utf8_normalize(String(part), -1, G_NORMALIZE_NFD) else { return String(part) }
    defer { unsafe g_free(normal) }
    // A string of its own that ends in NUL.
    return unsafe String(cString: normal)
  }
  return parts.joined(separator: "\0")
}
