import ScrimCore

/// Keeps overlay text from repeating what it hides.
///
/// Refused is a text that shares four characters in a row with a text, label or value, or the whole of either where it
/// is shorter. Compared are folded texts, so that case, accents and spacing make no difference.
struct OverlayGuard {
  private let overlay: [Unicode.Scalar]
  private let runs: Set<[Unicode.Scalar]>

  static let shared = 4
  /// Attributes that have one of these in their name can be the secret too: `original-text`, `title`, `aria-label`.
  private static let textual = ["text", "title", "label", "desc", "value", "alt"]

  init(_ text: String) {
    overlay = folded(text)
    runs = Set(overlay.windows(of: Self.shared))
  }

  /// Whether the overlay repeats a text of one of the views. What is in a view's own placeholder may be said.
  func repeats(any views: some Sequence<View>) -> Bool {
    overlay.isEmpty ? false : views.contains(where: repeats)
  }

  private func repeats(_ view: View) -> Bool {
    if let placeholder = view.placeholder, folded(placeholder.exposed).contains(overlay) { return false }
    let texts = [view.text, view.label, view.value].compactMap { $0?.exposed }
    return texts.contains { repeats($0) }
      || view.attributes.contains { name, value in
        Self.textual.contains { ScrimRules.contains(name.lowercased(), $0) } && repeats(value)
      }
  }

  private func repeats(_ text: String) -> Bool {
    let text = folded(text)
    if text.isEmpty { return false }
    if text.count < Self.shared { return overlay.contains(text) }
    if overlay.count < Self.shared { return text.contains(overlay) }
    return text.windows(of: Self.shared).contains(where: runs.contains)
  }

  private func repeats(_ value: AttributeValue) -> Bool {
    switch value {
    case .text(let text): repeats(text.exposed)
    case .list(let items): items.contains(where: repeats)
    case .object(let members): members.values.contains(where: repeats)
    case .null, .boolean, .integer, .number: false
    }
  }
}

extension [Unicode.Scalar] {
  fileprivate func windows(of length: Int) -> [[Unicode.Scalar]] {
    count < length ? [] : (0...(count - length)).map { Array(self[$0..<$0 + length]) }
  }

  fileprivate func contains(_ part: [Unicode.Scalar]) -> Bool {
    part.count <= count && (0...(count - part.count)).contains { self[$0...].starts(with: part) }
  }
}
