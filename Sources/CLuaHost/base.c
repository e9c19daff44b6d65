/// The base functions that rules have.
#include <string.h>

#include "internal.h"

/// Pushes the text of a value as `tostring` and `print` give it: as Lua does, but without addresses.
void scrim_text_of(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (luaL_callmeta(L, index, "__tostring")) {
    if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "'__tostring' must return a string");
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING: luaL_tolstring(L, index, NULL); break;
    default: {
      int kind = luaL_getmetafield(L, index, "__name");
      if (kind == LUA_TSTRING) return;
      if (kind != LUA_TNIL) lua_pop(L, 1);
      lua_pushstring(L, luaL_typename(L, index));
      break;
    }
  }
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  scrim_text_of(L, 1);
  return 1;
}

/// print(…) and scrim.log(…): one line, its parts parted by tabs.
static int base_print(lua_State *L) {
  int count = lua_gettop(L);
  luaL_Buffer line;
  luaL_buffinit(L, &line);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&line, '\t');
    scrim_text_of(L, i);
    luaL_addvalue(&line);
  }
  luaL_pushresult(&line);  // … line
  // A terminal is slow; and what floods it hides what matters.
  scrim_charge(L, 500 + lua_rawlen(L, -1));
  return scrim_ask(L, SCRIM_LOG, lua_gettop(L), 1);
}

static int base_setmetatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  int kind = lua_type(L, 2);
  luaL_argexpected(L, kind == LUA_TNIL || kind == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  lua_settop(L, 2);
  if (kind == LUA_TTABLE) {
    // Any value: the key alone marks the object, a function can be put there later.
    static const char *const refused[] = {"__gc", "__mode"};
    for (int i = 0; i < 2; i++) {
      lua_pushstring(L, refused[i]);
      if (lua_rawget(L, 2) != LUA_TNIL) {
        return luaL_error(L, "setmetatable: '%s' is not available to rules", refused[i]);
      }
      lua_pop(L, 1);
    }
  }
  lua_setmetatable(L, 1);
  return 1;
}

/// pcall, and the handler after unwinding: Lua's own runs it where the error was raised, out of the hook's reach.
static int base_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  int arguments = lua_gettop(L) - 2;
  lua_pushvalue(L, 1);                                            // f handler arguments f
  lua_insert(L, 3);                                               // f handler f arguments
  int status = lua_pcall(L, arguments, LUA_MULTRET, 0);           // f handler results
  scrim_raise_if_exhausted(L);
  if (status == LUA_OK) {
    lua_pushboolean(L, 1);
    lua_replace(L, 2);                                            // f true results
    return lua_gettop(L) - 1;
  }
  lua_pushvalue(L, 2);
  lua_insert(L, -2);                                              // f handler handler error
  lua_call(L, 1, 1);                                              // f handler result
  lua_pushboolean(L, 0);
  lua_insert(L, -2);                                              // f handler false result
  return 2;
}

/// load(text, name, mode, environment): text only. The name that it gives does not count, since messages show it.
static int base_load(lua_State *L) {
  size_t length;
  luaL_checktype(L, 1, LUA_TSTRING);
  const char *source = lua_tolstring(L, 1, &length);
  bool own_environment = !lua_isnone(L, 4);
  const char *mode = luaL_optstring(L, 3, "t");
  int status;
  if (!strchr(mode, 't')) {
    lua_pushliteral(L, "load: only text can be loaded (mode 't')");
    status = LUA_ERRSYNTAX;
  } else if (length > SCRIM_LOAD_BYTES) {
    lua_pushfstring(L, "load: the text is too long (over %d bytes)", (int)SCRIM_LOAD_BYTES);
    status = LUA_ERRSYNTAX;
  } else {
    status = scrim_sandbox_compile(L, source, length, "=(load)");  // … function
  }
  if (status == LUA_OK) {
    if (own_environment) {
      lua_pushvalue(L, 4);
      if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    }
    return 1;
  }
  lua_pushnil(L);
  lua_insert(L, -2);  // … nil message
  return 2;
}

void scrim_base_open(lua_State *L) {
  static const char *const stock[] = {"assert", "error", "getmetatable", "ipairs", "pcall", "rawequal",
                                      "rawget", "rawlen", "select", "type", "_VERSION", NULL};
  static const char *const stock_charged[] = {"tonumber", NULL};
  static const luaL_Reg own[] = {{"tostring", base_tostring},
                                 {"print", base_print},
                                 {"setmetatable", base_setmetatable},
                                 {"xpcall", base_xpcall},
                                 {"load", base_load},
                                 {NULL, NULL}};
  // Into the state's own table of globals, which nothing in the sandbox can reach.
  luaL_requiref(L, "_G", luaopen_base, 0);  // globals stock
  lua_insert(L, -2);                        // stock globals
  scrim_take(L, stock);
  scrim_take_charged(L, stock_charged);
  scrim_add_functions(L, own);
  lua_remove(L, -2);                        // globals
}
