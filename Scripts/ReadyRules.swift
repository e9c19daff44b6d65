/// Rules that are built into the program, by name.
///
/// The files beside this one are embedded when the program is built: nothing is read at run time, so they cannot be
/// missing or changed.
public struct ReadyRules: Sendable {
  public let name: String
  /// One sentence for `scrim list`.
  public let summary: String
  /// The Lua source.
  public let source: [UInt8]

  public static let all: [ReadyRules] = [
    ReadyRules(
      name: "default", summary: "secure views, hide in screenshot, the privacy screen; used where no rules are given",
      source: PackageResources.default_lua),
    ReadyRules(
      name: "allow-list", summary: "every text is hidden but what rules of your own show",
      source: PackageResources.allow_list_lua),
    ReadyRules(
      name: "forms", summary: "whatever people type or choose",
      source: PackageResources.forms_lua),
    ReadyRules(
      name: "hide-in-screenshot", summary: "views with the mark vanish as they do in a screenshot",
      source: PackageResources.hide_in_screenshot_lua),
    ReadyRules(
      name: "messaging", summary: "message bubbles, names, avatars and drafts, by what chat screens call them",
      source: PackageResources.messaging_lua),
    ReadyRules(
      name: "payment", summary: "cards, accounts, the sums beside them, and the fields for them",
      source: PackageResources.payment_lua),
    ReadyRules(
      name: "pii", summary: "personal data by its form: mail, telephone, cards, accounts, keys",
      source: PackageResources.pii_lua),
    ReadyRules(
      name: "privacy-screen", summary: "covers the app from the moment at which it resigns active",
      source: PackageResources.privacy_screen_lua),
  ]
}
