/// One line for each thing: how a script, or a function that it can call, gets at it, and of what kind it is.
let reachableFromScripts = """
  _ENV table
  _ENV<meta> table
  _ENV<meta>.__index table
  _ENV<meta>.__index._VERSION string
  _ENV<meta>.__index.assert function
  _ENV<meta>.__index.coroutine table
  _ENV<meta>.__index.coroutine<meta> table
  _ENV<meta>.__index.coroutine<meta>.__index table
  _ENV<meta>.__index.coroutine<meta>.__index.create function
  _ENV<meta>.__index.coroutine<meta>.__index.isyieldable function
  _ENV<meta>.__index.coroutine<meta>.__index.resume function
  _ENV<meta>.__index.coroutine<meta>.__index.running function
  _ENV<meta>.__index.coroutine<meta>.__index.status function
  _ENV<meta>.__index.coroutine<meta>.__index.wrap function
  _ENV<meta>.__index.coroutine<meta>.__index.yield function
  _ENV<meta>.__index.coroutine<meta>.__index<meta> table
  _ENV<meta>.__index.coroutine<meta>.__index<meta>.__index function
  _ENV<meta>.__index.coroutine<meta>.__index<meta>.__index<upvalue 1> string
  _ENV<meta>.__index.coroutine<meta>.__metatable boolean
  _ENV<meta>.__index.coroutine<meta>.__newindex function
  _ENV<meta>.__index.coroutine<meta>.__newindex<upvalue 1> string
  _ENV<meta>.__index.error function
  _ENV<meta>.__index.getmetatable function
  _ENV<meta>.__index.ipairs function
  _ENV<meta>.__index.load function
  _ENV<meta>.__index.math table
  _ENV<meta>.__index.math<meta> table
  _ENV<meta>.__index.math<meta>.__index table
  _ENV<meta>.__index.math<meta>.__index.abs function
  _ENV<meta>.__index.math<meta>.__index.acos function
  _ENV<meta>.__index.math<meta>.__index.asin function
  _ENV<meta>.__index.math<meta>.__index.atan function
  _ENV<meta>.__index.math<meta>.__index.ceil function
  _ENV<meta>.__index.math<meta>.__index.cos function
  _ENV<meta>.__index.math<meta>.__index.deg function
  _ENV<meta>.__index.math<meta>.__index.exp function
  _ENV<meta>.__index.math<meta>.__index.floor function
  _ENV<meta>.__index.math<meta>.__index.fmod function
  _ENV<meta>.__index.math<meta>.__index.huge number
  _ENV<meta>.__index.math<meta>.__index.log function
  _ENV<meta>.__index.math<meta>.__index.max function
  _ENV<meta>.__index.math<meta>.__index.maxinteger number
  _ENV<meta>.__index.math<meta>.__index.min function
  _ENV<meta>.__index.math<meta>.__index.mininteger number
  _ENV<meta>.__index.math<meta>.__index.modf function
  _ENV<meta>.__index.math<meta>.__index.pi number
  _ENV<meta>.__index.math<meta>.__index.rad function
  _ENV<meta>.__index.math<meta>.__index.random function
  _ENV<meta>.__index.math<meta>.__index.random<upvalue 1> userdata
  _ENV<meta>.__index.math<meta>.__index.sin function
  _ENV<meta>.__index.math<meta>.__index.sqrt function
  _ENV<meta>.__index.math<meta>.__index.tan function
  _ENV<meta>.__index.math<meta>.__index.tointeger function
  _ENV<meta>.__index.math<meta>.__index.type function
  _ENV<meta>.__index.math<meta>.__index.ult function
  _ENV<meta>.__index.math<meta>.__index<meta> table
  _ENV<meta>.__index.math<meta>.__index<meta>.__index function
  _ENV<meta>.__index.math<meta>.__index<meta>.__index<upvalue 1> string
  _ENV<meta>.__index.math<meta>.__metatable boolean
  _ENV<meta>.__index.math<meta>.__newindex function
  _ENV<meta>.__index.math<meta>.__newindex<upvalue 1> string
  _ENV<meta>.__index.next function
  _ENV<meta>.__index.pairs function
  _ENV<meta>.__index.pcall function
  _ENV<meta>.__index.print function
  _ENV<meta>.__index.rawequal function
  _ENV<meta>.__index.rawget function
  _ENV<meta>.__index.rawlen function
  _ENV<meta>.__index.require function
  _ENV<meta>.__index.scrim table
  _ENV<meta>.__index.scrim<meta> table
  _ENV<meta>.__index.scrim<meta>.__index table
  _ENV<meta>.__index.scrim<meta>.__index.find function
  _ENV<meta>.__index.scrim<meta>.__index.recognizer function
  _ENV<meta>.__index.scrim<meta>.__index<meta> table
  _ENV<meta>.__index.scrim<meta>.__index<meta>.__index function
  _ENV<meta>.__index.scrim<meta>.__index<meta>.__index<upvalue 1> string
  _ENV<meta>.__index.scrim<meta>.__metatable boolean
  _ENV<meta>.__index.scrim<meta>.__newindex function
  _ENV<meta>.__index.scrim<meta>.__newindex<upvalue 1> string
  _ENV<meta>.__index.select function
  _ENV<meta>.__index.setmetatable function
  _ENV<meta>.__index.string table
  _ENV<meta>.__index.string<meta> table
  _ENV<meta>.__index.string<meta>.__index table
  _ENV<meta>.__index.string<meta>.__index.byte function
  _ENV<meta>.__index.string<meta>.__index.byte<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index.char function
  _ENV<meta>.__index.string<meta>.__index.char<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index.find function
  _ENV<meta>.__index.string<meta>.__index.format function
  _ENV<meta>.__index.string<meta>.__index.format<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index.gmatch function
  _ENV<meta>.__index.string<meta>.__index.gsub function
  _ENV<meta>.__index.string<meta>.__index.len function
  _ENV<meta>.__index.string<meta>.__index.lower function
  _ENV<meta>.__index.string<meta>.__index.lower<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index.match function
  _ENV<meta>.__index.string<meta>.__index.pack function
  _ENV<meta>.__index.string<meta>.__index.pack<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index.packsize function
  _ENV<meta>.__index.string<meta>.__index.packsize<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index.rep function
  _ENV<meta>.__index.string<meta>.__index.reverse function
  _ENV<meta>.__index.string<meta>.__index.reverse<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index.sub function
  _ENV<meta>.__index.string<meta>.__index.unpack function
  _ENV<meta>.__index.string<meta>.__index.unpack<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index.upper function
  _ENV<meta>.__index.string<meta>.__index.upper<upvalue 1> function
  _ENV<meta>.__index.string<meta>.__index<meta> table
  _ENV<meta>.__index.string<meta>.__index<meta>.__index function
  _ENV<meta>.__index.string<meta>.__index<meta>.__index<upvalue 1> string
  _ENV<meta>.__index.string<meta>.__metatable boolean
  _ENV<meta>.__index.string<meta>.__newindex function
  _ENV<meta>.__index.string<meta>.__newindex<upvalue 1> string
  _ENV<meta>.__index.table table
  _ENV<meta>.__index.table<meta> table
  _ENV<meta>.__index.table<meta>.__index table
  _ENV<meta>.__index.table<meta>.__index.concat function
  _ENV<meta>.__index.table<meta>.__index.concat<upvalue 1> function
  _ENV<meta>.__index.table<meta>.__index.insert function
  _ENV<meta>.__index.table<meta>.__index.insert<upvalue 1> function
  _ENV<meta>.__index.table<meta>.__index.move function
  _ENV<meta>.__index.table<meta>.__index.move<upvalue 1> function
  _ENV<meta>.__index.table<meta>.__index.pack function
  _ENV<meta>.__index.table<meta>.__index.remove function
  _ENV<meta>.__index.table<meta>.__index.remove<upvalue 1> function
  _ENV<meta>.__index.table<meta>.__index.sort function
  _ENV<meta>.__index.table<meta>.__index.unpack function
  _ENV<meta>.__index.table<meta>.__index.unpack<upvalue 1> function
  _ENV<meta>.__index.table<meta>.__index<meta> table
  _ENV<meta>.__index.table<meta>.__index<meta>.__index function
  _ENV<meta>.__index.table<meta>.__index<meta>.__index<upvalue 1> string
  _ENV<meta>.__index.table<meta>.__metatable boolean
  _ENV<meta>.__index.table<meta>.__newindex function
  _ENV<meta>.__index.table<meta>.__newindex<upvalue 1> string
  _ENV<meta>.__index.tonumber function
  _ENV<meta>.__index.tonumber<upvalue 1> function
  _ENV<meta>.__index.tostring function
  _ENV<meta>.__index.type function
  _ENV<meta>.__index.utf8 table
  _ENV<meta>.__index.utf8<meta> table
  _ENV<meta>.__index.utf8<meta>.__index table
  _ENV<meta>.__index.utf8<meta>.__index.char function
  _ENV<meta>.__index.utf8<meta>.__index.char<upvalue 1> function
  _ENV<meta>.__index.utf8<meta>.__index.charpattern string
  _ENV<meta>.__index.utf8<meta>.__index.codepoint function
  _ENV<meta>.__index.utf8<meta>.__index.codepoint<upvalue 1> function
  _ENV<meta>.__index.utf8<meta>.__index.codes function
  _ENV<meta>.__index.utf8<meta>.__index.len function
  _ENV<meta>.__index.utf8<meta>.__index.len<upvalue 1> function
  _ENV<meta>.__index.utf8<meta>.__index.offset function
  _ENV<meta>.__index.utf8<meta>.__index.offset<upvalue 1> function
  _ENV<meta>.__index.utf8<meta>.__index<meta> table
  _ENV<meta>.__index.utf8<meta>.__index<meta>.__index function
  _ENV<meta>.__index.utf8<meta>.__index<meta>.__index<upvalue 1> string
  _ENV<meta>.__index.utf8<meta>.__metatable boolean
  _ENV<meta>.__index.utf8<meta>.__newindex function
  _ENV<meta>.__index.utf8<meta>.__newindex<upvalue 1> string
  _ENV<meta>.__index.xpcall function
  _ENV<meta>.__index<meta> table
  _ENV<meta>.__index<meta>.__index function
  _ENV<meta>.__metatable boolean
  _ENV<meta>.__newindex function
  string<meta> table
  string<meta>.__add function
  string<meta>.__div function
  string<meta>.__idiv function
  string<meta>.__metatable boolean
  string<meta>.__mod function
  string<meta>.__mul function
  string<meta>.__pow function
  string<meta>.__sub function
  string<meta>.__unm function
  view<meta> table
  view<meta>.__index function
  view<meta>.__index<upvalue 1> table
  view<meta>.__index<upvalue 1>.closest function
  view<meta>.__index<upvalue 1>.find function
  view<meta>.__index<upvalue 1>.matches function
  view<meta>.__metatable boolean
  view<meta>.__name string
  view<meta>.__newindex function
  view<meta>.__newindex<upvalue 1> string
  frame<meta> table
  frame<meta>.__index function
  frame<meta>.__index<upvalue 1> table
  frame<meta>.__index<upvalue 1>.all function
  frame<meta>.__index<upvalue 1>.at function
  frame<meta>.__index<upvalue 1>.first function
  frame<meta>.__metatable boolean
  frame<meta>.__name string
  frame<meta>.__newindex function
  frame<meta>.__newindex<upvalue 1> string
  plan<meta> table
  plan<meta>.__index function
  plan<meta>.__index<upvalue 1> table
  plan<meta>.__index<upvalue 1>.cover function
  plan<meta>.__index<upvalue 1>.hide function
  plan<meta>.__index<upvalue 1>.show function
  plan<meta>.__metatable boolean
  plan<meta>.__name string
  plan<meta>.__newindex function
  plan<meta>.__newindex<upvalue 1> string
  """
