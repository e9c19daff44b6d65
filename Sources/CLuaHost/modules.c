/// require: `name.lua` beside the rules file, and nothing else.
#include <string.h>

#include "internal.h"

static char modules_key;
static char loading_key;  // a value that no script can have: the module is being loaded

static bool is_module_name(const char *name, size_t length) {
  if (length == 0 || length > 50) return false;
  for (size_t i = 0; i < length; i++) {
    char c = name[i];
    bool fine = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (!fine) return false;
  }
  return true;
}

static int module_require(lua_State *L) {
  size_t length;
  luaL_checktype(L, 1, LUA_TSTRING);
  const char *name = lua_tolstring(L, 1, &length);
  lua_settop(L, 1);
  if (!is_module_name(name, length)) {
    return luaL_error(L, "require: a module's name has letters, digits, '_' and '-' only, at most 50");
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &modules_key);  // name modules
  lua_pushvalue(L, 1);
  if (lua_rawget(L, 2) != LUA_TNIL) {               // name modules module
    if (lua_touserdata(L, 3) == &loading_key) return luaL_error(L, "require: '%s' requires itself", name);
    return 1;
  }
  lua_settop(L, 2);

  if (scrim_ask(L, SCRIM_MODULE, 1, 1) == 0 || lua_type(L, -1) != LUA_TSTRING) {
    return luaL_error(L, "require: there is no '%s.lua' beside the rules file", name);
  }                                                 // name modules source
  size_t source_length;
  const char *source = lua_tolstring(L, -1, &source_length);
  if (source_length > SCRIM_FILE_BYTES) return luaL_error(L, "require: '%s.lua' is too long", name);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, &loading_key);
  lua_rawset(L, 2);
  const char *chunk = lua_pushfstring(L, "@%s.lua", name);  // name modules source chunk
  int status = scrim_sandbox_compile(L, source, source_length, chunk);
  if (status == LUA_OK) {
    // Caught, so that a module that fails is not taken for one that requires itself ever after; raised again below.
    lua_pushvalue(L, 1);
    status = lua_pcall(L, 1, 1, 0);                 // name modules source chunk module
  }
  lua_pushvalue(L, 1);
  if (status != LUA_OK) {
    lua_pushnil(L);
    lua_rawset(L, 2);
    scrim_raise_if_exhausted(L);
    return lua_error(L);
  }
  if (lua_isnil(L, -2)) {
    lua_pushboolean(L, 1);
    lua_replace(L, -3);
  }
  lua_pushvalue(L, -2);
  lua_rawset(L, 2);                                 // name modules source chunk module
  return 1;
}

void scrim_modules_open(lua_State *L) {
  static const luaL_Reg own[] = {{"require", module_require}, {NULL, NULL}};
  scrim_add_functions(L, own);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &modules_key);
}
