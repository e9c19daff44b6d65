import ScrimCore

/// Words that a message may have whatever is on the screen, because they are in messages anyway.
enum Vocabulary {
  /// The words of Lua's own messages, of the host's and of the API's.
  static let words: Set<String> = {
    let messages = """
      __len __metatable __tostring a above after all already an and answer any are argument arguments arithmetic as
      assertion assign at attempt attempted available bad base be because before being belongs beside blank boolean
      both bounds bracket brackets budget by byte bytecode bytes c call called calling calls can cannot capture
      captures case caught change changed char character characters children chunk class close closed code colour
      combinator compare compiled complex concat concatenate const constant contains control coroutine cover covered
      cyclic dead deep deeply default defined depth describes did digits divide does double draw each earlier empty
      end ends enough entry error errors even_if_secure event every exceeded exhausted expected experimental failed
      false family field file find finite first font for format found frame frames from function get given global
      globals goes got goto grew handling has have height here hide hold holds hole host id ids in index infinity
      initial input instruction instructions integer interval into invalid is it items its itself joined keep kept key
      keys know known label large larger later leaves left length letters level levels limit line lines list load
      loaded local log long longer looked loop lower lua main malformed many map mark mask max max_gap may mean member
      members memory message metamethod metatable method mib min missing mode module modulo more most much must n name
      named near needs negative neither nested nesting nil no non none nor not nothing now number numbers object of on
      one only opaque operand operation option options or order other out outside over overflow overlay own pairs
      parameter pattern peek perform place plan point points position primitive print protected quoted range read
      ready recognizer recursion refuse region regular replaced replacement representation require requires result
      resulting results resume return returned returns reveal rgb room rrggbb rules run running same scale scrim
      script seconds secure selector self separator set setmetatable show size slice so sort sorted sorting source
      space stack state step string strings structure style such supported suspended symbol syntax system table tables
      take text than that the their there these this thread through time timed to token too took top translucent true
      two type undeclared undone unexpected unfinished unknown unpack up upvalue use used userdata utf valid value
      values vararg variable view views visible wait wall was were what which while whole width will window windows
      with without word work would write written wrong x y yet yield you zero
      """
    var words = Set(messages.split(whereSeparator: \.isWhitespace).map(String.init))
    for name in RuleOption.all.map(\.name) + ViewMember.all.map(\.name) + FrameEvaluator.frameMembers
      + RulesReader.members + Recognizer.builtIn.map(\.name) + StyleName.allCases.map(\.rawValue)
    {
      for word in Words.split(name) where word.isWord { words.insert(word.text) }
    }
    return words
  }()
}
