/// The coroutine library. Making and resuming is ours, so that it is charged: each coroutine starts the hook's count
/// afresh, and endless short ones would never be looked at.
#include "internal.h"

#define CREATE_COST 300
#define RESUME_COST 300

/// Weak keys: the coroutines that are alive, with the call in which each was made.
static char born_key;

/// Whether a coroutine is older than the call that runs now.
static bool is_kept(lua_State *L, lua_State *co) {
  if (!lua_checkstack(L, 3) || !lua_checkstack(co, 1)) return true;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &born_key);  // born
  lua_pushthread(co);
  lua_xmove(co, L, 1);                           // born co
  lua_rawget(L, -2);                             // born generation
  bool kept = (uint64_t)lua_tointeger(L, -1) != scrim_host(L)->generation;
  lua_pop(L, 2);
  return kept;
}

/// Resumes `co` with the top `arguments` values of L. Returns the number of results, or -1 with an error value.
static int resume(lua_State *L, lua_State *co, int arguments) {
  scrim_lua *host = scrim_host(L);
  scrim_charge(L, RESUME_COST);
  if (!lua_checkstack(co, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, arguments);
  int results;
  // Nothing between these two raises. lua_resume itself refuses coroutines that are dead, or not suspended.
  host->running = co;
  int status = lua_resume(co, L, arguments, &results);
  host->running = L;
  if (status != LUA_OK && status != LUA_YIELD) {
    // The budget has ended what the rules keep from frame to frame. Who resumes it next is told so by a value that
    // scripts overlook: the state ends with it.
    if (host->exhausted != SCRIM_DONE && is_kept(L, co)) host->broken = true;
    lua_xmove(co, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(co, L, results);
  return results;
}

static lua_State *check_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

static int coroutine_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  scrim_charge(L, CREATE_COST);
  lua_State *co = lua_newthread(L);  // f co
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &born_key);  // f co born
  lua_pushvalue(L, -2);
  lua_pushinteger(L, (lua_Integer)scrim_host(L)->generation);
  lua_rawset(L, -3);
  lua_pop(L, 1);                                 // f co
  return 1;
}

static int coroutine_resume(lua_State *L) {
  lua_State *co = check_coroutine(L);
  int results = resume(L, co, lua_gettop(L) - 1);
  bool fine = results >= 0;
  if (!fine) results = 1;
  lua_pushboolean(L, fine);
  lua_insert(L, -results - 1);
  return results + 1;
}

static int call_wrapped(lua_State *L) {
  int results = resume(L, lua_tothread(L, lua_upvalueindex(1)), lua_gettop(L));
  if (results >= 0) return results;
  // The error's own position stays in front; a second one would only hide it.
  return lua_error(L);
}

static int coroutine_wrap(lua_State *L) {
  coroutine_create(L);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

void scrim_coroutines_open(lua_State *L) {
  static const char *const plain[] = {"isyieldable", "running", "status", "yield", NULL};
  static const luaL_Reg own[] = {
      {"create", coroutine_create}, {"resume", coroutine_resume}, {"wrap", coroutine_wrap}, {NULL, NULL}};
  lua_newtable(L);                                      // globals born
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &born_key);         // globals
  luaL_requiref(L, "coroutine", luaopen_coroutine, 0);  // globals stock
  lua_newtable(L);                                      // globals stock library
  scrim_take(L, plain);
  scrim_add_functions(L, own);
  scrim_sandbox_guard(L, "coroutine");                  // globals stock guard
  lua_setfield(L, -3, "coroutine");                     // globals stock
  lua_pop(L, 1);                                        // globals
}
