/// The pattern matcher. Lua's own runs in C for as long as it likes: `(".-"):rep(10) .. "b"` outlives every deadline.
#include "matcher.h"

#include <ctype.h>
#include <string.h>

/// Nested attempts, as in Lua: bounds the C stack.
#define DEPTH 200

/// Steps between two looks at the budget.
#define STEPS 512

void matcher_settle(matcher *m) {
  uint64_t steps = m->steps;
  m->steps = 0;
  scrim_charge(m->L, steps);
}

static void tick(matcher *m, ptrdiff_t steps) {
  m->steps += (uint64_t)steps;
  if (m->steps >= STEPS) matcher_settle(m);
}

// Single characters

static bool is_in_class(unsigned char c, unsigned char class) {
  bool is;
  switch (tolower(class)) {
    case 'a': is = isalpha(c); break;
    case 'c': is = iscntrl(c); break;
    case 'd': is = isdigit(c); break;
    case 'g': is = isgraph(c); break;
    case 'l': is = islower(c); break;
    case 'p': is = ispunct(c); break;
    case 's': is = isspace(c); break;
    case 'u': is = isupper(c); break;
    case 'w': is = isalnum(c); break;
    case 'x': is = isxdigit(c); break;
    case 'z': is = c == 0; break;  // out of use, but Lua still has it
    default: return class == c;
  }
  return isupper(class) ? !is : is;
}

/// `set` is at its `[`, `end` behind its `]`.
static bool is_in_set(unsigned char c, const char *set, const char *end) {
  const unsigned char *at = (const unsigned char *)set + 1, *close = (const unsigned char *)end - 1;
  bool wanted = true;
  if (*at == '^') wanted = false, at++;
  while (at < close) {
    if (*at == '%') {
      if (is_in_class(c, at[1])) return wanted;
      at += 2;
    } else if (close - at > 2 && at[1] == '-') {
      if (at[0] <= c && c <= at[2]) return wanted;
      at += 3;
    } else {
      if (*at++ == c) return wanted;
    }
  }
  return !wanted;
}

