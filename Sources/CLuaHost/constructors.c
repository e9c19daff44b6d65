/// The lines of table constructors, so that `unknown option 'stlye'` can say which entry is meant.
///
/// Lua knows no line for a table. But the allocator sees each new table, and the function that runs then has a current
/// line. The compiler gives that instruction the line on which the token *before* the brace ends; the text tells on which
/// line the brace itself stands.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/// Places for tables; a file that makes more of them while it is loaded gets no lines.
#define PLACES ((size_t)1 << 15)

// Reading the text

typedef struct text {
  const char *at, *end;
  int32_t line;
} text;

static void skip_to(text *text, const char *to) {
  for (; text->at < to; text->at++) text->line += *text->at == '\n';
}

/// The level of a long bracket that opens here, or -1.
static int long_bracket(const text *text) {
  const char *at = text->at;
  if (at == text->end || *at++ != '[') return -1;
  int level = 0;
  while (at < text->end && *at == '=') level++, at++;
  return at < text->end && *at == '[' ? level : -1;
}

static void skip_long_bracket(text *text, int level) {
  for (const char *at = text->at + level + 2; at < text->end; at++) {
    if (*at != ']' || text->end - at < level + 2) continue;
    int equals = 0;
    while (at[1 + equals] == '=' && equals < level) equals++;
    if (equals == level && at[1 + level] == ']') {
      skip_to(text, at + level + 2);
      return;
    }
  }
  skip_to(text, text->end);
}

static void skip_string(text *text) {
  const char *at = text->at + 1;
  while (at < text->end && *at != *text->at && *at != '\n') at += *at == '\\' ? 2 : 1;
  skip_to(text, at < text->end ? at + 1 : text->end);
}

static void skip_comment(text *text) {
  text->at += 2;
  int level = long_bracket(text);
  if (level >= 0) {
    skip_long_bracket(text, level);
  } else {
    const char *newline = memchr(text->at, '\n', (size_t)(text->end - text->at));
    skip_to(text, newline ? newline : text->end);
  }
}

static bool find_braces(scrim_constructors *constructors, const char *source, size_t length) {
  size_t capacity = 0;
  for (size_t i = 0; i < length; i++) capacity += source[i] == '{';
  constructors->braces = calloc(capacity + 1, sizeof *constructors->braces);
  constructors->hits = calloc(capacity + 1, sizeof *constructors->hits);
  if (!constructors->braces || !constructors->hits) return false;

  text text = {source, source + length, 1};
  int32_t before = 1;
  while (text.at < text.end) {
    char c = *text.at;
    int level;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
      skip_to(&text, text.at + 1);
      continue;
    }
    if (c == '-' && text.end - text.at > 1 && text.at[1] == '-') {
      skip_comment(&text);
      continue;
    }
    if (c == '"' || c == '\'') {
      skip_string(&text);
    } else if (c == '[' && (level = long_bracket(&text)) >= 0) {
      skip_long_bracket(&text, level);
    } else {
      if (c == '{') constructors->braces[constructors->brace_count++] = (scrim_brace){before, text.line};
      text.at += 1;
    }
    before = text.line;
  }
  return true;
}

/// The line of the next brace among those that the compiler gives one line. They run in the order of the text.
static int32_t brace_line(scrim_constructors *constructors, int32_t line) {
  size_t low = 0, high = constructors->brace_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (constructors->braces[middle].before < line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  size_t count = 0;
  while (low + count < constructors->brace_count && constructors->braces[low + count].before == line) count++;
  return count ? constructors->braces[low + constructors->hits[low]++ % count].line : line;
}

// Watching the allocator

void scrim_constructors_begin(scrim_lua *host, const char *source, size_t length) {
  scrim_constructors *constructors = &host->constructors;
  constructors->made = calloc(PLACES, sizeof *constructors->made);
  constructors->recording = constructors->made && find_braces(constructors, source, length);
}

void scrim_constructors_end(scrim_lua *host) {
  free(host->constructors.braces);
  free(host->constructors.hits);
  free(host->constructors.made);
  host->constructors = (scrim_constructors){0};
}

static struct scrim_made *place(const scrim_constructors *constructors, const void *table) {
  size_t i = (size_t)(((uintptr_t)table >> 4) * 0x9E3779B97F4A7C15u >> 40) % PLACES;
  while (constructors->made[i].table && constructors->made[i].table != table) i = (i + 1) % PLACES;
  return &constructors->made[i];
}

/// Notes a new table. [inside of the allocator] Looking at the running function is allowed here: a new object is being
/// made, no stack is being moved, and the hook keeps the instruction's address up to date.
void scrim_constructors_made(scrim_lua *host, const void *table) {
  scrim_constructors *constructors = &host->constructors;
  if (constructors->made_count >= PLACES / 2) return;
  struct scrim_made *made = place(constructors, table);
  if (!made->table) constructors->made_count += 1;
  made->table = table;
  // An address may come a second time, for a table that has no line.
  made->line = 0;
  lua_Debug frame;
  if (!lua_getstack(host->running, 0, &frame) || !lua_getinfo(host->running, "Sl", &frame)) return;
  if (frame.currentline > 0 && strcmp(frame.short_src, host->main_name) == 0) {
    made->line = brace_line(constructors, frame.currentline);
  }
}

int32_t scrim_constructors_line(const scrim_lua *host, const void *table) {
  const scrim_constructors *constructors = &host->constructors;
  // A full list has missed some: an address in it may since belong to another table.
  if (!constructors->made || constructors->made_count >= PLACES / 2) return 0;
  return place(constructors, table)->line;
}
