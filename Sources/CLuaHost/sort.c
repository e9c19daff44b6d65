/// table.sort: a merge sort, so that equal items keep their order and every comparison function comes to an end.
///
/// Lua's own picks its pivots by the clock when a table is large.
#include "internal.h"

/// Whether item `b` of the table at stack index 3 is less than item `a`.
static bool is_less(lua_State *L, lua_Integer b, lua_Integer a) {
  scrim_charge(L, 4);
  if (lua_isnil(L, 2)) {
    lua_rawgeti(L, 3, b);
    lua_rawgeti(L, 3, a);
    bool less = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
    return less;
  }
  lua_pushvalue(L, 2);
  lua_rawgeti(L, 3, b);
  lua_rawgeti(L, 3, a);
  lua_call(L, 2, 1);
  bool less = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return less;
}

static void copy(lua_State *L, lua_Integer from, lua_Integer to) {
  lua_rawgeti(L, 3, from);
  lua_rawseti(L, 4, to);
}

/// Merges the sorted runs [first, middle) and [middle, end) of the table at 3 into the table at 4.
static void merge(lua_State *L, lua_Integer first, lua_Integer middle, lua_Integer end) {
  lua_Integer a = first, b = middle;
  for (lua_Integer to = first; to < end; to++) {
    if (b >= end || (a < middle && !is_less(L, b, a))) {
      copy(L, a++, to);
    } else {
      copy(L, b++, to);
    }
  }
}

int scrim_sort(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  if (luaL_getmetafield(L, 1, "__len") != LUA_TNIL) {
    return luaL_error(L, "table.sort: a table with '__len' cannot be sorted");
  }
  lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
  scrim_charge(L, (uint64_t)count);
  lua_createtable(L, count < 65536 ? (int)count : 65536, 0);  // table compare items
  lua_createtable(L, count < 65536 ? (int)count : 65536, 0);  // table compare items merged
  for (lua_Integer i = 1; i <= count; i++) {
    lua_geti(L, 1, i);
    lua_rawseti(L, 3, i);
  }
  for (lua_Integer width = 1; width < count; width *= 2) {
    scrim_charge(L, (uint64_t)count);
    for (lua_Integer first = 1; first <= count; first += 2 * width) {
      lua_Integer middle = first + width <= count ? first + width : count + 1;
      lua_Integer end = first + 2 * width <= count ? first + 2 * width : count + 1;
      merge(L, first, middle, end);
    }
    lua_insert(L, 3);  // what was merged is merged next
  }
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 3, i);
    lua_seti(L, 1, i);
  }
  return 0;
}
