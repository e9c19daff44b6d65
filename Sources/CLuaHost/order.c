/// pairs and next, in an order that is the same in every run.
///
/// Lua's own order depends on where memory happens to lie and on the clock; what rules make of it would differ from run to
/// run. Here numbers come first, then strings byte by byte, then booleans; keys of another kind have no order and are an
/// error.
#include <string.h>

#include "internal.h"

static int rank(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER: return 0;
    case LUA_TSTRING: return 1;
    case LUA_TBOOLEAN: return 2;
    case LUA_TUSERDATA:
      if (scrim_is_view(L, index)) return 3;
      // fallthrough
    default:
      return luaL_error(L, "pairs: a table with a key that is a %s has no order that is the same in every run",
                        luaL_typename(L, index));
  }
}

/// Below, above or equal to zero: the order of two keys. Charged.
int scrim_order_compare(lua_State *L, int a, int b) {
  int rank_a = rank(L, a), rank_b = rank(L, b);
  if (rank_a != rank_b) return rank_a - rank_b;
  switch (rank_a) {
    case 0: return lua_compare(L, a, b, LUA_OPLT) ? -1 : lua_compare(L, b, a, LUA_OPLT) ? 1 : 0;
    case 1: {
      size_t length_a, length_b;
      const char *string_a = lua_tolstring(L, a, &length_a), *string_b = lua_tolstring(L, b, &length_b);
      size_t shorter = length_a < length_b ? length_a : length_b;
      scrim_charge(L, 1 + shorter / 64);
      int order = memcmp(string_a, string_b, shorter);
      return order ? order : length_a < length_b ? -1 : length_a > length_b;
    }
    case 2: return lua_toboolean(L, a) - lua_toboolean(L, b);
    default: {
      lua_Integer view_a = scrim_view_index(L, a), view_b = scrim_view_index(L, b);
      return view_a < view_b ? -1 : view_a > view_b;
    }
  }
}

static int compare_keys(lua_State *L) {
  lua_pushboolean(L, scrim_order_compare(L, 1, 2) < 0);
  return 1;
}

/// next(table, key): the smallest key above. Takes a walk over the whole table, and is charged for it.
static int order_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  lua_pushnil(L);                  // table key best
  lua_pushnil(L);                  // table key best candidate
  while (lua_next(L, 1)) {         // table key best candidate value
    lua_pop(L, 1);                 // table key best candidate
    scrim_charge(L, 2);
    bool above = lua_isnil(L, 2) ? (rank(L, 4), true) : scrim_order_compare(L, 4, 2) > 0;
    if (above && (lua_isnil(L, 3) || scrim_order_compare(L, 4, 3) < 0)) {
      lua_pushvalue(L, 4);
      lua_replace(L, 3);
    }
  }                                // table key best
  if (lua_isnil(L, 3)) return 1;
  lua_pushvalue(L, 3);
  lua_rawget(L, 1);                // table key best value
  return 2;
}

/// One step of pairs. Upvalues: the keys in order, the place of the next one.
static int step(lua_State *L) {
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(2));
  for (;; place++) {
    lua_settop(L, 1);
    if (lua_rawgeti(L, lua_upvalueindex(1), place) == LUA_TNIL) return 1;  // table key
    lua_pushvalue(L, 2);
    scrim_charge(L, 1);
    // What was removed since is left out.
    if (lua_rawget(L, 1) != LUA_TNIL) break;                               // table key value
  }
  lua_pushinteger(L, place + 1);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

static int order_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {  // value metamethod
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_newtable(L);           // table keys
  lua_Integer count = 0;
  lua_pushnil(L);            // table keys key
  while (lua_next(L, 1)) {   // table keys key value
    lua_pop(L, 1);           // table keys key
    rank(L, 3);
    lua_pushvalue(L, 3);
    lua_rawseti(L, 2, ++count);
    scrim_charge(L, 2);
  }                          // table keys
  lua_pushcfunction(L, scrim_sort);
  lua_pushvalue(L, 2);
  lua_pushcfunction(L, compare_keys);
  lua_call(L, 2, 0);         // table keys
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, step, 2);  // table step
  lua_insert(L, 1);              // step table
  lua_pushnil(L);
  return 3;
}

void scrim_order_open(lua_State *L) {
  static const luaL_Reg own[] = {{"next", order_next}, {"pairs", order_pairs}, {NULL, NULL}};
  scrim_add_functions(L, own);
}
