// What the files of the writer share: opening, pictures, packets.
#pragma once
#include <errno.h>
#include <libavcodec/bsf.h>
#include <libswscale/swscale.h>

#include "sound.h"

struct avfence_writer {
  byte_stream bytes;
  AVFormatContext *format;
  AVStream *track;
  AVCodecContext *codec;
  // Takes out what an encoder says of itself; NULL where it says nothing.
  AVBSFContext *filter;
  AVPacket *packet;
  AVFrame *frame;
  sound_copy sound;
  bool has_sound;
  avfence_layout layout;
  struct SwsContext *convert;
  // Durations of frames that the encoder holds, by time.
  struct {
    int64_t time, duration;
  } *waiting;
  size_t waiting_count, waiting_capacity;
  // When the last frame ends.
  int64_t end;
  bool has_header;
  char message[160];
};

// Keeps words for a failure of the libraries, or for what cannot be done.
avfence_status writer_fail(avfence_writer *writer, const char *what, int result);
avfence_status writer_refuse(avfence_writer *writer, const char *why);

// The pixel format in which a layout is encoded; AV_PIX_FMT_NONE where there is none.
enum AVPixelFormat picture_format(avfence_container container, const avfence_layout *layout);
// Whether chroma stands for blocks whose sides an odd size does not divide.
bool picture_is_cut(const avfence_layout *layout, enum AVPixelFormat format);
// Takes memory for the encoder's picture, and what turns frames into it.
avfence_status picture_open(avfence_writer *writer);
// Puts a frame of the writer's layout into the encoder's picture; false where memory is short.
bool picture_fill(avfence_writer *writer, const uint8_t *bytes);
