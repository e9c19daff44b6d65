/// pairs and next, in an order that is the same in every run.
///
/// Lua's own order depends on where memory happens to lie and on the clock; what rules make of it would differ from run
/// to run. Here numbers come first, then strings byte by byte, then booleans, then views as they are drawn; keys of
/// another kind have no order and are an error.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/// A key, as far as its place among others needs it. The string is held by the table that it was read from.
typedef struct key {
  int rank;            // numbers, strings, booleans, views
  long double number;  // holds every integer and every float exactly; also a boolean, or a view's index
  const char *string;
  size_t length;
  int place;  // in the list of keys
} key;

static key read_key(lua_State *L, int index, int place) {
  key key = {.place = place};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.number = lua_isinteger(L, index) ? (long double)lua_tointeger(L, index) : (long double)lua_tonumber(L, index);
      break;
    case LUA_TSTRING:
      key.rank = 1;
      key.string = lua_tolstring(L, index, &key.length);
      break;
    case LUA_TBOOLEAN:
      key.rank = 2;
      key.number = lua_toboolean(L, index);
      break;
    default:
      if (!scrim_is_view(L, index)) {
        luaL_error(L, "pairs: a table with a key that is a %s has no order that is the same in every run",
                   luaL_typename(L, index));
      }
      key.rank = 3;
      key.number = scrim_view_index(L, index);
      break;
  }
  return key;
}

static int compare(const void *left, const void *right) {
  const key *a = left, *b = right;
  if (a->rank != b->rank) return a->rank - b->rank;
  if (a->rank != 1) return (a->number > b->number) - (a->number < b->number);
  int order = memcmp(a->string, b->string, a->length < b->length ? a->length : b->length);
  return order ? order : (a->length > b->length) - (a->length < b->length);
}

/// next(table, key): the smallest key above. Takes a walk over the whole table, and is charged for it.
static int order_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool first = lua_isnil(L, 2);
  key above = first ? (key){0} : read_key(L, 2, 0), best = {0};
  bool found = false;
  lua_pushnil(L);           // table key best
  lua_pushnil(L);           // table key best candidate
  while (lua_next(L, 1)) {  // table key best candidate value
    lua_pop(L, 1);          // table key best candidate
    key candidate = read_key(L, 4, 0);
    // The sum must not depend on the order in which Lua has the keys.
    scrim_charge(L, 3 + (candidate.length + above.length) / 32);
    if ((first || compare(&candidate, &above) > 0) && (!found || compare(&candidate, &best) < 0)) {
      best = candidate;
      found = true;
      lua_pushvalue(L, 4);
      lua_replace(L, 3);
    }
  }                         // table key best
  if (!found) return 1;
  lua_pushvalue(L, 3);
  lua_rawget(L, 1);         // table key best value
  return 2;
}

/// Puts the keys of the table at 1 into a list, in order. Stack: table → table list.
static void push_keys(lua_State *L) {
  lua_newtable(L);          // table keys
  int count = 0;
  uint64_t bytes = 0;
  lua_pushnil(L);           // table keys key
  while (lua_next(L, 1)) {  // table keys key value
    lua_pop(L, 1);          // table keys key
    bytes += read_key(L, 3, 0).length;
    lua_pushvalue(L, 3);
    lua_rawseti(L, 2, ++count);
    scrim_charge(L, 2);
  }                         // table keys
  // What sorting costs at most, whatever the order was before.
  uint64_t rounds = 1;
  while (count >> rounds) rounds++;
  scrim_charge(L, ((uint64_t)count + bytes / 32) * rounds);
  key *keys = lua_newuserdatauv(L, sizeof *keys * (size_t)count, 0);  // table keys array
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, 2, i + 1);
    keys[i] = read_key(L, -1, i + 1);
    lua_pop(L, 1);
  }
  qsort(keys, (size_t)count, sizeof *keys, compare);
  lua_createtable(L, count, 0);                                       // table keys array list
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, 2, keys[i].place);
    lua_rawseti(L, 4, i + 1);
  }
  lua_replace(L, 2);
  lua_settop(L, 2);                                                   // table list
}

/// One step of pairs. Upvalues: the table, its keys in order, the place of the next one. The arguments do not count: a
/// script may call this with anything.
static int step(lua_State *L) {
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(3));
  for (;; place++) {
    lua_settop(L, 0);
    if (lua_rawgeti(L, lua_upvalueindex(2), place) == LUA_TNIL) return 1;  // key
    lua_pushvalue(L, 1);
    scrim_charge(L, 1);
    // What was removed since is left out.
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;             // key value
  }
  lua_pushinteger(L, place + 1);
  lua_replace(L, lua_upvalueindex(3));
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
  push_keys(L);                                          // table list
  lua_pushvalue(L, 1);
  lua_insert(L, 2);                                      // table table list
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, step, 3);                          // table step
  lua_insert(L, 1);                                      // step table
  lua_pushnil(L);
  return 3;
}

void scrim_order_open(lua_State *L) {
  static const luaL_Reg own[] = {{"next", order_next}, {"pairs", order_pairs}, {NULL, NULL}};
  scrim_add_functions(L, own);
}
