/// Keyboards on which secrets are typed.
extension [View] {
  /// Marks keyboards as taking a secret while a secure field has the focus: keys that light up, and words that are
  /// proposed, tell what is typed.
  ///
  /// Few formats say who has the focus. So a keyboard takes a secret where there is a secure field at all, unless the tree
  /// says that some other input has the focus, and one not behind the field. What draws the digits of a PIN by itself has
  /// them typed into a field of no area or off the screen: such a one counts, too, unless it says that it has no focus.
  mutating func markKeyboards(in windows: [Int]) {
    guard contains(where: \.isKeyboard) else { return }
    let screen = screen(of: windows)
    let isTyped = isSecretTyped(on: screen, in: windows)
    for index in indices { self[index].takesSecret = false }
    if isTyped { for index in keyboards(on: screen) { self[index].takesSecret = true } }
  }

  /// Keyboards as wholes, whatever is typed on them.
  fileprivate func keyboards(in windows: [Int]) -> [Int] {
    contains(where: \.isKeyboard) ? keyboards(on: screen(of: windows)) : []
  }

  private func screen(of windows: [Int]) -> Rect? {
    windows.compactMap { self[$0].bounds.extent }.max { $0.area < $1.area }
  }

  private func isSecretTyped(on screen: Rect?, in windows: [Int]) -> Bool {
    // Windows of secure fields, by whether the field says that it has no focus; and of others that have it.
    var open: Int?, settled: Int?, elsewhere: Int?
    for view in self where !view.isKeyboard {
      if view.secure == .yes || (view.secure == .unknown && view.isTextInput) {
        let marks = view.focusMarks
        if marks.has { return true }
        if !marks.hasNot {
          open = Swift.max(open ?? 0, view.window)
        } else if view.isSeen(on: screen) {
          settled = view.window
        }
      } else if view.isTextInput, self[windows[view.window]].hidden != .yes, view.focusMarks == FocusMarks(has: true) {
        // A window that is said to be hidden may be another display's, and its focus for a keyboard there.
        elsewhere = Swift.max(elsewhere ?? 0, view.window)
      }
    }
    guard let elsewhere else { return open != nil || settled != nil }
    // Each window remembers a focus of its own: one that lies behind proves nothing of a field that says nothing.
    return open.map { $0 > elsewhere } ?? false
  }

  /// The keyboards as wholes. Of a window for one that is as large as the screen, what lies in it: else a keyboard would
  /// hide all that is above it.
  private func keyboards(on screen: Rect?) -> [Int] {
    var found = [Int](), isOpen = [Bool?](repeating: nil, count: count)
    for index in indices {
      let around = self[index].parent.flatMap { isOpen[$0] }
      guard around != nil || self[index].isKeyboard else { continue }
      // In one that counts as a whole, everything does.
      isOpen[index] = around != false && isOpened(index, on: screen)
      if around != false && isOpen[index] == false { found.append(index) }
    }
    return found
  }

  /// Whether a view stands for the whole screen or has no area, and has others in it.
  private func isOpened(_ index: Int, on screen: Rect?) -> Bool {
    guard self[index].subtreeEnd > index + 1 else { return false }
    switch self[index].bounds {
    case .unknown: return false
    case .noArea: return true
    case .rect(let box): return screen.map { box.area >= 0.9 * $0.area } ?? false
    }
  }
}

extension View {
  /// Names by which formats tell who has the focus.
  private static let focusNames = [
    "focused", "hasFocus", "has_focus", "is_focused", "isFocused", "hasKeyboardFocus", "first_responder",
    "isFirstResponder",
  ]

  /// What its marks say of whether what is typed goes to it; they may contradict each other.
  fileprivate var focusMarks: FocusMarks {
    var marks = FocusMarks()
    for name in Self.focusNames {
      switch attributes[name] {
      case .boolean(let flag): marks.note(flag)
      case .integer(let number): marks.note(number != 0)
      case .text(let text):
        switch text.exposed {
        case "true", "1": marks.note(true)
        case "false", "0": marks.note(false)
        default: continue
        }
      case .null, .number, .list, .object, nil: continue
      }
    }
    return marks
  }

  /// Whether it lies on the screen, for all that is known; being said to be hidden is no proof.
  fileprivate func isSeen(on screen: Rect?) -> Bool {
    switch bounds {
    case .unknown: return true
    case .noArea: return false
    case .rect(let box):
      guard let screen else { return true }
      return box.x < screen.maxX && box.maxX > screen.x && box.y < screen.maxY && box.maxY > screen.y
    }
  }
}

private struct FocusMarks: Equatable {
  var has = false
  var hasNot = false

  mutating func note(_ flag: Bool) {
    if flag { has = true } else { hasNot = true }
  }
}

extension Rect {
  fileprivate var area: Double { width * height }
}

extension Snapshot {
  /// The places of its keyboards, as wholes.
  public var keyboards: [Rect] {
    views.keyboards(in: windows).compactMap { views[$0].bounds.extent?.spread(over: doubt) }
  }
}
