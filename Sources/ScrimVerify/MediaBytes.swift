/// The bytes that pictures and sound are kept in, and the samples that these are of: every byte is of one sample.
struct MediaBytes {
  private var containers: [Range<Int>] = []
  private var samples: [Range<Int>] = []

  /// Of all containers.
  var count: Int { containers.reduce(0) { $0 + $1.count } }

  mutating func add(container: Range<Int>) {
    if !container.isEmpty { containers.append(container) }
  }

  /// Those that touch become one, so that long files take little room.
  mutating func add(_ more: some Sequence<Range<Int>>) {
    for sample in more where !sample.isEmpty {
      if let last = samples.last, last.upperBound == sample.lowerBound {
        samples[samples.count - 1] = last.lowerBound..<sample.upperBound
      } else {
        samples.append(sample)
      }
    }
  }

  func check(_ found: inout RideAlongs) {
    let containers = containers.sorted { $0.lowerBound < $1.lowerBound }
    var number = 0, at = containers.first?.lowerBound ?? 0
    for sample in samples.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      while number < containers.count, at == containers[number].upperBound {
        number += 1
        if number < containers.count { at = containers[number].lowerBound }
      }
      guard number < containers.count else { return found.add("a sample outside of all media", at: sample.lowerBound) }
      let start = sample.lowerBound
      if start < at { return found.add("a sample that lies over another", in: "mdat", at: start) }
      if start > at { return found.add("bytes of no sample", in: "mdat", at: at) }
      at = sample.upperBound
      if at > containers[number].upperBound { return found.add("a sample that goes on outside", in: "mdat", at: start) }
    }
    let isComplete = containers.isEmpty || (number == containers.count - 1 && at == containers[number].upperBound)
    if !isComplete { found.add("bytes of no sample", in: "mdat", at: at) }
  }
}
