import Foundation
import ScrimCore
import Testing

@testable import ScrimRules

/// A hole in the budgets is played by a log that does not come back while the rules wait for it.
@Suite(.timeLimit(.minutes(2)))
struct WatchdogTests {
  private let screen = snapshot(window(Node("Label", "pin")))
  private let hurried = {
    var budgets = Budgets(seconds: 0.1, loadSeconds: 0.1)
    budgets.graceSeconds = 0.2
    return budgets
  }()

  @Test func `rules that hang are given up, and this and every later frame fails`() throws {
    let hole = DispatchSemaphore(value: 0)
    let set = try rules(
      "return { frame = function(frame) if frame.index == 1 then print('x') end end }", budgets: hurried
    ) { _ in hole.wait() }
    #expect(set.decision(screen, index: 0).messages == [])
    #expect(
      set.decision(screen, index: 1).messages == [
        "the rules did not end, nor could they be ended: they are not asked any more"
      ])
    // Also when they have come back meanwhile: what they noted is half of what they should have.
    hole.signal()
    #expect(set.decision(screen, index: 2).messages.count == 1)
    guard case .budget = try #require(set.decision(screen, index: 3).failures.first) else {
      Issue.record("a hang counts as a budget")
      return
    }
  }

  @Test func `a frame between two snapshots fails whole`() throws {
    let hole = DispatchSemaphore(value: 0)
    let set = try rules("return { frame = function() print('x') end }", budgets: hurried) { _ in hole.wait() }
    let frame = context(.between(screen, screen, fraction: 0.5))
    guard case .one(let decision) = set.decide(frame) else {
      Issue.record("no half of it was decided")
      return
    }
    #expect(decision.failures.count == 1)
    hole.signal()
  }

  @Test func `a file whose loading hangs is an error`() throws {
    let hole = DispatchSemaphore(value: 0)
    defer { hole.signal() }
    let error = #expect(throws: RulesError.self) {
      try rules("print('x') return {}", budgets: hurried) { _ in hole.wait() }
    }
    #expect(error?.file == "rules.lua")
    #expect(error?.problem.contains("did not end") == true)
  }
}
