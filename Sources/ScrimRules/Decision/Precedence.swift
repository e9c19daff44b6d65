import ScrimCore

/// Weighs what all files say about one snapshot: DESIGN 8, precedence.
///
/// From the strongest: the floor, secure or a file's own, with all that is below it · calls · a `show` or `hide` entry
/// for the view itself, of which `show` wins · what the nearest decided ancestor has · `default`. A later file's calls
/// and entries stand before an earlier one's. One pass in document order, parents before children.
struct Precedence {
  /// From the baseline to the last file.
  var files: [FileWishes]
  /// Whether views with text are hidden that nothing else decides.
  var hidesText: Bool
  /// The style of what the host hides by itself.
  var defaultStyle: RedactionStyle
  /// The hold of that, which is the files' own.
  var defaultHold: Hold

  /// What a view hands on to its children.
  private enum Inherited {
    case undecided, shown, hidden
    /// Below a secure view: only the explicit word shows.
    case secured
    /// Below a view of a file's floor: nothing shows.
    case sealed
  }

  /// Why an order of the host's own is there; its raw value is its place in paint order.
  private enum HostRule: Int {
    case secure, opaque, text

    var name: String {
      switch self {
      case .secure: "floor: secure"
      case .opaque: "opaque to inspection"
      case .text: "default: hide_text"
      }
    }
  }

  /// The verdict for each view; orders of the host's own are added to the book.
  func verdicts(_ snapshot: Snapshot, _ orders: inout OrderBook) -> [Verdict] {
    var verdicts = [Verdict](), inherited = [Inherited]()
    verdicts.reserveCapacity(snapshot.views.count)
    inherited.reserveCapacity(snapshot.views.count)
    for (i, view) in snapshot.views.enumerated() {
      let above = view.parent.map { inherited[$0] } ?? .undecided
      let (verdict, below) = verdict(i, view, above, &orders)
      verdicts.append(verdict)
      inherited.append(below)
    }
    return verdicts
  }

  private func verdict(
    _ i: Int, _ view: View, _ above: Inherited, _ orders: inout OrderBook
  ) -> (Verdict, Inherited) {
    let own = word(about: i)
    if files.contains(where: { $0.floor[i] }) {
      return (.hide(order: order(about: i) ?? host(.secure, &orders)), .sealed)
    }
    if view.countsAsSecure {
      if own == .show(evenIfSecure: true), above != .sealed { return (.show(liftedFloor: true), .shown) }
      return (.hide(order: order(about: i) ?? host(.secure, &orders)), above == .sealed ? .sealed : .secured)
    }
    switch (own, above) {
    case (.show, .sealed), (.show(evenIfSecure: false), .secured): return (.inherit, above)
    case (.show(evenIfSecure: true), .secured): return (.show(liftedFloor: true), .shown)
    case (.show, .undecided), (.show, .shown), (.show, .hidden): return (.show(liftedFloor: false), .shown)
    case (.hide, .sealed), (.hide, .secured): return (.hide(order: order(about: i)!), above)
    case (.hide, .undecided), (.hide, .shown), (.hide, .hidden): return (.hide(order: order(about: i)!), .hidden)
    case (nil, .sealed), (nil, .secured), (nil, .hidden): return (.inherit, above)
    case (nil, .undecided), (nil, .shown): break
    }
    if view.isOpaqueToInspection { return (.hide(order: host(.opaque, &orders)), .hidden) }
    if above == .undecided, hidesText, view.texts.contains(where: { !$0.isEmpty }) {
      return (.hide(order: host(.text, &orders)), .hidden)
    }
    return (.inherit, above)
  }

  /// The strongest word about the view itself, the floor aside.
  private func word(about view: Int) -> FileWishes.Call.Word? {
    for file in files.reversed() {
      if let call = file.calls[view] { return call.word }
      if file.shown[view] { return .show(evenIfSecure: false) }
      if file.hidden[view] != nil { return .hide }
    }
    return nil
  }

  /// The last order to hide the view itself, whether or not something shows it: how a secure view looks.
  private func order(about view: Int) -> Int? {
    for file in files.reversed() {
      if let order = file.calls[view]?.order ?? file.hidden[view] { return order }
    }
    return nil
  }

  private func host(_ rule: HostRule, _ orders: inout OrderBook) -> Int {
    orders.add(HideOrder(style: defaultStyle, rule: rule.name, hold: defaultHold), .host(rule.rawValue))
  }
}
