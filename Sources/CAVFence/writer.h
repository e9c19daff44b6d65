// What the files of the writer share: opening, pictures, packets.
#pragma once
#include <errno.h>
#include <libavcodec/bsf.h>
#include <libswscale/swscale.h>

#include "check.h"
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
  sound_source sound;
  bool has_sound;
  avfence_layout layout;
  avfence_tags tags;
  avfence_codec kind;
  struct SwsContext *convert;
  // The encoder's picture has the samples of the layout in the layout's order; the picture in hand is of somebody else's memory.
  bool is_alike, is_taken;
  // Durations of frames that the encoder holds, by time.
  struct {
    int64_t time, duration;
  } *waiting;
  size_t waiting_count, waiting_capacity;
  // When the last frame begins and ends.
  int64_t last, end;
  // Of all frames, on the container's clock.
  times_print times;
  // Decodes what is written; NULL where nobody can read it again, and for palettes, which are decoded from the file.
  live_check *live;
  decoded_video decoded;
  char message[160];
};

// Keeps words for a failure of the libraries, or for what cannot be done.
avfence_status writer_fail(avfence_writer *writer, const char *what, int result);
avfence_status writer_refuse(avfence_writer *writer, const char *why);

// Whether all frames that went into the encoder came out of the decoder, at their times.
avfence_status file_check_decoded(avfence_writer *writer);

// The pixel format in which a layout is encoded; AV_PIX_FMT_NONE where there is none.
enum AVPixelFormat picture_format(avfence_codec codec, const avfence_layout *layout);
// Whether chroma stands for blocks whose sides an odd size does not divide.
bool picture_is_cut(const avfence_layout *layout, enum AVPixelFormat format);
// Takes what turns frames into the encoder's picture.
avfence_status picture_open(avfence_writer *writer);
// What turns RGB of 8 or 16 bits into luma and chroma of a format; NULL where memory is short.
struct SwsContext *picture_converter(int width, int height, bool is_deep, enum AVPixelFormat format, int table);
// RGBA on black as RGB; NULL where memory is short, else to be freed.
uint8_t *picture_flat(const avfence_layout *layout, const uint8_t *bytes);
// Puts a frame into a picture with a palette of its own; false where memory is short.
bool palette_fill(AVFrame *frame, const avfence_layout *layout, const avfence_tags *tags, const uint8_t *bytes);
// Puts a frame of the writer's layout into the encoder's picture, or makes one of samples that are given; false where memory is
// short.
bool picture_fill(avfence_writer *writer, avfence_samples samples);
// After encoding: the encoder keeps what it needs of a picture made of samples that were given.
void picture_let_go(avfence_writer *writer);
