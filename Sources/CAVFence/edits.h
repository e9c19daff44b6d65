// What of a track is shown, by the edit list of an ISO file.
#pragma once
#include "internal.h"

// The part of a recording that is shown, on its clock: from `begin` on, and before `end`.
typedef struct {
  int64_t begin, end;
} shown_part;

// The whole, or one part at its own speed, after a pause perhaps.
typedef enum {
  EDITS_PLAIN,
  EDITS_SEVERAL,
  EDITS_UNKNOWN,
} edits;

// For the track with a number, in its unit.
edits edits_of(const byte_stream *bytes, int number, AVRational tick, shown_part *part);
