import ScrimCore
import Testing

@Suite struct ViewAttributesTests {
  @Test func `members are found by name, replaced and removed`() {
    var attributes: ViewAttributes = ["a": .integer(1), "b": .boolean(true)]
    attributes["a"] = .integer(2)
    attributes["c"] = .null
    attributes["b"] = nil
    #expect(attributes["a"] == .integer(2) && attributes["b"] == nil && attributes["c"] == .null)
    #expect(attributes.map(\.name) == ["a", "c"] && attributes.count == 2 && !attributes.isEmpty)
  }

  @Test func `the order makes no difference, and everything else does`() {
    let one: ViewAttributes = ["a": .integer(1), "b": .integer(2)],
      other: ViewAttributes = ["b": .integer(2), "a": .integer(1)]
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(one != ["a": .integer(2), "b": .integer(1)])
    #expect(one != ["a": .integer(1)])
    #expect(one != ["a": .integer(1), "c": .integer(2)])
  }
}
