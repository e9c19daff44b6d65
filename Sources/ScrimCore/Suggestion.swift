/// The known word that a misspelt one most resembles, or nil where none is near.
///
/// Near is at most one edit in three letters (two in a word of six, none in one of two): an insertion, a deletion, another
/// letter, or two letters that changed places. Of several equally near ones the first in the order given wins.
public func nearestWord(to word: String, among known: some Sequence<String>) -> String? {
  let limit = word.count / 3
  var best: (word: String, distance: Int)?
  for candidate in known {
    let distance = editDistance(word.lowercased(), candidate.lowercased())
    if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
  }
  return best?.word
}

/// `; did you mean 'style'?`, or nothing where no known word is near.
public func suggestion(for word: String, among known: some Sequence<String>) -> String {
  nearestWord(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
}

/// How many edits lead from one word to the other (optimal string alignment). Words over 64 letters are far from all.
private func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first), b = Array(second)
  guard a.count <= 64, b.count <= 64 else { return a == b ? 0 : .max }
  var beforePrevious = [Int](), previous = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforePrevious[j - 1] + 1) }
      row.append(cost)
    }
    (beforePrevious, previous) = (previous, row)
  }
  return previous[b.count]
}
