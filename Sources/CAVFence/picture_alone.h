/// What a packet of a finished file holds beside its picture or its sound.
#pragma once
#include "internal.h"

// Looks at the packets of one track, one after the other.
typedef struct {
  const AVCodecParameters *said;
  // A second decoder of VP9, which tells bytes behind a picture; NULL where there is none.
  AVCodecContext *judge;
  AVFrame *frame;
} alone_check;

// False for want of memory. `said` stays its owner's, and there as long as the check.
bool alone_check_open(alone_check *check, const AVCodecParameters *said);
void alone_check_close(alone_check *check);

// Whether a packet is one picture, or whole frames of sound, and nothing else. One of sound may be shortened.
bool alone_check_packet(alone_check *check, AVPacket *packet);

// Whether sound says no more of itself, outside of its packets, than a decoder needs.
bool alone_sound_setup(const AVCodecParameters *said);
