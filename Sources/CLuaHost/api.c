/// What rules call: `frame`, `plan`, views, and the table `scrim`.
///
/// Objects are userdata that hold a generation and at most an index, never a pointer: one that is kept beyond its frame
/// is recognised. All their metatables are protected.
#include <string.h>

#include "internal.h"

#define VIEW "view"
#define FRAME "frame"
#define PLAN "plan"

/// A call of Swift takes about as long as this many instructions, apart from what it says itself.
#define CALL_COST 20

static char views_key;  // the frame's views, so that one view is one object

typedef struct object {
  uint64_t generation;
  lua_Integer index;  // of a view
} object;

// Objects

static void push_object(lua_State *L, const char *kind, lua_Integer index) {
  object *new = lua_newuserdatauv(L, sizeof *new, 0);
  *new = (object){scrim_host(L)->generation, index};
  luaL_setmetatable(L, kind);
}

static object *check(lua_State *L, int index, const char *kind) {
  object *object = luaL_checkudata(L, index, kind);
  scrim_lua *host = scrim_host(L);
  if (!host->in_frame || object->generation != host->generation) {
    luaL_error(L, "this %s belongs to an earlier frame; a %s cannot be kept", kind, kind);
  }
  return object;
}

bool scrim_is_view(lua_State *L, int index) { return luaL_testudata(L, index, VIEW) != NULL; }

lua_Integer scrim_view_index(lua_State *L, int index) { return check(L, index, VIEW)->index; }

void scrim_push_view(lua_State *L, lua_Integer index) {
  luaL_checkstack(L, 4, NULL);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &views_key) != LUA_TTABLE) luaL_error(L, "there are no views here");  // views
  if (lua_rawgeti(L, -1, index) == LUA_TNIL) {  // views nil
    lua_pop(L, 1);
    push_object(L, VIEW, index);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, index);
  }                                             // views view
  lua_remove(L, -2);                            // view
}

void scrim_push_frame(lua_State *L) { push_object(L, FRAME, 0); }
void scrim_push_plan(lua_State *L) { push_object(L, PLAN, 0); }

void scrim_api_begin_frame(lua_State *L) {
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &views_key);
}

// Asking Swift

/// Asks Swift with `count` values from stack index `first` on; pushes what it answers and returns how many that are, or
/// raises its message. Swift has returned before anything is raised.
int scrim_ask(lua_State *L, scrim_call call, int first, int count) {
  scrim_lua *host = scrim_host(L);
  if (!host->answering) return luaL_error(L, "the host does not answer now");
  scrim_values_empty(&host->arguments);
  scrim_values_empty(&host->answer);
  for (int i = 0; i < count; i++) scrim_values_take(L, &host->arguments, first + i, false);

  uint64_t cost = 0;
  bool fine = host->calls.answer(host->calls.context, call, &host->arguments, &host->answer, &cost);
  scrim_spend(host, cost);
  scrim_charge(L, CALL_COST + host->answer.count);

  const scrim_token *token = host->answer.tokens, *end = token + host->answer.count;
  if (!fine) {
    luaL_checkstack(L, 4, NULL);
    luaL_where(L, 1);
    if (token < end && token->kind == SCRIM_STRING) {
      scrim_values_push(L, &host->answer, token);
    } else {
      lua_pushliteral(L, "not enough memory");
    }
    lua_concat(L, 2);
    return lua_error(L);
  }
  int results = 0;
  while (token < end) {
    token = scrim_values_push(L, &host->answer, token);
    results += 1;
  }
  return results;
}

/// Demands a string itself; numbers do not count as one.
static void check_string(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) luaL_typeerror(L, index, "string");
}

// frame

static int ask_frame(lua_State *L, scrim_call call) {
  check(L, 1, FRAME);
  check_string(L, 2);
  lua_settop(L, 2);
  return scrim_ask(L, call, 2, 1);
}

static int frame_all(lua_State *L) { return ask_frame(L, SCRIM_ALL); }
static int frame_first(lua_State *L) { return ask_frame(L, SCRIM_FIRST); }

static int frame_at(lua_State *L) {
  check(L, 1, FRAME);
  lua_Number x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3);
  // Also refuses what is not a number: infinity minus itself, and NaN, are not zero.
  if (x - x != 0 || y - y != 0) return luaL_error(L, "frame:at: x and y must be finite");
  lua_settop(L, 1);
  lua_pushnumber(L, x);
  lua_pushnumber(L, y);
  return scrim_ask(L, SCRIM_AT, 2, 2);
}

static const luaL_Reg frame_methods[] = {{"all", frame_all}, {"first", frame_first}, {"at", frame_at}, {NULL, NULL}};

static const char *const frame_names[] = {"index",  "time",    "width", "height", "scale", "app", "scenes",
                                          "events", "windows", "all",   "first",  "at",    NULL};

