/// The table library: Lua's own functions, after their ranges have been paid for.
#include "internal.h"

/// Values that unpack gives at most.
#define UNPACK_COUNT 10000

/// The length of the table at 1. `__len` may say anything, and something else to the function that asks next.
static lua_Integer length(lua_State *L, const char *name) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (luaL_getmetafield(L, 1, "__len") != LUA_TNIL) {
    luaL_error(L, "table.%s: a table with '__len' needs its bounds given", name);
  }
  return (lua_Integer)lua_rawlen(L, 1);
}

static int stock(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

static int table_concat(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 3, 1);
  lua_Integer last = lua_isnoneornil(L, 4) ? length(L, "concat") : luaL_checkinteger(L, 4);
  scrim_charge(L, scrim_span(first, last));
  return stock(L);
}

static int table_unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? length(L, "unpack") : luaL_checkinteger(L, 3);
  if (scrim_span(first, last) > UNPACK_COUNT) {
    return luaL_error(L, "too many results to unpack (over %d)", UNPACK_COUNT);
  }
  scrim_charge(L, scrim_span(first, last));
  return stock(L);
}

static int table_move(lua_State *L) {
  scrim_charge(L, scrim_span(luaL_checkinteger(L, 2), luaL_checkinteger(L, 3)));
  return stock(L);
}

static int table_insert(lua_State *L) {
  lua_Integer count = length(L, "insert");
  if (lua_gettop(L) >= 3) scrim_charge(L, scrim_span(luaL_checkinteger(L, 2), count));
  return stock(L);
}

static int table_remove(lua_State *L) {
  lua_Integer count = length(L, "remove");
  if (lua_gettop(L) >= 2) scrim_charge(L, scrim_span(luaL_checkinteger(L, 2), count));
  return stock(L);
}

/// Stack: … stock library → … stock library.
static void wrap(lua_State *L, const char *name, lua_CFunction function) {
  lua_getfield(L, -2, name);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
}

void scrim_tables_open(lua_State *L) {
  static const char *const plain[] = {"pack", NULL};
  luaL_requiref(L, "table", luaopen_table, 0);  // globals stock
  lua_newtable(L);                              // globals stock library
  scrim_take(L, plain);
  wrap(L, "concat", table_concat);
  wrap(L, "unpack", table_unpack);
  wrap(L, "move", table_move);
  wrap(L, "insert", table_insert);
  wrap(L, "remove", table_remove);
  lua_pushcfunction(L, scrim_sort);
  lua_setfield(L, -2, "sort");
  scrim_sandbox_guard(L, "table");              // globals stock guard
  lua_setfield(L, -3, "table");                 // globals stock
  lua_pop(L, 1);                                // globals
}
