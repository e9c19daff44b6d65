public import ScrimCore

/// A question about one snapshot that people ask, in the words of rules: which views a selector matches, and what is at a
/// pixel.
public struct ViewQuery: Sendable {
  private enum Kind: Sendable {
    case selector(String)
    case point(x: Double, y: Double)
  }

  private let kind: Kind

  /// The views that a selector matches. Throws where the text is none; `name` is what the error calls its source.
  public init(selector: String, name: String) throws(RulesError) {
    do {
      _ = try SelectorParser.parse(selector)
      kind = .selector(selector)
    } catch {
      throw RulesError(file: name, problem: error.message)
    }
  }

  /// The view that is drawn topmost at a pixel, of those that are not said to be invisible.
  public init(x: Int, y: Int) {
    kind = .point(x: Double(x) + 0.5, y: Double(y) + 0.5)
  }

  /// The views of a snapshot, in document order.
  public func views(in snapshot: Snapshot) -> [Int] {
    switch kind {
    case .selector(let source):
      // It was parsed before.
      (try? SelectorParser.parse(source)).map { SelectorMatcher(snapshot).matches($0) } ?? []
    case .point(let x, let y):
      [FrameFacts(FrameContext(snapshot), snapshot).view(atX: x, y: y)].compactMap { $0 }
    }
  }
}

extension FrameContext {
  /// A context for questions about places alone.
  fileprivate init(_ snapshot: Snapshot) {
    self.init(
      identity: FrameIdentity(index: 0), size: PixelSize(width: 0, height: 0), views: FrameViews(tree: .exact(snapshot))
    )
  }
}
