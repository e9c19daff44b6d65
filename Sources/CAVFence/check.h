// What is decoded while it is written, and read again when it is complete.
#pragma once
#include "internal.h"

struct AVMurMur3;

// Packets in their order as one number: what they hold, and when they are shown, counted from the first.
typedef struct {
  struct AVMurMur3 *state;
  // How a packet is divided into units, as `units_length_bytes` says. A container may put lengths in place of start codes.
  int length_bytes;
  int64_t count, first;
} packets_print;

// False where memory is short; in any case it is to be closed. The form is that which goes with the parameters.
bool packets_print_open(packets_print *print, const AVCodecParameters *said);
// False for a packet that is not divided as it should be.
bool packets_print_add(packets_print *print, const AVPacket *packet);
void packets_print_end(packets_print *print, uint8_t number[16]);
void packets_print_close(packets_print *print);

// Times of frames in their order, each counted from the first, as one number and a count.
typedef struct {
  int64_t count, first;
  uint64_t number;
} times_print;

void times_print_add(times_print *print, int64_t time);
bool times_print_is_same(const times_print *one, const times_print *other);

// The samples of a picture as one number; false where memory is short.
bool picture_print(const AVFrame *frame, uint8_t number[16]);
// Whether a picture has the size and the samples that a track says.
bool picture_is_of(const AVFrame *frame, const AVCodecParameters *said);

// Decodes packets on a thread of its own. Its calls come from one thread at a time.
typedef struct live_check live_check;

// What it has found when it is finished.
typedef struct {
  uint8_t packets[16];
  int64_t packet_count;
  times_print times;
  uint8_t first_picture[16];
} decoded_video;

// Opens a decoder for what a track says, and its thread. On failure nothing has to be closed; `error_number` is the system's.
avfence_status live_check_open(live_check **check, const AVCodecParameters *said, AVRational tick, int *error_number);
// Hands a packet over, once there is room, and takes a reference of its own. AVFENCE_FAILED when one before could not be decoded.
avfence_status live_check_add(live_check *check, const AVPacket *packet, char message[160]);
// Waits for the rest.
avfence_status live_check_finish(live_check *check, decoded_video *found, char message[160]);
// At any time; what waits is not decoded any more.
void live_check_close(live_check **check);
