/// What packets say of themselves, where decoders look away.
#define _GNU_SOURCE
#include <string.h>

#include "reader.h"
#include "units.h"

bool packet_is_hidden(const AVCodecParameters *said, const AVPacket *packet) {
  // RFC 6386, section 9.1.
  return said->codec_id == AV_CODEC_ID_VP8 && !(packet->data[0] & 0x10);
}

bool packet_lacks_frame(const AVCodecParameters *said, const AVPacket *packet) {
  if (said->codec_id != AV_CODEC_ID_VP9) return false;
  uint8_t first = packet->data[0], last = packet->data[packet->size - 1];
  // VP9 bitstream specification, annex B: an index at the end begins and ends with one byte, which tells its size.
  int index = 2 + ((last & 7) + 1) * ((last >> 3 & 3) + 1);
  if ((last & 0xe0) == 0xc0 && packet->size >= index && packet->data[packet->size - index] == last) return false;
  // Section 6.2: a marker, the profile in two bits (three in the last), whether an earlier frame is shown, the kind of frame,
  // whether this one is.
  int place = (first & 0x30) == 0x30 ? 2 : 3;
  return !(first >> place & 1) && !(first >> (place - 2) & 1);
}

// Whether a slice of H.264 says that it follows no other picture (section 7.3.3: the first block's number and the kind of slice, as
// Exp-Golomb codes; table 7-6). Bytes that keep start codes away (7.3.1) come after two of zeros, where no kind has begun.
static bool is_intra(const units *walk) {
  uint64_t bits = 0;
  int count = 0;
  for (size_t i = 1, zeros = 0; i < walk->size && count < 64; i++) {
    if (zeros == 2 && walk->unit[i] == 3) {
      zeros = 0;
      continue;
    }
    zeros = walk->unit[i] ? 0 : zeros + 1;
    bits |= (uint64_t)walk->unit[i] << (56 - count);
    count += 8;
  }
  uint64_t code = 0;
  for (int number = 0; number < 2; number++) {
    int zeros = 0;
    while (zeros < 24 && !(bits >> 63)) bits <<= 1, zeros++;
    if (zeros == 24) return false;
    code = (bits >> (63 - zeros)) - 1;
    bits <<= zeros + 1;
  }
  return code % 5 == 2;
}

bool packet_has_layers(const AVCodecParameters *said, const AVPacket *packet) {
  if (said->codec_id != AV_CODEC_ID_HEVC) return false;
  units walk = units_of(packet, units_length_bytes(said));
  while (units_next(&walk)) {
    // ITU-T H.265, 7.3.1.2: a bit, the kind in six, the layer in six. Kinds from 48 on are nobody's.
    if (walk.size > 1 && walk.unit[0] < 96 && ((walk.unit[0] & 1) << 5 | walk.unit[1] >> 3) != 0) return true;
  }
  return false;
}

bool packet_restarts(const AVCodecParameters *said, const AVPacket *packet) {
  int length_bytes = units_length_bytes(said);
  if (length_bytes < 0) return true;
  bool has_slice = false;
  units walk = units_of(packet, length_bytes);
  while (units_next(&walk)) {
    int kind = said->codec_id == AV_CODEC_ID_H264 ? walk.unit[0] & 31 : walk.unit[0] >> 1 & 63;
    // H.264, table 7-1: slices, whole and in parts, and those of pictures that clear all others. H.265, table 7-1: the same.
    bool is_slice = said->codec_id == AV_CODEC_ID_H264 ? kind >= 1 && kind <= 5 : kind < 32;
    if (!is_slice) continue;
    has_slice = true;
    bool restarts = said->codec_id == AV_CODEC_ID_H264 ? kind == 5 || (kind == 1 && is_intra(&walk)) : kind >= 16 && kind <= 23;
    if (!restarts) return false;
  }
  return has_slice;
}

// Whether slices, each with its size behind it, fill a packet of FFV1; `behind` is what follows a slice.
static bool slices_fill(const AVPacket *packet, int behind) {
  int64_t end = packet->size;
  while (end > behind) {
    const uint8_t *size = packet->data + end - behind;
    int64_t slice = size[0] << 16 | size[1] << 8 | size[2];
    if (slice == 0) return false;
    end -= slice + behind;
  }
  return end == 0;
}

static bool begins_with(const AVPacket *packet, const char *mark, size_t count) {
  return (size_t)packet->size >= count && !memcmp(packet->data, mark, count);
}

static bool holds(const AVPacket *packet, int from, const char *marks, size_t count) {
  return packet->size > from && memmem(packet->data + from, (size_t)(packet->size - from), marks, count) != NULL;
}

