internal import ScrimCore

/// Gathers a frame's redactions and puts them into the order in which they are painted.
struct PlanAssembly {
  private var ordered: [(order: Int, redaction: Redaction)] = []
  private var above: [Redaction] = []
  private var known: Set<Redaction> = []

  /// Adds what an order asks for. `bounds` is where the style is laid out; nil is the region's own box.
  mutating func add(
    _ region: Region, bounds: PixelRect? = nil, by order: HideOrder, at place: Int, view: String? = nil,
    isSecure: Bool = false
  ) {
    guard let redaction = redaction(region, bounds, by: order, view, isSecure) else { return }
    ordered.append((place, redaction))
  }

  /// Adds what is painted above all orders, in the order in which it is added.
  mutating func addAbove(_ region: Region, by order: HideOrder, view: String? = nil, isSecure: Bool = false) {
    guard let redaction = redaction(region, nil, by: order, view, isSecure) else { return }
    // A view may be unreadable in many places, and both ends of a motion may ask for the same.
    if known.insert(redaction).inserted { above.append(redaction) }
  }

  private func redaction(
    _ region: Region, _ bounds: PixelRect?, by order: HideOrder, _ view: String?, _ isSecure: Bool
  ) -> Redaction? {
    if region.isEmpty { return nil }
    let box = bounds.flatMap { $0.isEmpty ? nil : $0 } ?? region.bounds
    return Redaction(
      region: region, bounds: box, style: order.style, rule: order.rule, view: view, hold: order.hold,
      isSecure: isSecure)
  }

  /// Everything, by the place of its order; what has the same stays in the order in which it was added.
  var redactions: [Redaction] {
    ordered.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.redaction) + above
  }
}
