/// How progress is shown on stderr.
enum ProgressMode: String, CaseIterable, Sendable {
  case auto, plain, json, off
}
