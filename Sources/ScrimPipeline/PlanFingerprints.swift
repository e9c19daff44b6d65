internal import ScrimCore
internal import Synchronization

/// Hashes of plans: equal plans of two runs of the same program have equal ones, and others have others.
final class PlanFingerprints: Sendable {
  /// What a style is, in words. Made by reflection, so that no option can be forgotten, and once for each style, since
  /// that is slow.
  private let styles = Mutex<[RedactionStyle: [UInt8]]>([:])

  func fingerprint(of plan: Plan) -> String {
    var bytes = Array("\(plan.size) \(plan.scale) \(plan.failures)".utf8) + [0xFF]
    for redaction in plan.redactions {
      let rects = [redaction.bounds] + redaction.region.rects
      bytes += words(for: redaction.style)
      // How many rectangles follow, so that no two plans have the same bytes.
      bytes.append(redaction.isSecure ? 1 : 0)
      bytes.append(number: rects.count)
      for rect in rects {
        for edge in [rect.left, rect.top, rect.right, rect.bottom] { bytes.append(number: edge) }
      }
    }
    return sha256(bytes)
  }

  /// Ends with a byte that is in no text.
  private func words(for style: RedactionStyle) -> [UInt8] {
    styles.withLock { known in
      if let words = known[style] { return words }
      let words = Array("\(style)".utf8) + [0xFF]
      known[style] = words
      return words
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
