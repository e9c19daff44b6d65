import ScrimCore

/// What a rules file says, read from the table that it returned.
struct RulesDefinition {
  /// Which views an entry means, or which area.
  enum Target {
    /// The views that match, and of these, where recognizers are given, the ones whose texts hold something.
    case views(Selector?, find: [String])
    case region(Rect, inPoints: Bool)
  }

  struct HideEntry {
    var target: Target
    var options: StyleOptions
    var hold: Hold?
    /// As the report names it: `bank.lua hide[2]`.
    var rule: String
  }

  /// An item of `show` or `floor`.
  struct Named {
    var selector: Selector
    /// As messages name it: `bank.lua show[1]`.
    var rule: String
  }

  struct Cover {
    var states: [LifecycleState]
    var style: RedactionStyle
    var hold: Hold
  }

  /// The file's name as messages give it.
  var file: String
  /// `name`, where the file has one.
  var title: String?
  /// Whether `default = "hide_text"`.
  var hidesText = false
  /// The options with which every rule of the file begins.
  var style = StyleOptions()
  var hold = Hold()
  var cover: Cover?
  /// Nil where nothing is said of area that no window covers.
  var showsOutside: Bool?
  /// Seconds; nil where nothing is said.
  var maximumGap: Double?
  var hide: [HideEntry] = []
  var show: [Named] = []
  var floor: [Named] = []
  var event: Int32?
  var frame: Int32?

  /// The names of all its rules for views and regions.
  var ruleNames: [String] { hide.map(\.rule) + show.map(\.rule) + floor.map(\.rule) }

  /// The most that a rule of the table asks for. Calls in the frame function can ask for more.
  var longestHold: Hold {
    hide.reduce(hold.union(cover?.hold ?? Hold())) { $0.union($1.hold ?? Hold()) }
  }
}
