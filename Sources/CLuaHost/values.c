/// Values across the border, as a flat list of tokens in both directions.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

void scrim_values_empty(scrim_values *values) {
  values->count = 0;
  values->byte_count = 0;
}

void scrim_values_free(scrim_values *values) {
  free(values->tokens);
  free(values->bytes);
  *values = (scrim_values){0};
}

bool scrim_values_add(scrim_values *values, scrim_token token, const char *string) {
  if (values->count == values->capacity) {
    size_t capacity = values->capacity ? values->capacity * 2 : 16;
    scrim_token *tokens = realloc(values->tokens, capacity * sizeof *tokens);
    if (!tokens) return false;
    values->tokens = tokens;
    values->capacity = capacity;
  }
  if (token.kind == SCRIM_STRING || token.kind == SCRIM_OTHER) {
    size_t needed = values->byte_count + token.length;
    if (needed > values->byte_capacity || !values->bytes) {
      size_t capacity = needed * 2 > 256 ? needed * 2 : 256;
      char *bytes = realloc(values->bytes, capacity);
      if (!bytes) return false;
      values->bytes = bytes;
      values->byte_capacity = capacity;
    }
    token.offset = values->byte_count;
    if (token.length) memcpy(values->bytes + token.offset, string, token.length);
    values->byte_count = needed;
  }
  values->tokens[values->count++] = token;
  return true;
}

// Out of Lua

/// A table on the way down, for finding one that holds itself.
typedef struct level {
  const void *table;
  const struct level *above;
  int depth;
} level;

static void add(lua_State *L, scrim_values *values, scrim_token token, const char *string) {
  if (values->count >= SCRIM_TOKENS || values->byte_count + token.length > 4 * SCRIM_STRING_BYTES) {
    luaL_error(L, "the table is too large (over %d values)", (int)SCRIM_TOKENS);
  }
  if (!scrim_values_add(values, token, string)) luaL_error(L, "not enough memory");
}

static void add_other(lua_State *L, scrim_values *values, const char *kind) {
  add(L, values, (scrim_token){.kind = SCRIM_OTHER, .length = strlen(kind)}, kind);
}

/// utf8.len's test, without surrogates and with nothing beyond U+10FFFF.
static bool is_utf8(const char *string, size_t length) {
  const unsigned char *byte = (const unsigned char *)string, *end = byte + length;
  while (byte < end) {
    unsigned first = *byte++;
    if (first < 0x80) continue;
    int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || end - byte < more) return false;
    if ((first == 0xE0 && byte[0] < 0xA0) || (first == 0xED && byte[0] > 0x9F) || (first == 0xF0 && byte[0] < 0x90) ||
        (first == 0xF4 && byte[0] > 0x8F)) {
      return false;
    }
    while (more-- > 0) {
      if ((*byte++ & 0xC0) != 0x80) return false;
    }
  }
  return true;
}

static void take(lua_State *L, scrim_values *values, int index, bool keep, const level *above);

static void take_string(lua_State *L, scrim_values *values, int index) {
  size_t length;
  const char *string = lua_tolstring(L, index, &length);
  if (is_utf8(string, length)) {
    add(L, values, (scrim_token){.kind = SCRIM_STRING, .length = length}, string);
  } else {
    add_other(L, values, "string that is not UTF-8");
  }
}

static bool is_text_key(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) return false;
  size_t length;
  const char *string = lua_tolstring(L, index, &length);
  return is_utf8(string, length);
}

static void take_table(lua_State *L, scrim_values *values, int table, bool keep, const level *above) {
  level here = {lua_topointer(L, table), above, above ? above->depth + 1 : 1};
  for (const level *up = above; up; up = up->above) {
    if (up->table == here.table) luaL_error(L, "the table holds itself");
  }
  if (here.depth > SCRIM_DEPTH) luaL_error(L, "the table is nested too deeply (over %d levels)", SCRIM_DEPTH);
  luaL_checkstack(L, 8, "the table is nested too deeply");
  // __index and the like would say something else than what is there.
  if (lua_getmetatable(L, table)) {
    lua_pop(L, 1);
    add_other(L, values, "table with a metatable");
    return;
  }

  size_t head = values->count;
  int32_t line = scrim_constructors_line(scrim_host(L), here.table);
  add(L, values, (scrim_token){.kind = SCRIM_TABLE, .line = line}, NULL);

  lua_Integer items = 0;
  while (lua_rawgeti(L, table, items + 1) != LUA_TNIL) {  // … item
    take(L, values, lua_gettop(L), keep, &here);
    lua_pop(L, 1);  // …
    items += 1;
  }
  lua_pop(L, 1);  // …

  size_t members = 0;
  bool other_keys = false;
  lua_pushnil(L);                    // … key
  while (lua_next(L, table)) {       // … key value
    if (is_text_key(L, -2)) {
      take_string(L, values, lua_gettop(L) - 1);
      take(L, values, lua_gettop(L), keep, &here);
      members += 1;
    } else if (!lua_isinteger(L, -2) || lua_tointeger(L, -2) < 1 || lua_tointeger(L, -2) > items) {
      other_keys = true;
    }
    lua_pop(L, 1);  // … key
  }                 // …
  values->tokens[head].integer = items;
  values->tokens[head].length = members;
  values->tokens[head].flag = other_keys;
}