/// Where the single-character item that begins here ends.
static const char *item_end(matcher *m, const char *item) {
  const char *at = item + 1;
  if (*item == '%') {
    if (at == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return at + 1;
  }
  if (*item != '[') return at;
  if (at < m->pattern_end && *at == '^') at++;
  do {  // a `]` that comes first is one of the set
    if (at >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*at++ == '%') at++;
  } while (at >= m->pattern_end || *at != ']');
  return at + 1;
}

static bool matches_item(matcher *m, const char *subject, const char *item, const char *end) {
  tick(m, 1 + (end - item) / 4);
  if (subject >= m->subject_end) return false;
  unsigned char c = (unsigned char)*subject;
  switch (*item) {
    case '.': return true;
    case '%': return is_in_class(c, (unsigned char)item[1]);
    case '[': return is_in_set(c, item, end);
    default: return (unsigned char)*item == c;
  }
}

// Repetition

static const char *match_most(matcher *m, const char *subject, const char *item, const char *end) {
  ptrdiff_t count = 0;
  while (matches_item(m, subject + count, item, end)) count++;
  for (; count >= 0; count--) {
    const char *found = matcher_match(m, subject + count, end + 1);
    if (found) return found;
  }
  return NULL;
}

static const char *match_fewest(matcher *m, const char *subject, const char *item, const char *end) {
  for (;; subject++) {
    const char *found = matcher_match(m, subject, end + 1);
    if (found) return found;
    if (!matches_item(m, subject, item, end)) return NULL;
  }
}

// Captures

static const char *open_capture(matcher *m, const char *subject, const char *pattern, ptrdiff_t kind) {
  if (m->count >= MATCHER_CAPTURES) luaL_error(m->L, "too many captures");
  m->captures[m->count].start = subject;
  m->captures[m->count].length = kind;
  m->count += 1;
  const char *found = matcher_match(m, subject, pattern);
  if (!found) m->count -= 1;
  return found;
}

static const char *close_capture(matcher *m, const char *subject, const char *pattern) {
  int index = m->count - 1;
  while (index >= 0 && m->captures[index].length != CAPTURE_OPEN) index--;
  if (index < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[index].length = subject - m->captures[index].start;
  const char *found = matcher_match(m, subject, pattern);
  if (!found) m->captures[index].length = CAPTURE_OPEN;
  return found;
}

/// `%1` to `%9`: the capture's text once more. Returns where it ends.
static const char *match_again(matcher *m, const char *subject, unsigned char digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->count || m->captures[index].length == CAPTURE_OPEN) {
    luaL_error(m->L, "invalid capture index %%%d", index + 1);
  }
  // A position has no text; as a length it is larger than any subject, as in Lua.
  if (m->captures[index].length == CAPTURE_POSITION) return NULL;
  ptrdiff_t length = m->captures[index].length;
  tick(m, 1 + length / 16);
  if (m->subject_end - subject < length) return NULL;
  return memcmp(m->captures[index].start, subject, (size_t)length) == 0 ? subject + length : NULL;
}

// Items that are more than a character

/// `%bxy`: from x to the y that balances it. `pair` is at x.
static const char *match_balanced(matcher *m, const char *subject, const char *pair) {
  if (m->pattern_end - pair < 2) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (subject >= m->subject_end || *subject != pair[0]) return NULL;
  ptrdiff_t open = 1;
  for (const char *at = subject + 1; at < m->subject_end; at++) {
    tick(m, 1);
    if (*at == pair[1]) {
      if (--open == 0) return at + 1;
    } else if (*at == pair[0]) {
      open++;
    }
  }
  return NULL;
}

/// `%f[set]`: the place where the set begins. Both ends of the subject count as a NUL.
static bool is_frontier(matcher *m, const char *subject, const char *set, const char *end) {
  tick(m, 1 + (end - set) / 4);
  unsigned char before = subject == m->subject ? 0 : (unsigned char)subject[-1];
  unsigned char here = subject == m->subject_end ? 0 : (unsigned char)*subject;
  return !is_in_set(before, set, end) && is_in_set(here, set, end);
}

static const char *match_from(matcher *m, const char *subject, const char *pattern) {
  while (pattern != m->pattern_end) {
    tick(m, 1);
    switch (*pattern) {
      case '(':
        if (pattern + 1 < m->pattern_end && pattern[1] == ')') {
          return open_capture(m, subject, pattern + 2, CAPTURE_POSITION);
        }
        return open_capture(m, subject, pattern + 1, CAPTURE_OPEN);
      case ')': return close_capture(m, subject, pattern + 1);
      case '$':
        if (pattern + 1 == m->pattern_end) return subject == m->subject_end ? subject : NULL;
        break;
      case '%': {
        char kind = pattern + 1 < m->pattern_end ? pattern[1] : 0;
        if (kind == 'b') {
          subject = match_balanced(m, subject, pattern + 2);
          if (!subject) return NULL;
          pattern += 4;
          continue;
        }
        if (kind == 'f') {
          const char *set = pattern + 2;
          if (set >= m->pattern_end || *set != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
          const char *end = item_end(m, set);
          if (!is_frontier(m, subject, set, end)) return NULL;
          pattern = end;
          continue;
        }
        if (kind >= '0' && kind <= '9') {
          subject = match_again(m, subject, (unsigned char)kind);
          if (!subject) return NULL;
          pattern += 2;
          continue;
        }
        break;
      }
      default: break;
    }

    const char *end = item_end(m, pattern);
    switch (end < m->pattern_end ? *end : 0) {
      case '*': return match_most(m, subject, pattern, end);
      case '-': return match_fewest(m, subject, pattern, end);
      case '+': return matches_item(m, subject, pattern, end) ? match_most(m, subject + 1, pattern, end) : NULL;
      case '?':
        if (matches_item(m, subject, pattern, end)) {
          const char *found = matcher_match(m, subject + 1, end + 1);
          if (found) return found;
        }
        pattern = end + 1;
        break;
      default:
        if (!matches_item(m, subject, pattern, end)) return NULL;
        subject += 1;
        pattern = end;
        break;
    }
  }
  return subject;
}

const char *matcher_match(matcher *m, const char *subject, const char *pattern) {
  if (++m->depth > DEPTH) luaL_error(m->L, "pattern too complex");
  const char *found = match_from(m, subject, pattern);
  m->depth -= 1;
  return found;
}

// Results

void matcher_push_capture(matcher *m, int index, const char *start, const char *end) {
  if (index >= m->count) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(m->L, start, (size_t)(end - start));
    return;
  }
  ptrdiff_t length = m->captures[index].length;
  if (length == CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
  if (length == CAPTURE_POSITION) {
    lua_pushinteger(m->L, m->captures[index].start - m->subject + 1);
  } else {
    lua_pushlstring(m->L, m->captures[index].start, (size_t)length);
  }
}

int matcher_push_captures(matcher *m, const char *start, const char *end) {
  int count = m->count == 0 && start ? 1 : m->count;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) matcher_push_capture(m, i, start, end);
  return count;
}
