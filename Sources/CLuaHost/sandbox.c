/// What rules can reach: an allow-list. Everything that is not named here, or in the file of one library, is absent.
///
///   base        assert error getmetatable ipairs load next pairs pcall print rawequal rawget rawlen require select
///               setmetatable tonumber tostring type xpcall _G _VERSION                    (base.c, order.c, modules.c)
///   string      byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper
///                                                                                                (strings.c, search.c)
///   table       concat insert move pack remove sort unpack                                          (tables.c, sort.c)
///   math        all but randomseed: the host seeds for each frame
///   utf8        all
///   coroutine   create isyieldable resume running status wrap yield                                     (coroutines.c)
///   scrim       find log recognizer                                                                            (api.c)
/// The state of a spec has what its prelude gives besides                                                     (specs.c)
///
/// Absent, and why:
///   io os package debug dofile loadfile   files, processes, clock, environment, and ways around all of this
///   collectgarbage                        would run finalizers, and tells how much memory is in use
///   rawset                                would write to protected tables
///   string.dump, binary load              crafted bytecode breaks the interpreter
///   math.randomseed                       the same input gives the same output
///   coroutine.close                       closes may nest without Lua counting the C stack that they take
///   __gc, __mode                          finalizers run outside of every budget; weak tables show the collector
///   `%p`, addresses in tostring           differ from run to run
///
/// Each library is read through an empty table, so that nothing a script does changes what another function sees.
#include <string.h>

#include "internal.h"

static char environment_key;

/// Sets functions of ours. Stack: … library → … library.
void scrim_add_functions(lua_State *L, const luaL_Reg *functions) { luaL_setfuncs(L, functions, 0); }

/// Takes functions as Lua made them. Stack: … stock library → … stock library.
void scrim_take(lua_State *L, const char *const *names) {
  for (; *names; names++) {
    lua_getfield(L, -2, *names);   // stock library function
    lua_setfield(L, -2, *names);   // stock library
  }
}

/// Calls one of Lua's functions, in this function's own frame, after its strings are paid for.
static int charged(lua_State *L) {
  uint64_t bytes = 0;
  for (int i = 1; i <= lua_gettop(L); i++) {
    if (lua_type(L, i) == LUA_TSTRING) bytes += lua_rawlen(L, i);
  }
  scrim_charge(L, 1 + bytes / 16);
  int results = lua_tocfunction(L, lua_upvalueindex(1))(L);
  scrim_charge(L, (uint64_t)results / 4);
  return results;
}

/// Takes functions whose time grows with their strings. None of them has upvalues. Stack as in scrim_take.
void scrim_take_charged(lua_State *L, const char *const *names) {
  for (; *names; names++) {
    lua_getfield(L, -2, *names);       // stock library function
    lua_pushcclosure(L, charged, 1);   // stock library charged
    lua_setfield(L, -2, *names);       // stock library
  }
}

// Guarded tables

static int refuse_write(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "%s cannot be changed", name);
  return luaL_error(L, "%s.%s cannot be changed", name, lua_tostring(L, 2));
}

static int refuse_read(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  return luaL_error(L, "%s.%s is not available to rules", name, lua_tostring(L, 2));
}

/// Puts an empty table in front of a library, through which it is read. Stack: … library → … guard.
void scrim_sandbox_guard(lua_State *L, const char *name) {
  lua_createtable(L, 0, 2);             // library meta
  lua_pushstring(L, name);
  lua_pushcclosure(L, refuse_read, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);              // library
  lua_createtable(L, 0, 0);             // library guard
  lua_createtable(L, 0, 3);             // library guard meta
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, refuse_write, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);              // library guard
  lua_remove(L, -2);                    // guard
}

// The environment

static const char *const global_names[] = {
    "assert", "error",    "getmetatable", "ipairs",       "load",     "next",     "pairs", "pcall",  "print",
    "rawget", "rawequal", "rawlen",       "setmetatable", "tonumber", "tostring", "type",  "xpcall", "require",
    "select", "string",   "table",        "coroutine",    "math",     "utf8",     "scrim", NULL};

static const char *const absent_names[] = {"io",       "os",       "package",        "debug",
                                           "dofile",   "loadfile", "collectgarbage", "rawset", NULL};

