/// Memory for decoded pictures: blank, or marked with noise that no picture has, so that what is missing shows.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <string.h>

#include "picture_memory.h"

// So much noise lies again and again behind the beginning of a plane's memory; the first bytes once more at its end.
#define NOISE 4096
static uint8_t noise[NOISE + 8];

static void make_noise(void) {
  uint64_t state = 0x9e3779b97f4a7c15;
  for (int i = 0; i < NOISE; i++) {
    // xorshift64 (G. Marsaglia, 2003).
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    noise[i] = (uint8_t)(state >> 56);
  }
  memcpy(noise + NOISE, noise, 8);
}

int memory_blank(AVCodecContext *codec, AVFrame *frame, int flags) {
  int result = avcodec_default_get_buffer2(codec, frame, flags);
  if (result < 0) return result;
  for (int i = 0; i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++) memset(frame->buf[i]->data, 0, frame->buf[i]->size);
  return 0;
}

int memory_marked(AVCodecContext *codec, AVFrame *frame, int flags) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_noise);
  int result = avcodec_default_get_buffer2(codec, frame, flags);
  if (result < 0) return result;
  for (int i = 0; i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++) {
    uint8_t *at = frame->buf[i]->data;
    for (size_t rest = frame->buf[i]->size; rest > 0;) {
      size_t part = rest < NOISE ? rest : NOISE;
      memcpy(at, noise, part);
      at += part;
      rest -= part;
    }
  }
  return 0;
}

// Decoders smooth edges of a missing block, three samples wide at most (ITU-T H.264, 8.7; H.265, 8.7.2): ten by ten are as they
// were. Of each eight rows two are looked at, since fields have every other one, and in them eight bytes at every second place.
bool memory_is_written(const AVFrame *frame) {
  const uint8_t *memory = frame->buf[0]->data;
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(frame->format);
  int bytes = frame->width * kind->comp[0].step;
  for (int y = 4; y < frame->height; y += y % 8 == 4 ? 1 : 7) {
    const uint8_t *row = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    for (int x = 0; x + 8 <= bytes; x += 2) {
      if (!memcmp(row + x, noise + (size_t)(row + x - memory) % NOISE, 8)) return false;
    }
  }
  return true;
}
