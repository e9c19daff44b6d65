/// find, match, gmatch and gsub, on the charged matcher.
#define _GNU_SOURCE  // memmem
#include <string.h>

#include "matcher.h"

typedef struct text {
  const char *bytes;
  size_t length;
} text;

static text check_text(lua_State *L, int index) {
  text text;
  text.bytes = luaL_checklstring(L, index, &text.length);
  return text;
}

static matcher matcher_for(lua_State *L, text subject, text pattern) {
  return (matcher){
      .L = L,
      .subject = subject.bytes,
      .subject_end = subject.bytes + subject.length,
      .pattern_end = pattern.bytes + pattern.length,
  };
}

static const char *attempt(matcher *m, const char *subject, const char *pattern) {
  m->depth = 0;
  m->count = 0;
  return matcher_match(m, subject, pattern);
}

/// Where a search begins, from 0. Past the end is one too many.
static size_t start_of(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position - 1;
  if (position == 0) return 0;
  return position < -(lua_Integer)length ? 0 : length + (size_t)position;
}

static bool is_plain(text pattern) {
  for (size_t i = 0; i < pattern.length; i++) {
    if (pattern.bytes[i] && strchr("^$*+?.([%-", pattern.bytes[i])) return false;
  }
  return true;
}

static int find_plain(lua_State *L, text subject, text pattern, size_t start) {
  scrim_charge(L, 1 + (subject.length - start) / 16);
  const char *found = memmem(subject.bytes + start, subject.length - start, pattern.bytes, pattern.length);
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, found - subject.bytes + 1);
  lua_pushinteger(L, found - subject.bytes + (lua_Integer)pattern.length);
  return 2;
}

static int search(lua_State *L, bool find) {
  text subject = check_text(L, 1), pattern = check_text(L, 2);
  size_t start = start_of(luaL_optinteger(L, 3, 1), subject.length);
  if (start > subject.length) {
    lua_pushnil(L);
    return 1;
  }
  if (find && (lua_toboolean(L, 4) || is_plain(pattern))) return find_plain(L, subject, pattern, start);

  matcher m = matcher_for(L, subject, pattern);
  bool anchored = pattern.length > 0 && *pattern.bytes == '^';
  for (const char *at = subject.bytes + start; at <= m.subject_end; at++) {
    const char *end = attempt(&m, at, pattern.bytes + anchored);
    if (end) {
      matcher_settle(&m);
      if (!find) return matcher_push_captures(&m, at, end);
      lua_pushinteger(L, at - subject.bytes + 1);
      lua_pushinteger(L, end - subject.bytes);
      return matcher_push_captures(&m, NULL, NULL) + 2;
    }
    if (anchored) break;
  }
  matcher_settle(&m);
  lua_pushnil(L);
  return 1;
}

static int string_find(lua_State *L) { return search(L, true); }
static int string_match(lua_State *L) { return search(L, false); }

/// One step of gmatch. Upvalues: subject, pattern, where to go on, where the last match ended (-1: none yet).
static int gmatch_step(lua_State *L) {
  text subject = check_text(L, lua_upvalueindex(1)), pattern = check_text(L, lua_upvalueindex(2));
  size_t start = (size_t)lua_tointeger(L, lua_upvalueindex(3));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  if (start > subject.length) return 0;
  matcher m = matcher_for(L, subject, pattern);
  for (const char *at = subject.bytes + start; at <= m.subject_end; at++) {
    const char *end = attempt(&m, at, pattern.bytes);
    if (!end || end - subject.bytes == last) continue;
    matcher_settle(&m);
    lua_pushinteger(L, end - subject.bytes);
    lua_pushvalue(L, -1);
    lua_replace(L, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return matcher_push_captures(&m, at, end);
  }
  matcher_settle(&m);
  // Nothing more will be found; the next call need not search again.
  lua_pushinteger(L, (lua_Integer)subject.length + 1);
  lua_replace(L, lua_upvalueindex(3));
  return 0;
}

static int string_gmatch(lua_State *L) {
  text subject = check_text(L, 1);
  check_text(L, 2);
  size_t start = start_of(luaL_optinteger(L, 3, 1), subject.length);
  if (start > subject.length) start = subject.length + 1;
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)start);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, gmatch_step, 4);
  return 1;
}

// gsub

static void add_template(matcher *m, luaL_Buffer *result, text template, const char *start, const char *end) {
  lua_State *L = m->L;
  scrim_charge(L, template.length / 16);
  const char *at = template.bytes, *template_end = at + template.length;
  while (at < template_end) {
    const char *percent = memchr(at, '%', (size_t)(template_end - at));
    luaL_addlstring(result, at, (size_t)((percent ? percent : template_end) - at));
    if (!percent) return;
    char kind = percent + 1 < template_end ? percent[1] : 0;
    if (kind == '%') {
      luaL_addchar(result, '%');
    } else if (kind == '0') {
      luaL_addlstring(result, start, (size_t)(end - start));
    } else if (kind >= '1' && kind <= '9') {
      matcher_push_capture(m, kind - '1', start, end);
      luaL_tolstring(L, -1, NULL);
      lua_remove(L, -2);
      luaL_addvalue(result);
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
    at = percent + 2;
  }
}

/// Adds what stands for one match. Returns whether it differs from the match.
static bool add_replacement(matcher *m, luaL_Buffer *result, const char *start, const char *end) {
  lua_State *L = m->L;
  switch (lua_type(L, 3)) {
    case LUA_TFUNCTION: {
      lua_pushvalue(L, 3);
      int count = matcher_push_captures(m, start, end);
      lua_call(L, count, 1);
      break;
    }
    case LUA_TTABLE:
      matcher_push_capture(m, 0, start, end);
      lua_gettable(L, 3);
      break;
    default: {
      text template = check_text(L, 3);
      add_template(m, result, template, start, end);
      return true;
    }
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(result, start, (size_t)(end - start));
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(result);
  return true;
}

static int string_gsub(lua_State *L) {
  text subject = check_text(L, 1), pattern = check_text(L, 2);
  int kind = lua_type(L, 3);
  luaL_argexpected(L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, 3,
                   "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)subject.length + 1);
  bool anchored = pattern.length > 0 && *pattern.bytes == '^';
  matcher m = matcher_for(L, subject, pattern);
  const char *at = subject.bytes, *last = NULL;
  lua_Integer count = 0;
  bool changed = false;
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  while (count < most) {
    const char *end = attempt(&m, at, pattern.bytes + anchored);
    if (end && end != last) {
      count += 1;
      matcher_settle(&m);
      if (add_replacement(&m, &result, at, end)) changed = true;
      at = last = end;
    } else if (at < m.subject_end) {
      luaL_addchar(&result, *at++);
    } else {
      break;
    }
    if (anchored) break;
  }
  matcher_settle(&m);
  if (changed) {
    luaL_addlstring(&result, at, (size_t)(m.subject_end - at));
    luaL_pushresult(&result);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}

const luaL_Reg scrim_search_functions[] = {
    {"find", string_find}, {"match", string_match}, {"gmatch", string_gmatch}, {"gsub", string_gsub}, {NULL, NULL}};
