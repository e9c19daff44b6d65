import ScrimCore
import ScrimTestSupport
import Testing

/// Marks of touches do not tell what is pressed on a hidden pad (fault 70).
struct TouchTests {
  private static let pad = region(20, 40, 80, 100)

  private func tree(_ touch: String) -> String {
    """
    {"scrim":"views","version":1,"space":"pixels","size":[100,200],"scale":1}
    {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,100,200],"children":[\
    {"type":"View","id":"pad","bounds":[20,40,60,60]}]},\(touch)]}

    """
  }
  private let rules = ##"return { hide = { { "#pad" } } }"##

  @Test(arguments: [
    #""type":"TouchIndicator""#, #""type":"View","id":"tap-indicator""#, #""type":"MBFingerTipView""#,
    #""type":"div","classes":["cursor_overlay"]"#, #""type":"com.android.server.wm.PointerLocationView""#,
  ])
  func `a mark clears nothing of a mask, however opaque`(kind: String) throws {
    let mark = #"{\#(kind),"opaque":true,"bounds":[40,60,12,12]}"#
    let window = #"{"type":"TouchVisualizerWindow","opaque":true,"bounds":[0,0,100,200],"children":[\#(mark)]}"#
    #expect(try Screen.hidden("views.jsonl", tree(mark), rules: rules) == Self.pad)
    #expect(try Screen.hidden("views.jsonl", tree(window), rules: rules) == Self.pad)
    // Nor does a rule open it.
    let shown = ##"return { hide = { { "#pad" } }, show = { "*" } }"##
    let inside = """
      {"scrim":"views","version":1,"space":"pixels","size":[100,200],"scale":1}
      {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,100,200],"children":[\
      {"type":"View","id":"pad","bounds":[20,40,60,60],"children":[\(mark)]}]}]}

      """
    let opened = shown.replacing("*", with: "#pad *")
    #expect(try Screen.hidden("views.jsonl", inside, rules: opened) == Self.pad)
  }

  @Test func `a mark over an edge goes whole, and one elsewhere stays`() throws {
    let over = #"{"type":"TouchIndicator","bounds":[74,60,12,12]}"#
    #expect(try Screen.hidden("views.jsonl", tree(over), rules: rules) == Self.pad.union(region(74, 60, 86, 72)))
    let beside = #"{"type":"TouchIndicator","bounds":[84,60,12,12]}"#
    #expect(try Screen.hidden("views.jsonl", tree(beside), rules: rules) == Self.pad)
    // Picture area that nothing but a mark's window covers is not known.
    let alone = """
      {"scrim":"views","version":1,"space":"pixels","size":[100,200],"scale":1}
      {"record":"snapshot","frame":0,"windows":[{"type":"Window","bounds":[0,0,100,150]},\
      {"type":"TouchOverlay","bounds":[0,0,100,200]}]}

      """
    #expect(try Screen.hidden("views.jsonl", alone) == region(0, 150, 100, 200))
  }
}
