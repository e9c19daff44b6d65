/// Breaks a text into lines at blanks. A word that is longer than a line stands on one of its own.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = [], line = ""
  for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
    if line.isEmpty {
      line = String(word)
    } else if line.count + 1 + word.count <= width {
      line += " " + word
    } else {
      lines.append(line)
      line = String(word)
    }
  }
  return line.isEmpty ? lines : lines + [line]
}

/// The same as one string, each line behind an indent and ended by a line feed.
func paragraph(_ text: String, indent: Int = 0, width: Int = 80) -> String {
  let margin = String(repeating: " ", count: indent)
  return wrapped(text, width: width - indent).map { margin + $0 + "\n" }.joined()
}
