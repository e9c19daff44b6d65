internal import ScrimCore
@testable internal import ScrimRules

/// The matcher of Lua's patterns that rules run, held against Lua's own.
struct PatternFuzzing: FuzzTarget {
  let name = "pattern"
  let mutation = Mutation.bytes

  /// Pattern, then a zero, then subject.
  func seeds() -> [[UInt8]] {
    [
      "^(%a+)%s*=%s*(.-)$\0name = value", "%b()\0a(b(c)d)e", "%f[%w]%w+\0 one two", "[^%d_a-c]-x\0yyx",
      "(a*(.)%w(%s*))\0aab c",
      "()a()%1\0aa", "[]]+\0]]", ".-b?$\0aab",
    ].map { Array($0.utf8) }
  }

  func run(_ bytes: [UInt8]) {
    let parts = bytes.prefix(200).split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let source = """
      local pattern, subject = "\(quoted(parts[0]))", "\(quoted(parts.count > 1 ? parts[1] : []))"
      local function text(results)
        for i = 1, results.n do results[i] = tostring(results[i]) end
        return table.concat(results, "|", 1, results.n)
      end
      local function all(gmatch)
        local found = {}
        for a, b in gmatch(subject, pattern) do found[#found + 1] = tostring(a) .. ":" .. tostring(b) end
        return table.concat(found, ";")
      end
      for _, name in ipairs{ "find", "match" } do
        local a = text(table.pack(pcall(string[name], subject, pattern)))
        local b = text(table.pack(pcall(stock[name], subject, pattern)))
        if a ~= b then return name end
      end
      if text(table.pack(pcall(string.gsub, subject, pattern, "<%0>")))
          ~= text(table.pack(pcall(stock.gsub, subject, pattern, "<%0>"))) then return "gsub" end
      if text(table.pack(pcall(all, string.gmatch))) ~= text(table.pack(pcall(all, stock.gmatch))) then return "gmatch" end
      return {}
      """
    do throws(LuaFailure) {
      let state = try LuaState(
        source: Array(source.utf8), chunkName: "fuzz.lua", modules: { _ in nil },
        // Lua's own search counts nothing: what takes it long is not asked.
        budgets: Budgets(loadInstructions: 200_000, loadSeconds: 1), withStockStrings: true)
      let file = RulesFileState(
        RulesSource(name: "fuzz.lua", source: []), filter: MessageFilter(), output: LogOutput { _ in })
      let value = try state.load(host: LoadingCalls(file))
      if case .string(let name) = value { demand(false, "string.\(name) finds what Lua's own does") }
    } catch {
      demand(error.kind != .unusable, "a search leaves the state as good as before")
    }
  }

  private func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { "\\" + ("00" + String($0)).suffix(3) }.joined()
  }
}