// The place behind a picture of JPEG that begins at a place (ITU-T T.81, B.1.1 and B.2.1: segments, each with its length, and
// samples, in which a mark is followed by 0 or is one of a restart); the packet's end where it has none.
static int behind_picture(const AVPacket *packet, int place) {
  const uint8_t *bytes = packet->data;
  place += 2;
  while (place + 4 <= packet->size) {
    uint8_t mark = bytes[place + 1];
    bool is_sample = bytes[place] != 0xff || mark == 0 || (mark >= 0xd0 && mark <= 0xd7);
    if (is_sample || mark == 0xff) place += 1;
    else if (mark == 0xd9) return place + 2;
    else place += 2 + (bytes[place + 2] << 8 | bytes[place + 3]);
  }
  return packet->size;
}

// How many pictures of JPEG a packet holds, one behind the other, with filling between them.
static int pictures_in(const AVPacket *packet) {
  int count = 0, place = 0;
  while (place + 2 <= packet->size) {
    const uint8_t *at = packet->data + place;
    if (at[0] == 0xff && at[1] == 0xd8) count++, place = behind_picture(packet, place);
    else if (count > 0 && (at[0] == 0 || at[0] == 0xff)) place++;
    else break;
  }
  return count;
}

// Whether a packet of JPEG says that it is a field, so that two are a frame: a byte behind the mark of its first segment.
static bool is_field(const AVPacket *packet) {
  const uint8_t *mark = memmem(packet->data, (size_t)packet->size, "AVI1", 4);
  return mark && mark + 4 < packet->data + packet->size && mark[4] != 0;
}

bool packet_holds_next(const AVCodecParameters *said, const AVPacket *packet) {
  switch (said->codec_id) {
  case AV_CODEC_ID_MJPEG: return pictures_in(packet) > 1 + is_field(packet);
  // PNG, 5.2.
  case AV_CODEC_ID_PNG: return holds(packet, 1, "\x89PNG\r\n\x1a\n", 8);
  default: return false;
  }
}

static uint32_t tiff_number(const uint8_t *bytes, int count, bool is_little) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[is_little ? count - 1 - i : i];
  return value;
}

// Whether EXIF data says that a picture is turned, or cannot be read (TIFF 6.0, sections 2 and 8: a list of entries of twelve bytes).
static bool turns(const uint8_t *bytes, int64_t count) {
  if (count < 8) return true;
  bool is_little = !memcmp(bytes, "II*", 4);
  if (!is_little && memcmp(bytes, "MM\0*", 4) != 0) return true;
  int64_t place = tiff_number(bytes + 4, 4, is_little);
  if (place > count - 2) return true;
  int64_t entries = tiff_number(bytes + place, 2, is_little);
  if (place + 2 + 12 * entries > count) return true;
  for (place += 2; entries > 0; entries--, place += 12) {
    if (tiff_number(bytes + place, 2, is_little) == 274) return tiff_number(bytes + place + 8, 2, is_little) != 1;
  }
  return false;
}

// Whether a picture of PNG may be turned (PNG, 11.3.4.5): its decoder passes over what says so.
static bool may_be_turned(const AVPacket *packet) {
  // Behind the mark: length, kind, so many bytes, a checksum.
  for (int64_t place = 8; place + 12 <= packet->size;) {
    const uint8_t *chunk = packet->data + place;
    int64_t count = (int64_t)chunk[0] << 24 | chunk[1] << 16 | chunk[2] << 8 | chunk[3];
    if (!memcmp(chunk + 4, "eXIf", 4)) return count > packet->size - place - 12 || turns(chunk + 8, count);
    place += 12 + count;
  }
  return false;
}

bool packet_is_whole(const AVCodecParameters *said, const AVPacket *packet) {
  switch (said->codec_id) {
  // ITU-T T.81, B.2.1; PNG, 5.2. Their decoders look for the next picture's beginning, which may be another packet's.
  case AV_CODEC_ID_MJPEG: return begins_with(packet, "\xff\xd8", 2);
  case AV_CODEC_ID_PNG: return begins_with(packet, "\x89PNG", 4) && !may_be_turned(packet);
  // RFC 9043, section 4.9: the size of three bytes, and where slices are protected a status and a checksum. Without a setup it
  // is of a version that has no slices.
  case AV_CODEC_ID_FFV1: return said->extradata_size == 0 || slices_fill(packet, 8) || slices_fill(packet, 3);
  default: return true;
  }
}
