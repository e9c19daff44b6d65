/// Why a call into rules did not end well. Whatever it is, the frame that was being decided is covered.
struct LuaFailure: Error, Hashable {
  enum Kind: Hashable {
    /// The script raised an error, or is not Lua.
    case error
    /// The instruction budget is used up: reproducible.
    case instructions
    /// The wall clock's deadline has passed: may differ from run to run.
    case time
    /// The memory budget is used up.
    case memory
    /// An earlier call has filled the state with what cannot be freed; or it could not be made at all.
    case unusable
  }

  var kind: Kind
  /// The file's name as given, a module's, or `(load)` for a text that the script made itself.
  var file: String
  /// From 1; nil where it is not known.
  var line: Int?
  /// Without file and line. May be the script's own words, and so hold a view's text.
  var message: String
}
