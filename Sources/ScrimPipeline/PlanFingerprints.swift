internal import ScrimCore
internal import Synchronization

/// Hashes of plans: equal plans of two runs of the same program have equal ones, and others have others.
final class PlanFingerprints: Sendable {
  /// What a style is, in words. Made by reflection, so that no option can be forgotten, and once for each style, since
  /// that is slow.
  private let styles = Mutex<[RedactionStyle: String]>([:])

  func fingerprint(of plan: Plan) -> String {
    var text = "\(plan.size) \(plan.scale) \(plan.failures)"
    for redaction in plan.redactions {
      text += "\n\(words(for: redaction.style)) \(redaction.bounds) \(redaction.isSecure)"
      for rect in redaction.region.rects { text += " \(rect.left),\(rect.top),\(rect.right),\(rect.bottom)" }
    }
    return sha256(text.utf8)
  }

  private func words(for style: RedactionStyle) -> String {
    styles.withLock { known in
      if let words = known[style] { return words }
      let words = "\(style)"
      known[style] = words
      return words
    }
  }
}
