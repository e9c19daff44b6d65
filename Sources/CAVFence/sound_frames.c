/// MP3's frames in a packet: what is no frame is a tag.
#include "sound.h"

// The bytes of the frame that begins there, by its header (ISO 11172-3, 2.4.1.3, and 13818-3, 2.4.2.3); 0 for none.
static int frame_bytes(const uint8_t *at, int count) {
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

bool sound_cut_to_frames(AVPacket *packet) {
  int whole = 0;
  while (whole < packet->size) {
    int bytes = frame_bytes(packet->data + whole, packet->size - whole);
    if (bytes == 0 || bytes > packet->size - whole) break;
    whole += bytes;
  }
  av_shrink_packet(packet, whole);
  return whole > 0;
}
