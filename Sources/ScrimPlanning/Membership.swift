internal import ScrimCore

/// Which mask each view belongs to, hidden in it or cut out of it.
struct Membership {
  /// The views of one mask.
  struct Mask {
    /// The view that an order hides.
    var owner: Int
    var order: Int
    /// The owner and its descendants, down to where something else was decided.
    var hidden: [Int] = []
    /// Shown descendants with their subtrees, down to where something else was decided.
    var shown: [Int] = []
    /// Whether one of the hidden views is secure or lies in one that is.
    var isSecure = false
  }

  /// In document order of their owners.
  private(set) var masks: [Mask] = []
  /// For each view, the place of the mask in which it is hidden; nil for others.
  private(set) var hidingMask: [Int?] = []
  /// For each view, whether it is secure or lies in one that is, and is not shown by the explicit word.
  private(set) var isSecure: [Bool] = []
  /// Secure views that the rules show by the explicit word.
  private(set) var lifted: [Int] = []

  private struct State {
    /// The mask of the nearest hidden view, itself included.
    var mask: Int?
    /// Whether the nearest decided view is shown.
    var isShown = false
    var isSecure = false
    /// Whether the view can be seen at all, for all that is said: who shows it opens nothing otherwise. What shows touches
    /// opens nothing either.
    var isSeen = true
  }

  /// Needs a verdict for each view.
  init(_ verdicts: [Verdict], of snapshot: Snapshot) {
    var states = [State]()
    states.reserveCapacity(verdicts.count)
    for (index, view) in snapshot.views.enumerated() {
      var state = view.parent.map { states[$0] } ?? State()
      state.isSecure = state.isSecure || view.countsAsSecure
      state.isSeen = state.isSeen && view.hidden != .yes && view.alpha > 0 && !view.isTouchIndicator
      switch verdicts[index] {
      case .hide(let order):
        state.mask = masks.count
        state.isShown = false
        masks.append(Mask(owner: index, order: order))
      case .show(let liftedFloor):
        state.isShown = true
        if liftedFloor {
          state.isSecure = false
          lifted.append(index)
        }
      case .inherit: break
      }
      states.append(state)
      isSecure.append(state.isSecure)
      hidingMask.append(state.isShown ? nil : state.mask)
      guard let mask = state.mask else { continue }
      if !state.isShown {
        masks[mask].hidden.append(index)
        masks[mask].isSecure = masks[mask].isSecure || state.isSecure
      } else if state.isSeen {
        masks[mask].shown.append(index)
      }
    }
  }
}
