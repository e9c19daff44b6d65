import ScrimCore
import Testing

@testable import ScrimRules

@Suite struct CoverTests {
  private func lifecycle(_ names: (String, String?)...) -> Lifecycle {
    var lifecycle = Lifecycle()
    for (name, scene) in names { lifecycle.apply(Event(name: name, instant: .frame(0), scene: scene)) }
    return lifecycle
  }
  private let plain = snapshot(window())
  private let scenes = snapshot(
    Node("Window", nil, { $0.scene = "a" }), Node("Window", nil, { $0.scene = "b" }))

  @Test(arguments: [
    ("background", "application.didEnterBackground", true), ("background", "application.willResignActive", false),
    ("background", "application.willEnterForeground", false), ("background", "application.didBecomeActive", false),
    ("background", "scene.didEnterBackground", true), ("background", "scene.didDisconnect", true),
    ("inactive", "application.willResignActive", true), ("inactive", "application.willEnterForeground", true),
    ("inactive", "application.didBecomeActive", false), ("never", "application.didEnterBackground", false),
    ("background", "team.own", false), ("inactive", "team.own", false),
  ])
  func `the cover comes and goes with the states that it is for`(_ on: String, _ event: String, _ covered: Bool) throws
  {
    let set = try rules("return { cover = { on = '\(on)' } }")
    let covers = set.decision(plain, lifecycle: lifecycle((event, nil))).covers
    #expect(covers.count == (covered ? 1 : 0) && covers.allSatisfy { $0.scene == nil })
    #expect(set.decision(context(.none, lifecycle: lifecycle((event, nil)))).covers.count == (covered ? 1 : 0))
  }

  @Test func `one scene's cover leaves the other's windows, if all windows say whose they are`() throws {
    let set = try rules("return { cover = { on = 'background' } }"),
      state = lifecycle(("scene.didEnterBackground", "a"))
    #expect(set.decision(scenes, lifecycle: state).covers.map(\.scene) == ["a"])
    #expect(set.decision(plain, lifecycle: state).covers.map(\.scene) == [nil])
  }

  @Test func `a call covers one scene, and a scene that has no window is an error`() throws {
    func set(_ scene: String) throws -> RuleSet {
      try rules("return { frame = function(f, plan) plan:cover{ scene = '\(scene)' } end }")
    }
    #expect(try set("a").decision(scenes).covers.map(\.scene) == ["a"])
    #expect(try set("a").decision(plain).covers.map(\.scene) == [nil])
    #expect(try set("c").decision(scenes).messages.first?.contains("plan:cover: no window is of the scene") == true)
  }

  @Test func `without a word of it there is no cover, and true or false stand for the usual one and none`() throws {
    let state = lifecycle(("application.didEnterBackground", nil))
    #expect(try rules("return {}").decision(plain, lifecycle: state).covers.isEmpty)
    #expect(try rules("return { cover = false }").decision(plain, lifecycle: state).covers.isEmpty)
    #expect(
      try rules("return { cover = true }").decision(plain, lifecycle: state).covers.first?.order.style == .defaultCover)
  }

  @Test func `the frame function covers by its own options, over the file's`() throws {
    let set = try rules(
      "return { cover = { on = 'never' }, frame = function(f, plan) plan:cover() plan:cover{ text = 'Away', appearance = 'dark' } end }"
    )
    let covers = set.decision(plain).covers
    #expect(covers.map(\.order.style.text) == ["Content hidden to protect your privacy", "Away"])
    #expect(covers[1].order.style.appearance == .dark)
  }

  @Test func `a hold is for the rules of its file; the cover has its own, and the command adds to all`() throws {
    let set = try rules("return { hold = 3, hide = { { 'Window' } }, cover = { hold = { before = 1 } } }")
    set.extraHold = Hold(before: 2)
    let decision = set.decision(plain, lifecycle: lifecycle(("application.didEnterBackground", nil)))
    #expect(decision.covers[0].order.hold == Hold(before: 2) && decision.orders.last?.hold == Hold(before: 3, after: 3))
    #expect(set.longestHold == Hold(before: 3, after: 3))
  }
}
