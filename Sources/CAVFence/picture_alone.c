/// What a packet of a finished file holds beside its picture: units that are none, filling, bytes behind the end.
///
/// This program's encoders make one picture of one slice for each packet (H.264, HEVC), one frame that is shown (VP9), slices
/// that fill it (FFV1). Decoders pass over all else, so that anything fits in there.
#include "picture_alone.h"

#include <string.h>

#include "reader.h"
#include "sound.h"
#include "units.h"

bool alone_check_open(alone_check *check, const AVCodecParameters *said) {
  *check = (alone_check){.said = said};
  const AVCodec *decoder = said->codec_id == AV_CODEC_ID_VP9 ? avcodec_find_decoder_by_name("libvpx-vp9") : NULL;
  if (decoder == NULL) return true;
  check->frame = av_frame_alloc();
  check->judge = avcodec_alloc_context3(decoder);
  if (!check->frame || !check->judge) return false;
  if (avcodec_parameters_to_context(check->judge, said) < 0) return false;
  // A build that cannot be opened judges nothing.
  if (avcodec_open2(check->judge, decoder, NULL) < 0) avcodec_free_context(&check->judge);
  return true;
}

void alone_check_close(alone_check *check) {
  avcodec_free_context(&check->judge);
  av_frame_free(&check->frame);
}

// Whether a unit is a slice of the only layer: ITU-T H.264, table 7-1; H.265, section 7.3.1.2 and table 7-1.
static bool is_slice(enum AVCodecID codec, const uint8_t *unit) {
  if (codec == AV_CODEC_ID_H264) return (unit[0] & 0x80) == 0 && ((unit[0] & 31) == 1 || (unit[0] & 31) == 5);
  int type = unit[0] >> 1 & 63, layer = (unit[0] & 1) << 5 | unit[1] >> 3;
  return (unit[0] & 0x80) == 0 && layer == 0 && (type <= 9 || (type >= 16 && type <= 21));
}

// Whether a unit goes on to its end: at a start code within it decoders stop, and zeros behind the last bit are filling
// (ITU-T H.264 and H.265, section 7.4.1 and 7.4.2).
static bool goes_on(const uint8_t *unit, size_t count) {
  const uint8_t *at = unit, *end = unit + count;
  if (end[-1] == 0) return false;
  while ((at = memchr(at, 0, (size_t)(end - at)))) {
    if (end - at < 3) break;
    if (at[1] == 0 && at[2] <= 3) {
      // Three zeros and less are kept apart by a 3, which stands nowhere else.
      if (at[2] != 3 || (end - at > 3 && at[3] > 3)) return false;
    }
    at++;
  }
  return true;
}

static bool is_one_slice(const AVCodecParameters *said, const AVPacket *packet) {
  // Units behind start codes are in no container that is written.
  int bytes = units_length_bytes(said);
  if (bytes == 0 || packet->size < bytes + 3) return false;
  uint64_t length = 0;
  for (int i = 0; i < bytes; i++) length = length << 8 | packet->data[i];
  const uint8_t *unit = packet->data + bytes;
  return length == (uint64_t)(packet->size - bytes) && is_slice(said->codec_id, unit) && goes_on(unit, (size_t)length);
}

// The frame is shown, and no index at the end tells of others (VP9 bitstream specification, section 6.2 and annex B).
static bool is_one_frame(alone_check *check, AVPacket *packet) {
  uint8_t first = packet->data[0], last = packet->data[packet->size - 1];
  int place = (first & 0x30) == 0x30 ? 2 : 3;
  bool is_shown = first >> 6 == 2 && !(first >> place & 1) && first >> (place - 2) & 1;
  // The last byte of a frame is no beginning of an index: encoders see to that.
  if (!is_shown || (last & 0xe0) == 0xc0) return false;
  if (check->judge == NULL) return true;
  // This decoder takes what stands behind a frame for the next one.
  if (avcodec_send_packet(check->judge, packet) < 0 || avcodec_receive_frame(check->judge, check->frame) < 0) return false;
  av_frame_unref(check->frame);
  return true;
}

bool alone_check_packet(alone_check *check, AVPacket *packet) {
  if (packet->size == 0) return true;
  int size = packet->size;
  switch (check->said->codec_id) {
    case AV_CODEC_ID_H264:
    case AV_CODEC_ID_HEVC: return is_one_slice(check->said, packet);
    case AV_CODEC_ID_VP9: return is_one_frame(check, packet);
    case AV_CODEC_ID_FFV1: return check->said->extradata_size > 0 && packet_is_whole(check->said, packet);
    default:
      if (check->said->codec_type != AVMEDIA_TYPE_AUDIO) return true;
      return sound_cut_to_frames(check->said, packet) && packet->size == size;
  }
}

bool alone_sound_setup(const AVCodecParameters *said) {
  // RFC 9639, section 8.2: 34 bytes of numbers. This kind is written, and copied never.
  if (said->codec_id == AV_CODEC_ID_FLAC) return said->extradata_size == 34;
  if (said->codec_id == AV_CODEC_ID_AAC && said->extradata_size > 0 && sound_setup_is_listed_aac(said)) return true;
  AVCodecParameters *cut = avcodec_parameters_alloc();
  bool is_cut = cut && avcodec_parameters_copy(cut, said) >= 0 && sound_setup_cut(cut) &&
                cut->extradata_size == said->extradata_size &&
                (cut->extradata_size == 0 || memcmp(cut->extradata, said->extradata, (size_t)cut->extradata_size) == 0);
  avcodec_parameters_free(&cut);
  return is_cut;
}
