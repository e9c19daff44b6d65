internal import ScrimCore

/// What views say, as numbers: two views of equal numbers say the same in their whole subtrees.
struct ViewContents {
  private(set) var numbers: [Int]
  /// Whether there is any text in the subtree: without one, equal numbers prove nothing.
  private(set) var hasText: [Bool]

  init(_ snapshot: Snapshot) {
    let views = snapshot.views
    numbers = views.map { view in
      var hasher = Hasher()
      hasher.combine(view.type)
      for text in [view.text, view.label, view.value, view.placeholder] { hasher.combine(text) }
      hasher.combine(view.attributes)
      hasher.combine(view.role)
      hasher.combine(view.classes)
      hasher.combine(view.secure)
      hasher.combine(view.hideInScreenshot)
      return hasher.finalize()
    }
    hasText = views.map { view in view.texts.contains { !$0.isEmpty } }
    // Children stand behind their parents: from the back, every subtree is complete when its parent's turn comes.
    for index in views.indices.reversed() {
      guard let parent = views[index].parent else { continue }
      numbers[parent] = numbers[parent] &* 1_000_003 &+ numbers[index]
      if hasText[index] { hasText[parent] = true }
    }
  }
}
