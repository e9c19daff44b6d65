/// A command line that cannot be carried out: facts; the words are made in `UsageMessages.swift`.
enum UsageError: Error, Hashable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  /// A flag that the command does not have, as it was given.
  case unknownFlag(String, nearest: String?)
  /// The end, or what looks like the next flag, stands where the value should be.
  case missingValue(flag: FlagText, found: String?)
  /// `--quiet=yes`.
  case unexpectedValue(flag: FlagText)
  case wrongValue(flag: FlagText, value: String, allowed: String)
  case givenTwice(flag: FlagText)
  case missingOperand(String)
  /// More operands than the command takes: the first one too many.
  case surplusOperand(String, taken: String)
  /// A flag without which the command has no sense.
  case missingFlag(String, unless: String?)
  case contradiction(String, String)
  /// A flag that this output cannot do, and what it takes instead.
  case unsuitable(String, to: String, taken: String)
  /// An output with the ending of a kind of media that is not written.
  case unknownMedia(String)
  case reversedRange(start: Int, end: Int)
  case emptyOperand(String)
  /// A picture of pixels as they were recorded, whose name does not say so.
  case unmarkedPicture(String)
  /// A flag that has a sense only beside another.
  case needless(String, without: String)
}
