/// The string library.
#include <ctype.h>
#include <string.h>

#include "internal.h"

static int string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *string = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  if (count <= 0 || length + separator_length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if ((uint64_t)count > SCRIM_STRING_BYTES / (length + separator_length)) {
    return luaL_error(L, "resulting string too large (over %d bytes)", (int)SCRIM_STRING_BYTES);
  }
  size_t total = (size_t)count * length + (size_t)(count - 1) * separator_length;
  scrim_charge(L, 1 + total / 16 + (uint64_t)count);
  luaL_Buffer result;
  char *to = luaL_buffinitsize(L, &result, total);
  for (lua_Integer i = 0; i < count; i++) {
    if (i > 0) memcpy(to, separator, separator_length), to += separator_length;
    memcpy(to, string, length), to += length;
  }
  luaL_pushresultsize(&result, total);
  return 1;
}

/// Lua's format, after what it would turn into text with addresses has been replaced by text without.
static int string_format(lua_State *L) {
  size_t length;
  const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
  int count = lua_gettop(L), argument = 1;
  uint64_t bytes = length;
  luaL_checkstack(L, 8, NULL);
  while (at < end) {
    if (*at++ != '%') continue;
    if (at < end && *at == '%') {
      at++;
      continue;
    }
    while (at < end && !isalpha((unsigned char)*at)) at++;
    argument += 1;
    if (at == end || argument > count) break;
    if (*at == 'p') return luaL_error(L, "string.format: '%%p' is not available to rules");
    if (*at == 's' && lua_type(L, argument) != LUA_TSTRING) {
      scrim_text_of(L, argument);
      lua_replace(L, argument);
    }
    if (lua_type(L, argument) == LUA_TSTRING) bytes += lua_rawlen(L, argument);
    at++;
  }
  scrim_charge(L, 1 + bytes / 16);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

void scrim_strings_open(lua_State *L) {
  static const char *const plain[] = {"len", "sub", NULL};
  static const char *const charged[] = {"byte",    "char",    "lower",  "pack",
                                        "packsize", "reverse", "unpack", "upper", NULL};
  static const luaL_Reg own[] = {{"rep", string_rep}, {NULL, NULL}};
  luaL_requiref(L, "string", luaopen_string, 0);  // globals stock
  if (scrim_host(L)->settings.with_stock_strings) {
    static const char *const compared[] = {"find", "match", "gmatch", "gsub", NULL};
    lua_newtable(L);                              // globals stock library
    scrim_take(L, compared);
    lua_setfield(L, -3, "stock");                 // globals stock
  }
  lua_newtable(L);                                // globals stock library
  scrim_take(L, plain);
  scrim_take_charged(L, charged);
  scrim_add_functions(L, own);
  scrim_add_functions(L, scrim_search_functions);
  lua_getfield(L, -2, "format");                  // globals stock library format
  lua_pushcclosure(L, string_format, 1);
  lua_setfield(L, -2, "format");                  // globals stock library

  // Methods of strings: ("x"):rep(2). Lua has made this metatable for all strings of the state.
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);                        // globals stock library "" meta
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);                                  // globals stock library
  scrim_sandbox_guard(L, "string");               // globals stock guard
  lua_setfield(L, -3, "string");                  // globals stock
  lua_pop(L, 1);                                  // globals
}
