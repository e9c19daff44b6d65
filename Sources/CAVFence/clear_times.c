/// Which times may be heard: those of frames on which nothing was covered, from their beginning to that of the next frame.
#include <stdlib.h>

#include "sound.h"

// From full sound to silence and back, as a part of a second: a jump would click. It lies within the clear time.
#define FADES_A_SECOND 200

static int fade_length(int rate) { return rate / FADES_A_SECOND + 1; }

static bool add_span(clear_times *clear, int64_t from, int64_t to) {
  if (to <= from) return true;
  if (clear->count > 0 && clear->spans[clear->count - 1].to == from) {
    clear->spans[clear->count - 1].to = to;
    return true;
  }
  if (clear->count == clear->capacity) {
    size_t capacity = clear->capacity ? 2 * clear->capacity : 64;
    void *grown = realloc(clear->spans, capacity * sizeof *clear->spans);
    if (grown == NULL) return false;
    clear->spans = grown;
    clear->capacity = capacity;
  }
  clear->spans[clear->count].from = from;
  clear->spans[clear->count++].to = to;
  return true;
}

bool sound_note_frame(sound_source *sound, int64_t time, bool is_clear) {
  clear_times *clear = &sound->clear;
  if (clear->has_frame && clear->newest_is_clear && !add_span(clear, clear->known, time)) return false;
  clear->known = time;
  clear->newest_is_clear = is_clear;
  clear->has_frame = true;
  return true;
}

bool clear_is_decided(const clear_times *clear, int rate, int64_t place, int slack) {
  if (clear->is_complete) return true;
  int64_t known = av_rescale_q_rnd(clear->known, clear->tick, (AVRational){1, rate}, AV_ROUND_DOWN);
  return clear->has_frame && place <= known - slack - fade_length(rate);
}

void clear_factors(
    const clear_times *clear, int rate, int64_t place, int slack, size_t *cursor, float *factors, int count) {
  const AVRational own = {1, rate};
  const int fade = fade_length(rate);
  for (int i = 0; i < count; i++) factors[i] = 0;
  for (size_t span = *cursor; span < clear->count; span++) {
    int64_t from = av_rescale_q_rnd(clear->spans[span].from, clear->tick, own, AV_ROUND_UP) + slack;
    int64_t to = av_rescale_q_rnd(clear->spans[span].to, clear->tick, own, AV_ROUND_DOWN) - slack;
    if (from >= place + count) return;
    // The last one may still grow.
    if (to <= place && span + 1 < clear->count) *cursor = span + 1;
    int64_t first = from > place ? from : place, last = to < place + count ? to : place + count;
    for (int64_t at = first; at < last; at++) {
      int64_t edge = at - from + 1 < to - at ? at - from + 1 : to - at;
      factors[at - place] = edge >= fade ? 1 : (float)edge / (float)fade;
    }
  }
}
