--- What a spec can say: describe, it, before_each, after_each, expect, frame, rules.
--
-- Runs in the sandbox before the spec, and is bound like it. `ask` is its one way to the host, which answers with true
-- and a value, or with false and why not. Errors are raised without a position: the host names the spec's own line.
local ask = ...

local function fail(problem) error(problem, 0) end

local function answer(fine, value)
  if not fine then fail(value) end
  return value
end

local function host(word, ...) return answer(ask(word, ...)) end

--- An expectation that was not met: the host notes it, so that no pcall can hide it.
local function refuse(problem)
  ask("refused", problem)
  fail(problem)
end

-- Objects: tables whose members are given, and that hold what only this file can reach.

local hidden = {}

local function object(kind, content, members)
  return setmetatable({ [hidden] = content }, {
    __name = kind,
    __metatable = false,
    __index = function(_, name)
      local member = members[name]
      if member == nil then
        local known = {}
        for word in pairs(members) do known[#known + 1] = word end
        fail(host("unknown", kind, tostring(name), known))
      end
      return member
    end,
    __newindex = function() fail("a " .. kind .. " is read only") end,
  })
end

local function content(value, kind)
  local inside = type(value) == "table" and rawget(value, hidden) or nil
  return inside and inside.kind == kind and inside or nil
end

-- Blocks and tests

local block = { before = {}, after = {} }
local tests = {}
local loading = true

local function check(word, name, body)
  if type(name) ~= "string" or type(body) ~= "function" then
    fail(word .. ': a name and a function were expected, as in ' .. word .. '("hides the pin", function() … end)')
  end
  if not loading then fail(word .. " cannot stand inside of it: tests are known before the first one runs") end
end

local function describe(name, body)
  check("describe", name, body)
  local outer = block
  block = { name = name, before = {}, after = {}, outer = outer }
  body()
  block = outer
end

local function it(name, body)
  check("it", name, body)
  tests[#tests + 1] = { name = name, body = body, block = block }
end

local function each(word, list)
  return function(body)
    check(word, word, body)
    local bodies = block[list]
    bodies[#bodies + 1] = body
  end
end

local function call_all(bodies)
  for _, body in ipairs(bodies) do body() end
end

--- What the host runs: each test with its names, and what comes before and after it.
local function collect()
  loading = false
  local list = {}
  for place, test in ipairs(tests) do
    local names, before, after = { test.name }, { test.body }, {}
    local at = test.block
    while at do
      if at.name then table.insert(names, 1, at.name) end
      for i = #at.before, 1, -1 do table.insert(before, 1, at.before[i]) end
      for _, body in ipairs(at.after) do after[#after + 1] = body end
      at = at.outer
    end
    list[place] = {
      names = names,
      run = function() call_all(before) end,
      after = #after > 0 and function() call_all(after) end or nil,
    }
  end
  return list
end

-- Frames and plans

local function number(self, kind, call)
  local inside = content(self, kind)
  if not inside then fail(kind .. ":" .. call .. " is called with a colon, on a " .. kind) end
  return inside.number
end

local function plan(handle) return object("plan", { kind = "plan", number = handle }, {}) end

local frame_members = {
  plan = function(self) return plan(host("plan", number(self, "frame", "plan"))) end,
  all = function(self, selector) return host("all", number(self, "frame", "all"), selector) end,
  first = function(self, selector) return host("first", number(self, "frame", "first"), selector) end,
  at = function(self, x, y) return host("at", number(self, "frame", "at"), x, y) end,
}

local function made(handle) return object("frame", { kind = "frame", number = handle }, frame_members) end

local frame = setmetatable({}, {
  __name = "frame",
  __metatable = false,
  __index = {
    load = function(path, index, options) return made(host("load", path, index, options)) end,
  },
  __newindex = function() fail("frame is read only") end,
  __call = function(_, options) return made(host("frame", options)) end,
})

local function rules(...) host("rules", ...) end

-- Values

local function shown(value, depth)
  depth = depth or 0
  if type(value) == "string" then
    if #value > 200 then return '"' .. value:sub(1, 200):gsub("[\x80-\xFF]*$", "") .. '…"' end
    return '"' .. value .. '"'
  end
  if type(value) ~= "table" or getmetatable(value) ~= nil then return tostring(value) end
  if depth > 3 then return "{…}" end
  local parts, count = {}, 0
  for key, item in pairs(value) do
    count = count + 1
    if count > 12 then
      parts[#parts + 1] = "…"
      break
    end
    local name = math.type(key) == "integer" and "" or (type(key) == "string" and key or "[" .. tostring(key) .. "]") .. " = "
    parts[#parts + 1] = name .. shown(item, depth + 1)
  end
  return #parts == 0 and "{}" or "{ " .. table.concat(parts, ", ") .. " }"
end

local function same(a, b, depth)
  depth = depth or 0
  if rawequal(a, b) or a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  if getmetatable(a) ~= nil or getmetatable(b) ~= nil then return false end
  if depth > 50 then fail("equals: the tables are nested too deeply, or hold themselves") end
  for key, value in next, a do
    if not same(value, b[key], depth + 1) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

local function holds(whole, part)
  if type(whole) == "string" then
    if type(part) ~= "string" then fail("contains: a text contains texts, not " .. shown(part)) end
    return whole:find(part, 1, true) ~= nil
  end
  if type(whole) ~= "table" then fail("contains: a text or a list was expected, not " .. shown(whole)) end
  for _, item in pairs(whole) do
    if same(item, part) then return true end
  end
  return false
end

-- Expectations

local matchers = {}

local function judge(self, passes, wanted)
  local state = rawget(self, hidden)
  if passes == state.never then
    refuse("expected " .. shown(state.value) .. (state.never and " never" or "") .. " to " .. wanted)
  end
  return self
end

function matchers.equals(self, wanted)
  return judge(self, same(rawget(self, hidden).value, wanted), "equal " .. shown(wanted))
end

function matchers.is_true(self) return judge(self, rawget(self, hidden).value == true, "be true") end
function matchers.is_false(self) return judge(self, rawget(self, hidden).value == false, "be false") end
function matchers.is_nil(self) return judge(self, rawget(self, hidden).value == nil, "be nil") end

function matchers.contains(self, part)
  return judge(self, holds(rawget(self, hidden).value, part), "contain " .. shown(part))
end

function matchers.raises(self, text)
  local state = rawget(self, hidden)
  if type(state.value) ~= "function" then fail("raises: a function was expected, not " .. shown(state.value)) end
  local fine, problem = pcall(state.value)
  local said = not fine and (type(problem) == "string" and problem or shown(problem)) or nil
  local passes = not fine and (text == nil or said:find(text, 1, true) ~= nil)
  local wanted = "raise an error" .. (text and " with " .. shown(text) or "")
  if said and not passes then wanted = wanted .. ", not " .. shown(said) end
  return judge(self, passes, wanted)
end

function matchers.never(self)
  rawget(self, hidden).never = true
  return self
end

local function plan_of(self, word)
  local inside = content(rawget(self, hidden).value, "plan")
  if not inside then
    local hint = content(rawget(self, hidden).value, "frame") and " (a frame has one: f:plan())" or ""
    fail(word .. ": a plan was expected, not " .. shown(rawget(self, hidden).value) .. hint)
  end
  return inside.number
end

for _, word in ipairs { "hides", "shows", "covers", "hides_nothing", "fails" } do
  matchers[word] = function(self, argument)
    local state = rawget(self, hidden)
    host("expect", plan_of(self, word), word, state.never, argument)
    -- What `with` is about, if it comes next.
    state.last = { word = word, argument = argument, never = state.never }
    return self
  end
end

matchers["with"] = function(self, options)
  local state = rawget(self, hidden)
  local last = state.last
  if not last or last.never or (last.word ~= "hides" and last.word ~= "covers") then
    fail('with: it goes behind hides and covers, as in expect(plan):hides("#pin"):with{ text = "Hidden" }')
  end
  host("with", plan_of(self, "with"), last.word, state.never, last.argument, options)
  return self
end

local function expectation(value, never)
  return object("expectation", { kind = "expectation", value = value, never = never }, matchers)
end

local expect = setmetatable({}, {
  __name = "expect",
  __metatable = false,
  __index = { never = function(value) return expectation(value, true) end },
  __newindex = function() fail("expect is read only") end,
  __call = function(_, value) return expectation(value, false) end,
})

return {
  describe = describe,
  it = it,
  before_each = each("before_each", "before"),
  after_each = each("after_each", "after"),
  expect = expect,
  frame = frame,
  rules = rules,
}, collect