static int undeclared_read(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  const char *name = lua_tostring(L, 2);
  for (const char *const *absent = absent_names; *absent; absent++) {
    if (strcmp(name, *absent) == 0) return luaL_error(L, "'%s' is not available to rules", name);
  }
  scrim_push_suggestion(L, name, global_names);
  if (lua_rawlen(L, -1) > 0) return luaL_error(L, "undeclared global '%s'%s", name, lua_tostring(L, -1));
  // A misspelt flag would be nil and never hide anything. What resembles nothing is nil, as in Lua.
  scrim_lua *host = scrim_host(L);
  scrim_charge(L, host->identifier_bytes);
  const char *near = scrim_identifiers_near(host, name);
  if (near) return luaL_error(L, "undeclared global '%s'; did you mean '%s'?", name, near);
  return 0;
}

static int undeclared_write(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "globals cannot be changed");
  const char *name = lua_tostring(L, 2);
  return luaL_error(L, "undeclared global '%s' cannot be written; write 'local %s' at the top of the file", name, name);
}

void scrim_sandbox_environment(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &environment_key); }

/// Pushes the table behind the environment, which no script can reach.
void scrim_sandbox_globals(lua_State *L) {
  scrim_sandbox_environment(L);         // environment
  luaL_getmetafield(L, -1, "__index");  // environment globals
  lua_remove(L, -2);                    // globals
}

/// Compiles text with the sandbox as its environment. Stack: … → … function or message; returns Lua's status.
int scrim_sandbox_compile(lua_State *L, const char *source, size_t length, const char *name) {
  // What editors and shells put first. The line stays, so that numbers are right.
  if (length >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0) source += 3, length -= 3;
  if (length > 0 && *source == '#') {
    const char *newline = memchr(source, '\n', length);
    size_t skipped = newline ? (size_t)(newline - source) : length;
    source += skipped, length -= skipped;
  }
  if (length > 0 && *source == LUA_SIGNATURE[0]) {
    lua_pushfstring(L, "%s:1: this is Lua bytecode; rules are text", name + 1);
    return LUA_ERRSYNTAX;
  }
  scrim_charge(L, (uint64_t)length * 4);
  int status = luaL_loadbufferx(L, source, length, name, "t");  // function
  if (status == LUA_OK) {
    if (*name == '@') scrim_identifiers_note(scrim_host(L), source, length);
    scrim_sandbox_environment(L);  // function environment
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return status;
}

// Opening

static void open_math(lua_State *L) {
  static const char *const names[] = {
      "abs", "acos", "asin", "atan", "ceil",       "cos", "deg",        "exp", "floor",  "fmod", "huge", "log",  "max",
      "min", "modf", "pi",   "rad",  "maxinteger", "sin", "mininteger", "tan", "random", "sqrt", "type", "tointeger",
      "ult", NULL};
  luaL_requiref(L, "math", luaopen_math, 0);  // environment stock
  lua_getfield(L, -1, "randomseed");          // environment stock randomseed
  lua_setfield(L, LUA_REGISTRYINDEX, "randomseed");
  lua_newtable(L);                            // environment stock library
  scrim_take(L, names);
  scrim_sandbox_guard(L, "math");             // environment stock guard
  lua_setfield(L, -3, "math");                // environment stock
  lua_pop(L, 1);                              // environment
}

static void open_utf8(lua_State *L) {
  static const char *const plain[] = {"charpattern", "codes", NULL};
  static const char *const names[] = {"char", "codepoint", "len", "offset", NULL};
  luaL_requiref(L, "utf8", luaopen_utf8, 0);  // environment stock
  lua_newtable(L);                            // environment stock library
  scrim_take(L, plain);
  scrim_take_charged(L, names);
  scrim_sandbox_guard(L, "utf8");             // environment stock guard
  lua_setfield(L, -3, "utf8");                // environment stock
  lua_pop(L, 1);                              // environment
}

/// Fills a new state. Runs inside of a protected call.
int scrim_sandbox_open(lua_State *L) {
  lua_newtable(L);  // globals
  scrim_base_open(L);
  scrim_order_open(L);
  scrim_modules_open(L);
  scrim_strings_open(L);
  scrim_tables_open(L);
  scrim_coroutines_open(L);
  open_math(L);
  open_utf8(L);
  scrim_api_open(L);

  lua_createtable(L, 0, 1);               // globals meta
  lua_pushcfunction(L, undeclared_read);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);                // globals
  lua_newtable(L);                        // globals environment
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "_G");              // globals environment
  lua_createtable(L, 0, 3);               // globals environment meta
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, undeclared_write);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);                // globals environment
  lua_rawsetp(L, LUA_REGISTRYINDEX, &environment_key);
  lua_pop(L, 1);                          //

  // The stock libraries themselves are gone now.
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_newtable(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  return 0;
}
