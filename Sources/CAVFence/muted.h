// What the files of silenced sound share: opening, encoding, placing.
#pragma once
#include <libavutil/audio_fifo.h>
#include <libswresample/swresample.h>

#include "sound.h"

// Samples are encoded and made in pieces of so many, where nothing else says how many.
#define MUTED_PIECE 4096

struct muted_track {
  AVStream *source, *track;
  AVCodecContext *decoder, *encoder;
  complaints of_decoder;
  int seen_errors;
  // A decoded piece, and whether it waits until its times are decided.
  AVFrame *frame;
  // To floats of the source's rate and channels, and from there to what is encoded.
  struct SwrContext *widen, *convert;
  int rate, format;
  AVChannelLayout layout;
  AVAudioFifo *ready;
  AVFrame *encoded;
  AVPacket *packet;
  // The place behind the last sample that was taken, at `rate`.
  int64_t next;
  // How far packets reach that could not be decoded, at `rate`.
  int64_t owed;
  bool has_begun, has_ended, is_flushed;
  size_t cursor;
  // The first sample's place and the count of those that were encoded, at the encoder's rate.
  int64_t start, count;
  // What the times of packets are moved by in the container.
  int64_t shift;
};

// Encodes the samples that fill the encoder's pieces.
int muted_encode(muted_track *muted, AVFormatContext *target);
// Encodes all samples that are left, and ends the encoder.
int muted_encode_rest(muted_track *muted, AVFormatContext *target);
// Hands so many samples to the encoder's side; for none, what the filter still has.
int muted_push(muted_track *muted, const uint8_t **planes, int count);
int muted_push_silence(muted_track *muted, AVFormatContext *target, int64_t count);
// Makes ready for samples of another kind than before: that of the piece in hand.
int muted_take_kind(muted_track *muted);
