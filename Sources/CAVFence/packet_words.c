/// What packets say of themselves, where decoders look away.
#define _GNU_SOURCE
#include <string.h>

#include "reader.h"

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

static bool holds(const AVPacket *packet, const char *marks, size_t count) {
  return memmem(packet->data, (size_t)packet->size, marks, count) != NULL;
}

bool packet_holds_next(const AVCodecParameters *said, const AVPacket *packet) {
  switch (said->codec_id) {
  // The end of a picture and the beginning of another: ITU-T T.81, B.2.1; PNG, 11.2.5 and 5.2. Two fields are one frame, and
  // what writes them says so in their first segment.
  case AV_CODEC_ID_MJPEG: return holds(packet, "\xff\xd9\xff\xd8", 4) && !holds(packet, "AVI1", 4);
  case AV_CODEC_ID_PNG: return holds(packet, "IEND\xae\x42\x60\x82\x89PNG", 12);
  default: return false;
  }
}

// Whether a picture of PNG has a chunk that may say that it is turned (PNG, 11.3.4.5): its decoder passes over it.
static bool may_be_turned(const AVPacket *packet) {
  // Behind the mark: length, kind, so many bytes, a checksum.
  for (int64_t place = 8; place + 12 <= packet->size;) {
    const uint8_t *chunk = packet->data + place;
    if (!memcmp(chunk + 4, "eXIf", 4)) return true;
    place += 12 + ((int64_t)chunk[0] << 24 | chunk[1] << 16 | chunk[2] << 8 | chunk[3]);
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
