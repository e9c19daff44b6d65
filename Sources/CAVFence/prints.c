/// Packets, times and pictures as numbers, so that two of them can be held against each other without keeping either.
///
/// Chance does not give two different ones the same 128 bits (MurmurHash3, which no attacker has to be kept from here).
#include <libavutil/imgutils.h>
#include <libavutil/murmur3.h>
#include <string.h>

#include "check.h"

bool packets_print_open(packets_print *print, const AVCodecParameters *said) {
  *print = (packets_print){.state = av_murmur3_alloc()};
  if (print->state == NULL) return false;
  av_murmur3_init(print->state);
  // The place in ISO 14496-15's avcC and hvcC where two bits say how long lengths are. Both begin with their version, 1, where
  // start codes begin with 0.
  int place = said->codec_id == AV_CODEC_ID_H264 ? 4 : said->codec_id == AV_CODEC_ID_HEVC ? 21 : -1;
  print->has_units = place >= 0;
  bool has_lengths = print->has_units && said->extradata_size > place && said->extradata[0] == 1;
  if (has_lengths) print->length_bytes = (said->extradata[place] & 3) + 1;
  return true;
}

static void add_number(packets_print *print, int64_t number) {
  av_murmur3_update(print->state, (const uint8_t *)&number, sizeof number);
}

// Zeros behind a unit are no part of it (ITU-T H.264, B.1): containers keep or drop them.
static void add_unit(packets_print *print, const uint8_t *unit, const uint8_t *end) {
  while (end > unit && end[-1] == 0) end--;
  if (end == unit) return;
  add_number(print, end - unit);
  av_murmur3_update(print->state, unit, (size_t)(end - unit));
}

// The next start code, 0 0 1; `end` where there is none.
static const uint8_t *find_start(const uint8_t *from, const uint8_t *end) {
  while (end - from > 2) {
    const uint8_t *one = memchr(from + 2, 1, (size_t)(end - from - 2));
    if (one == NULL) break;
    if (one[-1] == 0 && one[-2] == 0) return one - 2;
    from = one - 1;
  }
  return end;
}

static bool add_by_start_codes(packets_print *print, const uint8_t *at, const uint8_t *end) {
  const uint8_t *start = find_start(at, end);
  for (; at < start; at++) {
    if (*at) return false;
  }
  while (start < end) {
    const uint8_t *next = find_start(start + 3, end);
    add_unit(print, start + 3, next);
    start = next;
  }
  return true;
}

static bool add_by_lengths(packets_print *print, const uint8_t *at, const uint8_t *end) {
  while (at < end) {
    if (end - at < print->length_bytes) return false;
    size_t length = 0;
    for (int i = 0; i < print->length_bytes; i++) length = length << 8 | *at++;
    if (length > (size_t)(end - at)) return false;
    add_unit(print, at, at + length);
    at += length;
  }
  return true;
}

bool packets_print_add(packets_print *print, const AVPacket *packet) {
  if (print->count++ == 0) print->first = packet->pts;
  // Unsigned, since a packet without a time has a number that nothing can be taken from.
  add_number(print, (int64_t)((uint64_t)packet->pts - (uint64_t)print->first));
  const uint8_t *at = packet->data, *end = at + packet->size;
  bool is_divided = true;
  if (!print->has_units) {
    add_number(print, packet->size);
    av_murmur3_update(print->state, at, (size_t)packet->size);
  } else if (print->length_bytes == 0) {
    is_divided = add_by_start_codes(print, at, end);
  } else {
    is_divided = add_by_lengths(print, at, end);
  }
  // No unit has no bytes: this is where the packet ends.
  add_number(print, 0);
  return is_divided;
}

void packets_print_end(packets_print *print, uint8_t number[16]) { av_murmur3_final(print->state, number); }

void packets_print_close(packets_print *print) { av_freep(&print->state); }

void times_print_add(times_print *print, int64_t time) {
  if (print->count++ == 0) {
    print->first = time;
    print->number = 0xcbf29ce484222325;
  }
  // FNV-1a of the eight bytes.
  uint64_t rest = (uint64_t)time - (uint64_t)print->first;
  for (int byte = 0; byte < 8; byte++, rest >>= 8) print->number = (print->number ^ (rest & 255)) * 0x100000001b3;
}

bool times_print_is_same(const times_print *one, const times_print *other) {
  return one->count == other->count && one->number == other->number;
}

bool picture_print(const AVFrame *frame, uint8_t number[16]) {
  struct AVMurMur3 *state = av_murmur3_alloc();
  if (state == NULL) return false;
  av_murmur3_init(state);
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(frame->format);
  for (int plane = 0; plane < av_pix_fmt_count_planes(frame->format); plane++) {
    int bytes = av_image_get_linesize(frame->format, frame->width, plane);
    int rows = plane == 1 || plane == 2 ? AV_CEIL_RSHIFT(frame->height, kind->log2_chroma_h) : frame->height;
    for (int y = 0; bytes > 0 && y < rows; y++) {
      av_murmur3_update(state, frame->data[plane] + (ptrdiff_t)y * frame->linesize[plane], (size_t)bytes);
    }
  }
  av_murmur3_final(state, number);
  av_free(state);
  return true;
}

bool picture_is_of(const AVFrame *frame, const AVCodecParameters *said) {
  const AVPixFmtDescriptor *found = av_pix_fmt_desc_get(frame->format), *wanted = av_pix_fmt_desc_get(said->format);
  // Not by their names: decoders have some of their own for full range, and planes for what was packed.
  return found && wanted && frame->width == said->width && frame->height == said->height &&
         found->nb_components == wanted->nb_components && found->comp[0].depth == wanted->comp[0].depth &&
         found->log2_chroma_w == wanted->log2_chroma_w && found->log2_chroma_h == wanted->log2_chroma_h;
}
