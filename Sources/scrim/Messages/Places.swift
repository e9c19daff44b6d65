internal import ScrimCore

/// Where in a recording something is, in words.
extension FrameIdentity {
  /// `frame 412 (00:13.733)`, with the file's name where it has one: `frame 2 (00:00.067, shot_0002.png)`.
  var shown: String {
    let details = [time.map(shownTime), name?.description].compactMap { $0 }
    return "frame \(index)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }
}

/// Minutes, seconds and thousandths: `00:13.733`; above an hour `1:00:13.733`.
func shownTime(_ seconds: Double) -> String {
  guard seconds.isFinite, abs(seconds) < 1e9 else { return "?" }
  let thousandths = Int((abs(seconds) * 1000).rounded())
  let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
  let hours = whole / 3600, minutes = whole / 60 % 60
  let clock = "\(padded(minutes, 2)):\(padded(whole % 60, 2)).\(padded(rest, 3))"
  return (seconds < 0 && thousandths > 0 ? "-" : "") + (hours > 0 ? "\(hours):" : "") + clock
}

/// A time that is left: `12 s`, `3:05`, `1:02:03`.
func shownDuration(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds < 1e9 else { return "?" }
  let whole = max(0, Int(seconds.rounded()))
  if whole < 60 { return "\(whole) s" }
  if whole < 3600 { return "\(whole / 60):\(padded(whole % 60, 2))" }
  return "\(whole / 3600):\(padded(whole / 60 % 60, 2)):\(padded(whole % 60, 2))"
}

/// A number of at least 0 with one decimal.
func shownTenths(_ number: Double) -> String {
  guard number.isFinite, number < 1e15 else { return "?" }
  let tenths = Int((max(0, number) * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

/// A number of at least 0 with three decimals.
func shownThousandths(_ number: Double) -> String {
  guard number.isFinite, number < 1e15 else { return "?" }
  let thousandths = Int((max(0, number) * 1000).rounded())
  return "\(thousandths / 1000).\(padded(thousandths % 1000, 3))"
}

/// `1 frame`, `2 frames`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

private func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
