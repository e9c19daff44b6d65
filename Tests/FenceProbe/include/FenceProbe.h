// What the fence keeps to itself, for tests: packets of a recording on their way to the check that decodes them.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef enum { PROBE_NOTHING, PROBE_DAMAGED, PROBE_HALVED, PROBE_STUMP, PROBE_LEFT_OUT, PROBE_OTHER_SIZE } probe_change;

typedef struct {
  // As avfence_status numbers it: 0 where all went well.
  int status;
  // Packets that were taken; frames that came, their times and the packets as numbers.
  int64_t packets, frames;
  uint64_t times;
  uint8_t print[16];
  char message[160];
} probe_result;

// Hands the packets of a file to the check, over and over for so many rounds, one of each round changed. The descriptor stays
// the caller's. False where the file cannot be read.
bool probe_live_check(int descriptor, int rounds, probe_change change, int64_t changed, probe_result *result);

// Leaves of a sound codec's setup what it may have, in place; the bytes that are left, or -1 where it is refused.
typedef enum { PROBE_AAC, PROBE_OPUS, PROBE_ALAC, PROBE_MP3, PROBE_PCM, PROBE_VORBIS, PROBE_AC3 } probe_sound;
int probe_setup(probe_sound sound, uint8_t *bytes, int count);

// Leaves of a packet its frames, in place; the bytes that are left, 0 for none.
int probe_frames(probe_sound sound, uint8_t *bytes, int count);

// Hands over some packets, and drops the check while it has them.
bool probe_abandoned_check(int descriptor, int64_t count);
