// What the files of the reader share: opening, packets, frames.
#pragma once
#include <errno.h>

#include "internal.h"

// A packet whose frame has not been handed out yet.
typedef struct {
  int64_t number;
  int64_t time, duration;
  // The first packet that this one's frame may depend on.
  int64_t base;
} expected;

struct avfence_reader {
  byte_stream bytes;
  AVFormatContext *format;
  AVStream *stream;
  AVCodecContext *codec;
  AVPacket *packet;
  AVFrame *frame;
  // What the decoder and the container's reader have complained of.
  complaints of_codec, of_format;
  int seen_errors, seen_format_errors;

  // Ascending by number.
  expected *pending;
  size_t pending_count, pending_capacity;
  // The newest packet that was damaged; -1 for none.
  int64_t newest_damage;
  // The first packet behind a hole in the file; INT64_MAX for none.
  int64_t hole;
  int64_t packet_count;
  int64_t key_number, earlier_key_number, key_time;
  int64_t last_read_time, last_read_duration;
  bool has_times, at_packets_end, is_flushed, is_broken_off, said_broken_off, is_held;
  // A frame waits in `frame` while lost ones before it are handed out.
  expected held;
  bool held_is_good;

  int64_t last_time;
  bool has_last;
  avfence_layout announced, first;
  bool has_first;
  avfence_tags tags;
  int32_t orientation;
  int64_t pixel_limit;
  avfence_layout copied;
  uint16_t *row;
};

// Packets

// Reads on to the next packet of the track and hands it to the decoder; at the end tells the decoder so.
avfence_status packets_feed(avfence_reader *reader);
// Takes the packet at a place out of those that wait for their frames.
void packets_forget(avfence_reader *reader, size_t place);
// The place of the waiting packet that is shown first; there is one.
size_t packets_earliest(const avfence_reader *reader);
// A packet was damaged: so is what depends on it.
void packets_note_damage(avfence_reader *reader, int64_t number);
// Errors that the decoder has told since the last look concern any packet that it has.
void packets_note_errors(avfence_reader *reader);
