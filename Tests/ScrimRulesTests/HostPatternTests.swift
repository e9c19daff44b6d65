import Testing

@testable import ScrimRules

/// Compares two searches, `string` and `stock`, on random patterns and subjects.
private let comparison = """
  local items = { "a", "b", ".", "%a", "%A", "%d", "%w", "%s", "[ab]", "[^a]", "[a-c]", "[%d_]", "[]]", "[^]a]",
                  "[a%]]", "[-a]", "(", ")", "()", "(a", "b)", "%b()", "%bab", "%f[a]", "%f[^%w]", "%1", "%2", "^", "$",
                  "%", "[", "]", "-", "%%", "\\0", "%z", "[%", "[a-", "%f", "%b", "%bx", "%0", "\\xff",
                  "%.", "%x", "%P", "(.-)", "(%w*)" }
  local suffixes = { "", "", "", "*", "+", "-", "?" }
  local letters = { "a", "b", "c", "1", " ", "(", ")", "_", "]", "-", "\\0", "%", "\\xff", "." }

  local function some(list, least, most)
    local parts = {}
    for i = 1, math.random(least, most) do parts[i] = list[math.random(#list)] end
    return parts
  end

  local function pattern()
    local parts = some(items, 0, 6)
    for i = 1, #parts do parts[i] = parts[i] .. suffixes[math.random(#suffixes)] end
    return (math.random(5) == 1 and "^" or "") .. table.concat(parts)
  end

  local function text(results)
    local parts = {}
    for i = 1, results.n do
      parts[i] = math.type(results[i]) == "integer" and "#" .. results[i] or tostring(results[i])
    end
    return table.concat(parts, "|")
  end

  local function all(gmatch, ...)
    local found = {}
    for a, b, c in gmatch(...) do found[#found + 1] = tostring(a) .. ":" .. tostring(b) .. ":" .. tostring(c) end
    return table.concat(found, ";")
  end

  local replacements = { "x", "<%0>", "%1", "%2", "%%", "%", "%x", { a = "A", ab = 1 }, { a = false, b = {} },
                         function(a, b) return b end, function(a) return #a end, function() return {} end, 5 }
  local fine, count = 0, 0

  local function compare(what, ...)
    local a, b = table.pack(pcall(string[what], ...)), table.pack(pcall(stock[what], ...))
    count = count + 1
    if a[1] then fine = fine + 1 end
    if text(a) ~= text(b) then
      error(what .. ": " .. text(a) .. " but " .. text(b) .. ": " .. text(table.pack(...)), 0)
    end
  end

  for i = 1, 6000 do
    local s, p = table.concat(some(letters, 0, 10)), pattern()
    local start = math.random(4) == 1 and math.random(-12, 12) or nil
    compare("find", s, p, start)
    compare("match", s, p, start)
    compare("find", s, p, start, true)
    compare("gsub", s, p, replacements[math.random(#replacements)], math.random(3) == 1 and math.random(-1, 4) or nil)
    local a = text(table.pack(pcall(all, string.gmatch, s, p, start)))
    local b = text(table.pack(pcall(all, stock.gmatch, s, p, start)))
    if a ~= b then error("gmatch: " .. a .. " but " .. b .. ": " .. s .. " " .. p, 0) end
  end
  return { fine = fine, count = count }
  """

@Suite(.timeLimit(.minutes(2)))
struct HostPatternTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `patterns find exactly what Lua's own find, and fail as they do`(seed: UInt64) throws {
    let rules = try Rules(
      comparison, budgets: Budgets(loadInstructions: .max, loadSeconds: 60), seed: seed, stockStrings: true)
    guard case .integer(let fine) = rules.member("fine"), case .integer(let count) = rules.member("count") else {
      return
    }
    // Both kinds must have been there.
    #expect(fine > count / 3)
    #expect(fine < count * 19 / 20)
  }

  @Test func `nested patterns are bounded as in Lua`() throws {
    _ = try Rules(
      """
      local ok, message = pcall(string.find, ("a"):rep(300), ("a?"):rep(300) .. "b")
      local ok2, message2 = pcall(stock.find, ("a"):rep(300), ("a?"):rep(300) .. "b")
      assert(not ok and message == "pattern too complex" and message == message2)
      local ok, message = pcall(string.find, "a", ("(a)"):rep(40))
      assert(not pcall(string.find, ("a"):rep(40), ("(a)"):rep(40)))
      return {}
      """, stockStrings: true)
  }

  @Test func `the stock searches are not within a script's reach`() {
    #expect(loadFailure("assert(stock == nil) return {}") == nil)
  }
}
