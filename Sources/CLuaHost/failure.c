/// Why a call failed: file, line and a text, none of them by the script's help.
///
/// An error value is read only if it is a string: `__tostring` would run outside of every budget.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

static void set_file(scrim_failure *failure, const char *name, size_t length) {
  if (length >= sizeof failure->file) length = sizeof failure->file - 1;
  memcpy(failure->file, name, length);
  failure->file[length] = 0;
}

/// Notes where the innermost Lua function stands that is not ours. Allocates nothing and raises nothing.
void scrim_failure_locate(scrim_lua *host, lua_State *L) {
  lua_Debug frame;
  for (int level = 0; level < 16 && lua_getstack(L, level, &frame); level++) {
    if (!lua_getinfo(L, "Sl", &frame) || frame.currentline <= 0) continue;
    if (strcmp(frame.short_src, SCRIM_PRELUDE) == 0) continue;
    set_file(&host->failure, frame.short_src, strlen(frame.short_src));
    host->failure.line = frame.currentline;
    return;
  }
}

/// The message handler of the outermost protected call: runs where the error was raised, so that an error without a
/// position of its own gets one.
int scrim_failure_handler(lua_State *L) {
  scrim_lua *host = scrim_host(L);
  if (host->exhausted == SCRIM_DONE) scrim_failure_locate(host, L);
  return 1;
}

/// Takes `name:line: ` off the beginning of a message.
static const char *split(scrim_failure *failure, const char *text, const char *end, const char *name, size_t length) {
  if ((size_t)(end - text) < length + 3 || memcmp(text, name, length) != 0 || text[length] != ':') return text;
  const char *digit = text + length + 1;
  int32_t line = 0;
  while (digit < end && *digit >= '0' && *digit <= '9' && line < 100000000) line = line * 10 + (*digit++ - '0');
  if (line == 0 || end - digit < 2 || digit[0] != ':' || digit[1] != ' ') return text;
  set_file(failure, name, length);
  failure->line = line;
  return digit + 2;
}

static void set_text(scrim_failure *failure, const char *text, size_t length) {
  if (length >= sizeof failure->text) {
    length = sizeof failure->text - 1;
    // Not in the middle of a character.
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length -= 1;
  }
  for (size_t i = 0; i < length; i++) failure->text[i] = text[i] ? text[i] : ' ';
  failure->text[length] = 0;
}

static void describe_error(scrim_lua *host, lua_State *L) {
  scrim_failure *failure = &host->failure;
  if (lua_type(L, -1) != LUA_TSTRING) {
    const char *kind = lua_typename(L, lua_type(L, -1));
    const char *article = lua_isnil(L, -1) ? "" : "a ";
    snprintf(failure->text, sizeof failure->text, "error object is %s%s", article, kind);
    return;
  }
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  const char *end = text + length;
  const char *rest = split(failure, text, end, host->main_name, strlen(host->main_name));
  if (rest == text) {
    const char *colon = memchr(text, ':', length < LUA_IDSIZE ? length : LUA_IDSIZE);
    if (colon && colon > text) rest = split(failure, text, end, text, (size_t)(colon - text));
  }
  set_text(failure, rest, (size_t)(end - rest));
}

/// Fills in the failure of a call; the error value is on the stack of L, outside of every protected call.
void scrim_failure_describe(scrim_lua *host, lua_State *L, scrim_outcome outcome) {
  scrim_failure *failure = &host->failure;
  switch (outcome) {
    case SCRIM_DONE: break;
    case SCRIM_ERROR: describe_error(host, L); break;
    case SCRIM_INSTRUCTIONS:
      snprintf(failure->text, sizeof failure->text, "instruction budget used up (%llu)",
               (unsigned long long)host->allowed);
      break;
    case SCRIM_TIME: snprintf(failure->text, sizeof failure->text, "time budget used up"); break;
    case SCRIM_MEMORY:
      snprintf(failure->text, sizeof failure->text, "memory budget used up (%zu bytes)", host->settings.memory);
      break;
    case SCRIM_UNUSABLE:
      snprintf(failure->text, sizeof failure->text,
               host->broken ? "a coroutine was ended by a budget in an earlier frame; the rules cannot go on from there"
                            : "the rules keep so much that their memory budget leaves no room");
      break;
  }
  failure->in_rules = failure->file[0] == 0 || strcmp(failure->file, host->main_name) == 0;
}

/// An error outside of every protected call is a bug of the host. Ends the process before it can write anything more:
/// without a word it could look like a success.
int scrim_panic(lua_State *L) {
  (void)L;
  static const char text[] = "scrim: the Lua host has failed outside of a protected call; nothing more is written\n";
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  _exit(4);
}