static void take(lua_State *L, scrim_values *values, int index, bool keep, const level *above) {
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE: add(L, values, (scrim_token){.kind = SCRIM_NONE}, NULL); break;
    case LUA_TBOOLEAN:
      add(L, values, (scrim_token){.kind = SCRIM_BOOLEAN, .flag = lua_toboolean(L, index)}, NULL);
      break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        add(L, values, (scrim_token){.kind = SCRIM_INTEGER, .integer = lua_tointeger(L, index)}, NULL);
      } else {
        add(L, values, (scrim_token){.kind = SCRIM_NUMBER, .number = lua_tonumber(L, index)}, NULL);
      }
      break;
    case LUA_TSTRING: take_string(L, values, index); break;
    case LUA_TTABLE: take_table(L, values, index, keep, above); break;
    case LUA_TFUNCTION: {
      int reference = LUA_NOREF;
      if (keep) {
        luaL_checkstack(L, 4, NULL);
        lua_pushvalue(L, index);
        reference = luaL_ref(L, LUA_REGISTRYINDEX);
      }
      add(L, values, (scrim_token){.kind = SCRIM_FUNCTION, .integer = reference}, NULL);
      break;
    }
    case LUA_TUSERDATA:
      if (scrim_is_view(L, index)) {
        add(L, values, (scrim_token){.kind = SCRIM_VIEW, .integer = scrim_view_index(L, index)}, NULL);
      } else {
        luaL_checkstack(L, 4, NULL);
        bool named = luaL_getmetafield(L, index, "__name") == LUA_TSTRING;
        add_other(L, values, named ? lua_tostring(L, -1) : "userdata");
        if (named) lua_pop(L, 1);
      }
      break;
    default: add_other(L, values, luaL_typename(L, index)); break;
  }
}

/// Adds the value at a stack index. Raises where it cannot be copied as it is.
void scrim_values_take(lua_State *L, scrim_values *values, int index, bool keep_functions) {
  size_t before = values->count, bytes_before = values->byte_count;
  take(L, values, lua_absindex(L, index), keep_functions, NULL);
  scrim_charge(L, (values->count - before) + (values->byte_count - bytes_before) / 16);
}

// Into Lua

static const scrim_token *push(lua_State *L, const scrim_values *values, const scrim_token *token, int depth) {
  if (depth > SCRIM_DEPTH || token >= values->tokens + values->count) luaL_error(L, "the host's answer has no end");
  luaL_checkstack(L, 4, "the host's answer is nested too deeply");
  switch (token->kind) {
    case SCRIM_BOOLEAN: lua_pushboolean(L, token->flag); break;
    case SCRIM_INTEGER: lua_pushinteger(L, token->integer); break;
    case SCRIM_NUMBER: lua_pushnumber(L, token->number); break;
    case SCRIM_STRING: lua_pushlstring(L, values->bytes + token->offset, token->length); break;
    case SCRIM_VIEW: scrim_push_view(L, token->integer); break;
    case SCRIM_TABLE: {
      const scrim_token *next = token + 1;
      lua_createtable(L, token->integer < 1024 ? (int)token->integer : 1024, 0);  // … table
      for (int64_t i = 1; i <= token->integer; i++) {
        next = push(L, values, next, depth + 1);  // … table item
        lua_rawseti(L, -2, i);                    // … table
      }
      for (size_t i = 0; i < token->length; i++) {
        next = push(L, values, next, depth + 1);  // … table key
        next = push(L, values, next, depth + 1);  // … table key value
        lua_rawset(L, -3);                        // … table
      }
      return next;
    }
    case SCRIM_NONE:
    case SCRIM_FUNCTION:
    case SCRIM_OTHER: lua_pushnil(L); break;
  }
  return token + 1;
}

/// Pushes one value and returns what follows it.
const scrim_token *scrim_values_push(lua_State *L, const scrim_values *values, const scrim_token *token) {
  return push(L, values, token, 0);
}
