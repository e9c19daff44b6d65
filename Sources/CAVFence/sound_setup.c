/// What a codec keeps outside of its packets, written afresh: the numbers that a decoder needs, and no byte behind them.
#include <string.h>

#include "sound.h"

// Numbers of bits, the highest first.
typedef struct {
  const uint8_t *bytes;
  int count, place;
  bool is_beyond;
} bit_reader;

static unsigned take_bits(bit_reader *bits, int count) {
  unsigned number = 0;
  for (; count > 0; count--, bits->place++) {
    bits->is_beyond = bits->is_beyond || bits->place >= bits->count;
    number = number << 1 | (bits->is_beyond ? 0 : bits->bytes[bits->place / 8] >> (7 - bits->place % 8) & 1);
  }
  return number;
}

static void skip_rate(bit_reader *bits) {
  // A rate that has no number of its own stands there whole.
  if (take_bits(bits, 4) == 15) take_bits(bits, 24);
}

// Cuts an AudioSpecificConfig (ISO 14496-3, 1.6.2.1) behind its last field; false for kinds with more in it than numbers.
static bool cut_aac(AVCodecParameters *said) {
  // In some containers each packet says it.
  if (said->extradata_size == 0) return true;
  bit_reader bits = {.bytes = said->extradata, .count = 8 * said->extradata_size};
  unsigned object = take_bits(&bits, 5);
  skip_rate(&bits);
  unsigned channels = take_bits(&bits, 4);
  // SBR and PS, said in front: the rate that comes out, and what lies below.
  if (object == 5 || object == 29) {
    skip_rate(&bits);
    object = take_bits(&bits, 5);
  }
  // Main, LC, SSR and LTP. Without a number for the channels there is a list of them, which ends with a comment.
  if (object < 1 || object > 4 || channels == 0) return false;
  take_bits(&bits, 1);
  if (take_bits(&bits, 1)) take_bits(&bits, 14);
  take_bits(&bits, 1);
  if (bits.is_beyond) return false;
  // SBR and PS, said behind.
  bit_reader more = bits;
  if (take_bits(&more, 11) == 0x2b7 && take_bits(&more, 5) == 5) {
    if (take_bits(&more, 1)) skip_rate(&more);
    if (!more.is_beyond) bits = more;
    if (take_bits(&more, 11) == 0x548) {
      take_bits(&more, 1);
      if (!more.is_beyond) bits = more;
    }
  }
  said->extradata_size = (bits.place + 7) / 8;
  if (bits.place % 8) said->extradata[bits.place / 8] &= (uint8_t)(0xff00 >> bits.place % 8);
  return true;
}

// Cuts an identification header (RFC 7845, section 5.1) behind its table of channels.
static bool cut_opus(AVCodecParameters *said) {
  const uint8_t *bytes = said->extradata;
  if (said->extradata_size < 19 || memcmp(bytes, "OpusHead", 8) != 0) return false;
  int size = bytes[18] == 0 ? 19 : 21 + bytes[9];
  if (said->extradata_size < size) return false;
  said->extradata_size = size;
  return true;
}

// Cuts an atom with ALAC's numbers, 24 bytes behind its size, name and version, as FFmpeg hands it over.
static bool cut_alac(AVCodecParameters *said) {
  static const uint8_t head[12] = {0, 0, 0, 36, 'a', 'l', 'a', 'c'};
  if (said->extradata_size < 36 || memcmp(said->extradata + 4, head + 4, 4) != 0) return false;
  memcpy(said->extradata, head, sizeof head);
  said->extradata_size = 36;
  return true;
}

bool sound_setup_cut(AVCodecParameters *said) {
  bool is_cut = true;
  switch (said->codec_id) {
    case AV_CODEC_ID_AAC: is_cut = cut_aac(said); break;
    case AV_CODEC_ID_OPUS: is_cut = cut_opus(said); break;
    case AV_CODEC_ID_ALAC: is_cut = cut_alac(said); break;
    // Their packets say everything.
    case AV_CODEC_ID_MP3:
    case AV_CODEC_ID_AC3:
    case AV_CODEC_ID_EAC3: said->extradata_size = 0; break;
    // Samples as they are. Others keep comments there (Vorbis, FLAC), or nobody knows what.
    default:
      if (av_get_bits_per_sample(said->codec_id) == 0) return false;
      said->extradata_size = 0;
  }
  if (is_cut && said->extradata_size == 0) av_freep(&said->extradata);
  // Decoders read a little past the end: nothing stands there.
  if (is_cut && said->extradata) memset(said->extradata + said->extradata_size, 0, AV_INPUT_BUFFER_PADDING_SIZE);
  return is_cut;
}

bool sound_setup_is_listed_aac(const AVCodecParameters *said) {
  bit_reader bits = {.bytes = said->extradata, .count = 8 * said->extradata_size};
  // LC without a number for its channels, whole frames, nothing more.
  if (take_bits(&bits, 5) != 2) return false;
  skip_rate(&bits);
  if (take_bits(&bits, 4) != 0 || take_bits(&bits, 3) != 0) return false;
  // ISO 14496-3, 4.4.1.1: a list of elements in front, at the side, behind, below, and of ones that this encoder does not write.
  take_bits(&bits, 10);
  int front = (int)take_bits(&bits, 4), side = (int)take_bits(&bits, 4), back = (int)take_bits(&bits, 4);
  int low = (int)take_bits(&bits, 2);
  if (take_bits(&bits, 3) != 0 || take_bits(&bits, 4) != 0 || take_bits(&bits, 3) != 0) return false;
  for (int rest = 5 * (front + side + back) + 4 * low; rest > 0; rest--) take_bits(&bits, 1);
  while (bits.place % 8) {
    if (take_bits(&bits, 1)) return false;
  }
  // The comment, which is the encoder's; SBR, said to be none.
  static const uint8_t end[8] = {4, 'L', 'a', 'v', 'c', 0x56, 0xe5, 0};
  int place = bits.place / 8;
  return !bits.is_beyond && said->extradata_size == place + 8 && memcmp(said->extradata + place, end, 8) == 0;
}
