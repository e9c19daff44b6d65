/// What the state of a spec has besides the sandbox of rules: `describe`, `it`, `expect`, `frame`, `rules`.
///
/// They are written in Lua, in a prelude that Swift hands over, and are bound by the sandbox and the budgets like the
/// spec itself. All that they can ask of the host goes through one function, which only the prelude is given.
#include <string.h>

#include "internal.h"

/// ask(word, …): what Swift answers.
static int spec_ask(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  return scrim_ask(L, SCRIM_SPEC, 1, lua_gettop(L));
}

/// Runs the prelude, adds its globals and pushes its second value, the function that ends the loading.
void scrim_specs_open(lua_State *L, const char *prelude, size_t length) {
  if (scrim_sandbox_compile(L, prelude, length, "=" SCRIM_PRELUDE) != LUA_OK) lua_error(L);  // prelude
  lua_pushcfunction(L, spec_ask);
  lua_call(L, 1, 2);           // words collect
  luaL_checktype(L, -2, LUA_TTABLE);
  luaL_checktype(L, -1, LUA_TFUNCTION);
  scrim_sandbox_globals(L);    // words collect globals
  lua_pushnil(L);              // words collect globals key
  while (lua_next(L, -4)) {    // words collect globals key value
    // A misspelt one is to get the right one as its suggestion.
    const char *name = lua_tostring(L, -2);
    scrim_identifiers_note(scrim_host(L), name, strlen(name));
    lua_pushvalue(L, -2);
    lua_insert(L, -2);         // words collect globals key key value
    lua_rawset(L, -4);         // words collect globals key
  }                            // words collect globals
  lua_pop(L, 1);
  lua_remove(L, -2);           // collect
}