// view

static int ask_view(lua_State *L, scrim_call call) {
  check(L, 1, VIEW);
  check_string(L, 2);
  lua_settop(L, 2);
  return scrim_ask(L, call, 1, 2);
}

static int view_matches(lua_State *L) { return ask_view(L, SCRIM_MATCHES); }
static int view_closest(lua_State *L) { return ask_view(L, SCRIM_CLOSEST); }
static int view_find(lua_State *L) { return ask_view(L, SCRIM_FIND_IN_VIEW); }

static const luaL_Reg view_methods[] = {
    {"matches", view_matches}, {"closest", view_closest}, {"find", view_find}, {NULL, NULL}};

// plan

static int ask_plan(lua_State *L, scrim_call call, int arguments) {
  check(L, 1, PLAN);
  lua_settop(L, 1 + arguments);
  scrim_ask(L, call, 2, arguments);
  return 0;
}

static int plan_hide(lua_State *L) { return ask_plan(L, SCRIM_HIDE, 2); }
static int plan_show(lua_State *L) { return ask_plan(L, SCRIM_SHOW, 2); }
static int plan_cover(lua_State *L) { return ask_plan(L, SCRIM_COVER, 1); }

static const luaL_Reg plan_methods[] = {{"hide", plan_hide}, {"show", plan_show}, {"cover", plan_cover}, {NULL, NULL}};

static const char *const plan_names[] = {"hide", "show", "cover", NULL};

// scrim

static int scrim_find(lua_State *L) {
  check_string(L, 1);
  check_string(L, 2);
  lua_settop(L, 2);
  return scrim_ask(L, SCRIM_FIND_IN_TEXT, 1, 2);
}

static int scrim_recognizer(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (!scrim_host(L)->loading) {
    return luaL_error(L, "scrim.recognizer: only while the file is loaded, not in a function that is called later");
  }
  scrim_ask(L, SCRIM_DEFINE_RECOGNIZER, 1, 1);
  return 0;
}

static const luaL_Reg scrim_functions[] = {{"find", scrim_find}, {"recognizer", scrim_recognizer}, {NULL, NULL}};

// Metatables

/// Pushes the method of the name at 2, or nothing. Upvalue: the methods.
static bool push_method(lua_State *L) {
  lua_settop(L, 2);
  if (lua_type(L, 2) != LUA_TSTRING) return false;
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return true;
  lua_pop(L, 1);
  return false;
}

static int unknown_member(lua_State *L, const char *kind, const char *const *names) {
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "%s has no members without a name", kind);
  const char *name = lua_tostring(L, 2);
  scrim_push_suggestion(L, name, names);
  return luaL_error(L, "%s has no member '%s'%s", kind, name, lua_tostring(L, -1));
}

static int frame_index(lua_State *L) {
  check(L, 1, FRAME);
  if (push_method(L)) return 1;
  for (const char *const *name = frame_names; *name; name++) {
    if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), *name) == 0) {
      return scrim_ask(L, SCRIM_FRAME_MEMBER, 2, 1);
    }
  }
  return unknown_member(L, FRAME, frame_names);
}

static int view_index(lua_State *L) {
  check(L, 1, VIEW);
  if (push_method(L)) return 1;
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "a view has no members without a name; see view.children");
  return scrim_ask(L, SCRIM_VIEW_MEMBER, 1, 2);
}

static int plan_index(lua_State *L) {
  check(L, 1, PLAN);
  if (push_method(L)) return 1;
  return unknown_member(L, PLAN, plan_names);
}

static int refuse_write(lua_State *L) {
  const char *kind = lua_tostring(L, lua_upvalueindex(1));
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_error(L, "%s is read only", kind);
  return luaL_error(L, "%s.%s cannot be written: it is read only", kind, lua_tostring(L, 2));
}

static void make_metatable(lua_State *L, const char *kind, lua_CFunction index, const luaL_Reg *methods) {
  luaL_newmetatable(L, kind);              // meta
  lua_newtable(L);
  scrim_add_functions(L, methods);         // meta methods
  lua_pushcclosure(L, index, 1);
  lua_setfield(L, -2, "__index");          // meta
  lua_pushstring(L, kind);
  lua_pushcclosure(L, refuse_write, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);                           //
}

void scrim_api_open(lua_State *L) {
  make_metatable(L, VIEW, view_index, view_methods);
  make_metatable(L, FRAME, frame_index, frame_methods);
  make_metatable(L, PLAN, plan_index, plan_methods);
  lua_newtable(L);                    // globals library
  scrim_add_functions(L, scrim_functions);
  lua_getfield(L, -2, "print");
  lua_setfield(L, -2, "log");
  scrim_sandbox_guard(L, "scrim");    // globals guard
  lua_setfield(L, -2, "scrim");       // globals
}
