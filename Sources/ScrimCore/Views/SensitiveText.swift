/// A text out of a view: may be the secret, so it never prints itself.
///
/// Interpolated, dumped or logged it reads `‹12 characters›`. Who needs the characters says `exposed`, which can be
/// searched for.
public struct SensitiveText: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The characters themselves: for rules and recognizers, never for a message, a report or a name.
  public let exposed: String

  public init(_ text: String) {
    exposed = text
  }

  public var isEmpty: Bool { exposed.isEmpty }
  public var description: String { "‹\(exposed.count) characters›" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
