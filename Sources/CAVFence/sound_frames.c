/// The frames in a packet of sound: what is no frame is a tag, or filling that nobody plays.
#include <libavcodec/ac3_parser.h>
#include <opus.h>
#include <opus_multistream.h>

#include "sound.h"

// The bytes of the frame that begins there, by its header (ISO 11172-3, 2.4.1.3, and 13818-3, 2.4.2.3); 0 for none.
static int mp3_bytes(const uint8_t *at, int count) {
  // Of layer III, in kbit/s: MPEG 1, and the versions of lower rates.
  static const short kilobits[2][15] = {
      {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
      {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}};
  static const int rates[3] = {44100, 48000, 32000};
  if (count < 4 || at[0] != 0xff || (at[1] & 0xe0) != 0xe0) return 0;
  int version = at[1] >> 3 & 3, layer = at[1] >> 1 & 3, bits = at[2] >> 4, rate = at[2] >> 2 & 3;
  // Version 1 is none, layer III is 1; a free rate (0) says nothing of the length.
  if (version == 1 || layer != 1 || bits == 0 || bits == 15 || rate == 3) return 0;
  bool is_lower = version != 3;
  int hertz = rates[rate] >> (version == 3 ? 0 : version == 2 ? 1 : 2);
  return (is_lower ? 72 : 144) * kilobits[is_lower][bits] * 1000 / hertz + (at[2] >> 1 & 1);
}

// The same of AC-3 and E-AC-3.
static int ac3_bytes(const uint8_t *at, int count) {
  uint8_t kind;
  uint16_t bytes;
  return av_ac3_parse_header(at, (size_t)count, &kind, &bytes) < 0 ? 0 : bytes;
}

static int whole_frames(const AVPacket *packet, int (*frame_bytes)(const uint8_t *at, int count)) {
  int whole = 0;
  while (whole < packet->size) {
    int bytes = frame_bytes(packet->data + whole, packet->size - whole);
    if (bytes <= 0 || bytes > packet->size - whole) break;
    whole += bytes;
  }
  return whole;
}

// A packet of Opus without its filling (RFC 6716, section 3.2.5), in its own memory; 0 for one that is none.
static int unfilled(const AVCodecParameters *said, AVPacket *packet) {
  if (av_packet_make_writable(packet) < 0) return 0;
  // RFC 7845, section 5.1.1: a family other than 0 has a count of streams.
  const uint8_t *setup = said->extradata;
  int streams = said->extradata_size > 19 && setup[18] != 0 ? setup[19] : 1;
  int left = streams > 1 ? opus_multistream_packet_unpad(packet->data, packet->size, streams)
                         : opus_packet_unpad(packet->data, packet->size);
  return left > 0 ? left : 0;
}

bool sound_cut_to_frames(const AVCodecParameters *said, AVPacket *packet) {
  int left = packet->size;
  switch (said->codec_id) {
    case AV_CODEC_ID_MP3: left = whole_frames(packet, mp3_bytes); break;
    case AV_CODEC_ID_AC3:
    case AV_CODEC_ID_EAC3: left = whole_frames(packet, ac3_bytes); break;
    case AV_CODEC_ID_OPUS: left = unfilled(said, packet); break;
    default: break;
  }
  av_shrink_packet(packet, left);
  return left > 0;
}
