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
