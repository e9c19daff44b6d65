/// Units of a packet, behind their lengths (ISO 14496-15) or start codes (ITU-T H.264 and H.265, annex B).
#include <string.h>

#include "units.h"

int units_length_bytes(const AVCodecParameters *said) {
  // The place in avcC and hvcC where two bits say how long lengths are (ISO 14496-15, sections 5.3.3.1 and 8.3.3.1). Both begin
  // with their version, 1, where start codes begin with 0.
  int place = said->codec_id == AV_CODEC_ID_H264 ? 4 : said->codec_id == AV_CODEC_ID_HEVC ? 21 : -1;
  if (place < 0) return -1;
  if (said->extradata_size <= place || said->extradata[0] != 1) return 0;
  return (said->extradata[place] & 3) + 1;
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

units units_of(const AVPacket *packet, int length_bytes) {
  units walk = {.at = packet->data, .end = packet->data + packet->size, .length_bytes = length_bytes};
  if (length_bytes > 0) return walk;
  const uint8_t *start = find_start(walk.at, walk.end);
  for (; walk.at < start && !walk.is_broken; walk.at++) walk.is_broken = *walk.at != 0;
  return walk;
}

// Takes one unit; false where there is none.
static bool take_unit(units *walk) {
  if (walk->is_broken || walk->at == walk->end) return false;
  if (walk->length_bytes == 0) {
    walk->unit = walk->at + 3;
    walk->at = find_start(walk->unit, walk->end);
    walk->size = (size_t)(walk->at - walk->unit);
    return true;
  }
  walk->is_broken = walk->end - walk->at < walk->length_bytes;
  if (walk->is_broken) return false;
  walk->size = 0;
  for (int i = 0; i < walk->length_bytes; i++) walk->size = walk->size << 8 | *walk->at++;
  walk->is_broken = walk->size > (size_t)(walk->end - walk->at);
  if (walk->is_broken) return false;
  walk->unit = walk->at;
  walk->at += walk->size;
  return true;
}

bool units_next(units *walk) {
  while (take_unit(walk)) {
    while (walk->size > 0 && walk->unit[walk->size - 1] == 0) walk->size--;
    if (walk->size > 0) return true;
  }
  return false;
}
