#include "FenceProbe.h"

#include <string.h>
#include <unistd.h>

#include "check.h"
#include "reader.h"
#include "sound.h"

static avfence_reader *opened(int descriptor) {
  lseek(descriptor, 0, SEEK_SET);
  avfence_source source = {.descriptor = descriptor, .wake = -1, .pixel_limit = INT32_MAX};
  avfence_reader *reader = NULL;
  avfence_recording recording;
  char message[160];
  int error_number;
  avfence_status status = avfence_reader_open(&source, &reader, &recording, message, &error_number);
  return status == AVFENCE_OK ? reader : NULL;
}

static live_check *begun(avfence_reader *reader, probe_change change) {
  live_check *check = NULL;
  int error_number;
  AVCodecParameters *said = reader->stream->codecpar;
  said->width += change == PROBE_OTHER_SIZE ? 2 : 0;
  return live_check_open(&check, said, reader->stream->time_base, &error_number) == AVFENCE_OK ? check : NULL;
}

// Changes a packet; false where it is not handed over at all.
static bool apply(AVPacket *packet, probe_change change) {
  if (change == PROBE_LEFT_OUT) return false;
  if (change == PROBE_HALVED) packet->size /= 2;
  if (change == PROBE_STUMP) packet->size = 4;
  if (change != PROBE_DAMAGED || av_packet_make_writable(packet) < 0) return true;
  for (int i = packet->size / 3; i < packet->size; i++) packet->data[i] ^= 0x5a;
  return true;
}

bool probe_live_check(int descriptor, int rounds, probe_change change, int64_t changed, probe_result *result) {
  memset(result, 0, sizeof *result);
  avfence_reader *reader = opened(descriptor);
  live_check *check = reader ? begun(reader, change) : NULL;
  if (check == NULL) {
    avfence_reader_close(reader);
    return false;
  }
  int64_t length = 0;
  for (int round = 0; round < rounds && result->status == AVFENCE_OK; round++) {
    int64_t number = 0, end = 0;
    if (round > 0) av_seek_frame(reader->format, reader->stream->index, 0, AVSEEK_FLAG_BACKWARD);
    while (result->status == AVFENCE_OK && av_read_frame(reader->format, reader->packet) >= 0) {
      AVPacket *packet = reader->packet;
      if (packet->pts + packet->duration > end) end = packet->pts + packet->duration;
      packet->pts += round * length;
      packet->dts += round * length;
      bool is_there = number++ != changed || apply(packet, change);
      if (is_there) {
        result->status = live_check_add(check, packet, result->message);
        result->packets += result->status == AVFENCE_OK;
      }
      av_packet_unref(packet);
    }
    length = end;
  }
  decoded_video found;
  avfence_status status = live_check_finish(check, &found, result->message);
  if (status == AVFENCE_OK) {
    result->frames = found.times.count;
    result->times = found.times.number;
    memcpy(result->print, found.packets, sizeof result->print);
  } else {
    result->status = (int)status;
  }
  live_check_close(&check);
  avfence_reader_close(reader);
  return true;
}

bool probe_abandoned_check(int descriptor, int64_t count) {
  avfence_reader *reader = opened(descriptor);
  live_check *check = reader ? begun(reader, PROBE_NOTHING) : NULL;
  bool is_open = check != NULL;
  char message[160];
  for (int64_t i = 0; is_open && i < count && av_read_frame(reader->format, reader->packet) >= 0; i++) {
    if (live_check_add(check, reader->packet, message) != AVFENCE_OK) is_open = false;
    av_packet_unref(reader->packet);
  }
  live_check_close(&check);
  avfence_reader_close(reader);
  return is_open;
}

static enum AVCodecID codec_of(probe_sound sound) {
  static const enum AVCodecID codecs[] = {
      AV_CODEC_ID_AAC,       AV_CODEC_ID_OPUS,   AV_CODEC_ID_ALAC, AV_CODEC_ID_MP3,
      AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_VORBIS, AV_CODEC_ID_AC3};
  return codecs[sound];
}

int probe_setup(probe_sound sound, uint8_t *bytes, int count) {
  AVCodecParameters *said = avcodec_parameters_alloc();
  said->codec_id = codec_of(sound);
  said->extradata = av_mallocz((size_t)count + AV_INPUT_BUFFER_PADDING_SIZE);
  said->extradata_size = count;
  memcpy(said->extradata, bytes, (size_t)count);
  int left = sound_setup_cut(said) ? said->extradata_size : -1;
  if (left > 0) memcpy(bytes, said->extradata, (size_t)left);
  avcodec_parameters_free(&said);
  return left;
}

int probe_frames(probe_sound sound, uint8_t *bytes, int count) {
  AVCodecParameters said = {.codec_id = codec_of(sound)};
  AVPacket *packet = av_packet_alloc();
  av_new_packet(packet, count);
  memcpy(packet->data, bytes, (size_t)count);
  int left = sound_cut_to_frames(&said, packet) ? packet->size : 0;
  memcpy(bytes, packet->data, (size_t)left);
  av_packet_free(&packet);
  return left;
}
