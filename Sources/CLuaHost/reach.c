/// What a script can reach, for the test that compares it with a committed list.
#include <string.h>

#include "internal.h"

// Stack throughout: visited lines.
#define VISITED 1
#define LINES 2

static void visit(lua_State *L, const char *path);

static void visit_members(lua_State *L, const char *path) {
  int table = lua_gettop(L);
  lua_pushcfunction(L, scrim_sort);
  lua_newtable(L);                    // table sort keys
  int keys = lua_gettop(L);
  lua_Integer count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {        // table sort keys key value
    lua_pop(L, 1);
    // Written as text, so that keys of all kinds have an order.
    luaL_tolstring(L, -1, NULL);
    lua_rawseti(L, keys, ++count);
  }                                   // table sort keys
  lua_pushvalue(L, keys);
  lua_insert(L, -3);                  // table keys sort keys
  lua_call(L, 1, 0);                  // table keys
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, table + 1, i);     // table keys key
    const char *name = lua_tostring(L, -1);
    lua_pushvalue(L, -1);
    lua_rawget(L, table);             // table keys key value
    const char *member = lua_pushfstring(L, "%s.%s", path, name);
    lua_insert(L, -2);                // table keys key path value
    visit(L, member);
    lua_pop(L, 2);                    // table keys
  }
  lua_pop(L, 1);                      // table
}

/// Takes the value on top: notes its path and kind, and goes on to all that can be had from it.
static void visit(lua_State *L, const char *path) {
  luaL_checkstack(L, 16, "too deep");
  int kind = lua_type(L, -1);
  bool is_object = kind == LUA_TTABLE || kind == LUA_TFUNCTION || kind == LUA_TUSERDATA || kind == LUA_TTHREAD;
  if (is_object) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, VISITED) != LUA_TNIL) {
      lua_pop(L, 2);
      return;
    }
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, VISITED);
  }
  lua_pushfstring(L, "%s %s", path, luaL_typename(L, -1));
  lua_rawseti(L, LINES, (lua_Integer)lua_rawlen(L, LINES) + 1);
  if (kind == LUA_TTABLE) visit_members(L, path);
  if (is_object && lua_getmetatable(L, -1)) {
    const char *meta = lua_pushfstring(L, "%s<meta>", path);
    lua_insert(L, -2);
    visit(L, meta);
    lua_pop(L, 1);
  }
  if (kind == LUA_TFUNCTION) {
    for (int i = 1; lua_getupvalue(L, -1, i); i++) {
      const char *upvalue = lua_pushfstring(L, "%s<upvalue %d>", path, i);
      lua_insert(L, -2);
      visit(L, upvalue);
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

static int reach_body(lua_State *L) {
  static const char *const kinds[] = {"view", "frame", "plan"};
  scrim_lua *host = scrim_host(L);
  lua_settop(L, 0);
  lua_newtable(L);  // visited
  lua_newtable(L);  // visited lines
  scrim_sandbox_environment(L);
  visit(L, "_ENV");
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_remove(L, -2);
  visit(L, "string<meta>");
  for (int i = 0; i < 3; i++) {
    luaL_getmetatable(L, kinds[i]);
    const char *path = lua_pushfstring(L, "%s<meta>", kinds[i]);
    lua_insert(L, -2);
    visit(L, path);
    lua_pop(L, 1);
  }
  scrim_values_empty(&host->returned);
  scrim_values_take(L, &host->returned, LINES, false);
  return 0;
}

const scrim_values *scrim_lua_reachable(scrim_lua *host) {
  scrim_budget_arm(host, (scrim_budget){.instructions = 100000000, .seconds = 60});
  lua_State *L = host->state;
  lua_settop(L, 0);
  lua_pushcfunction(L, reach_body);
  int status = lua_pcall(L, 0, 0, 0);
  lua_settop(L, 0);
  return status == LUA_OK ? &host->returned : NULL;
}
