// The units that packets of H.264 and HEVC are made of (ITU-T H.264 and H.265, section 7.3.1).
#pragma once
#include "internal.h"

// How many bytes say how long a unit is; 0 where units lie behind start codes, and -1 for codecs without units.
int units_length_bytes(const AVCodecParameters *said);

typedef struct {
  // The unit, without the zeros behind it, which are no part of it (H.264, B.1): containers keep or drop them.
  const uint8_t *unit;
  size_t size;
  // Whether the packet is not divided as it should be; the walk ends there.
  bool is_broken;
  const uint8_t *at, *end;
  int length_bytes;
} units;

units units_of(const AVPacket *packet, int length_bytes);
// Goes on to the next unit that is not empty; false at the end.
bool units_next(units *walk);
