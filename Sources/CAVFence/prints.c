/// Packets, times and pictures as numbers, so that two of them can be held against each other without keeping either.
///
/// Chance does not give two different ones the same 128 bits (MurmurHash3, which no attacker has to be kept from here).
#include <libavutil/imgutils.h>
#include <libavutil/murmur3.h>
#include <string.h>

#include "check.h"
#include "units.h"

bool packets_print_open(packets_print *print, const AVCodecParameters *said) {
  *print = (packets_print){.state = av_murmur3_alloc()};
  if (print->state == NULL) return false;
  av_murmur3_init(print->state);
  print->length_bytes = units_length_bytes(said);
  return true;
}

static void add_number(packets_print *print, int64_t number) {
  av_murmur3_update(print->state, (const uint8_t *)&number, sizeof number);
}

static void add_bytes(packets_print *print, const uint8_t *bytes, size_t count) {
  add_number(print, (int64_t)count);
  av_murmur3_update(print->state, bytes, count);
}

bool packets_print_add(packets_print *print, const AVPacket *packet) {
  if (print->count++ == 0) print->first = packet->pts;
  // Unsigned, since a packet without a time has a number that nothing can be taken from.
  add_number(print, (int64_t)((uint64_t)packet->pts - (uint64_t)print->first));
  bool is_divided = true;
  if (print->length_bytes < 0) {
    add_bytes(print, packet->data, (size_t)packet->size);
  } else {
    units walk = units_of(packet, print->length_bytes);
    while (units_next(&walk)) add_bytes(print, walk.unit, walk.size);
    is_divided = !walk.is_broken;
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
