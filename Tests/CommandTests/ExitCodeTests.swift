import Testing

@testable import scrim

struct ExitCodeTests {
  @Test func `the numbers are those that scripts know`() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 130, 143])
  }

  @Test func `the gravest outcome counts, whatever the order`() {
    let order: [ExitCode] = [
      .planned, .failedClosed, .unreadable, .outputFailed, .interrupted, .terminated, .leakFound, .usage,
    ]
    #expect(Set(order) == Set(ExitCode.allCases))
    for (place, graver) in order.enumerated() {
      for milder in order[...place] {
        #expect(graver.merged(with: milder) == graver)
        #expect(milder.merged(with: graver) == graver)
      }
    }
  }

  @Test func `a signal ends with its number and 128`() {
    #expect(ExitCode(signal: 2).rawValue == 130)
    #expect(ExitCode(signal: 15).rawValue == 143)
  }
}
