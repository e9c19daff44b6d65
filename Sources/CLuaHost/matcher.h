/// Lua's patterns, with a price for each step.
#pragma once

#include "internal.h"

#define MATCHER_CAPTURES 32

/// One attempt to match. `length` of a capture may also be one of these two.
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct matcher {
  lua_State *L;
  const char *subject, *subject_end;
  const char *pattern_end;
  uint64_t steps;  // not charged yet
  int depth;
  int count;
  struct {
    const char *start;
    ptrdiff_t length;
  } captures[MATCHER_CAPTURES];
} matcher;

/// Matches the pattern at exactly this place; returns the end of the match, or NULL. Raises where the pattern is
/// malformed, and when the budget is out.
const char *matcher_match(matcher *m, const char *subject, const char *pattern);

/// Charges the steps that are left over.
void matcher_settle(matcher *m);

/// Pushes one capture, counted from 0; the whole match where the pattern has none.
void matcher_push_capture(matcher *m, int index, const char *start, const char *end);

/// Pushes all captures; the whole match where there are none and `start` is not NULL.
int matcher_push_captures(matcher *m, const char *start, const char *end);
