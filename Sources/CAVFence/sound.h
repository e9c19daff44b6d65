// The sound of a recording, copied as it is.
#pragma once
#include "internal.h"

typedef struct {
  byte_stream bytes;
  AVFormatContext *format;
  // For each track of the source: the output's track, or -1.
  int *targets;
  // The source's clock at the output's beginning.
  int64_t origin;
  AVRational origin_tick;
  AVPacket *packet;
  // A packet that waits for its time.
  bool has_packet;
  bool at_end;
} sound_copy;

// Opens the source and makes the output's tracks. `message` gets words where the container cannot hold the sound.
avfence_status sound_open(sound_copy *sound, const avfence_output *output, AVFormatContext *target, char message[160]);
// Copies what begins before a time, in the given unit.
int sound_write_until(sound_copy *sound, AVFormatContext *target, int64_t time, AVRational tick);
void sound_close(sound_copy *sound);
