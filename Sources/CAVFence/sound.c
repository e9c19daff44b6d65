/// Sound beside the pictures: packets copied, with nothing that stands beside them, or handed on to be silenced.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"
#include "sound.h"

// Whether a container can hold sound of a kind. Its table of codecs may name some that its writer refuses.
static bool can_hold(const char *muxer, const AVCodecParameters *said) {
  AVFormatContext *trial = NULL;
  if (avformat_alloc_output_context2(&trial, NULL, muxer, NULL) < 0) return false;
  bool can = avformat_query_codec(trial->oformat, said->codec_id, FF_COMPLIANCE_NORMAL) == 1;
  AVStream *track = can ? avformat_new_stream(trial, NULL) : NULL;
  can = track && avcodec_parameters_copy(track->codecpar, said) >= 0 && avio_open_dyn_buf(&trial->pb) >= 0;
  if (can) {
    track->codecpar->codec_tag = 0;
    can = avformat_write_header(trial, NULL) >= 0;
    uint8_t *bytes = NULL;
    avio_close_dyn_buf(trial->pb, &bytes);
    av_free(bytes);
  }
  avformat_free_context(trial);
  return can;
}

// The endings of containers that can hold a codec's packets, for people: ".mp4, .mov and .mkv".
static void holders(const AVCodecParameters *said, char words[48]) {
  static const char *const muxers[] = {"mp4", "mov", "webm", "matroska"};
  static const char *const endings[] = {".mp4", ".mov", ".webm", ".mkv"};
  const char *found[4];
  int count = 0;
  for (int i = 0; i < 4; i++) {
    if (can_hold(muxers[i], said)) found[count++] = endings[i];
  }
  words[0] = 0;
  for (int i = 0; i < count; i++) {
    const char *joint = i == 0 ? "" : i == count - 1 ? " and " : ", ";
    size_t length = strlen(words);
    snprintf(words + length, 48 - length, "%s%s", joint, found[i]);
  }
}

// Words for sound that a container cannot hold.
static avfence_status refuse_container(const AVCodecParameters *said, char message[160]) {
  char words[48];
  holders(said, words);
  snprintf(
      message, 160, "this container cannot hold sound of this kind (%s); %s%s--audio mute-redacted encodes it afresh",
      avcodec_get_name(said->codec_id), words, words[0] ? " can; " : "");
  return AVFENCE_UNSUPPORTED;
}

// Whether a track's packets follow each other as they are heard. Those of several parts repeat times, and begin before their part.
static bool is_one_part(const sound_source *sound, const AVStream *source) {
  shown_part part;
  if (!strstr(sound->format->iformat->name, "mov")) return true;
  return edits_of(&sound->bytes, source->id, source->time_base, &part) == EDITS_PLAIN;
}

static avfence_status add_copy(sound_source *sound, unsigned i, AVFormatContext *target, char message[160]) {
  AVStream *source = sound->format->streams[i];
  if (!is_one_part(sound, source)) {
    snprintf(
        message, 160, "its sound is put together of several parts, or has another speed, and cannot be copied; "
        "--audio mute-redacted encodes it afresh");
    return AVFENCE_UNSUPPORTED;
  }
  AVStream *track = avformat_new_stream(target, NULL);
  if (track == NULL || avcodec_parameters_copy(track->codecpar, source->codecpar) < 0) return AVFENCE_OUT_OF_MEMORY;
  AVCodecParameters *said = track->codecpar;
  if (!sound_setup_cut(said)) {
    snprintf(
        message, 160, "sound of this kind (%s) cannot be copied without what rides along in it; --audio mute-redacted "
        "encodes it afresh", avcodec_get_name(said->codec_id));
    return AVFENCE_UNSUPPORTED;
  }
  if (!can_hold(target->oformat->name, said)) return refuse_container(said, message);
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  av_packet_side_data_free(&said->coded_side_data, &said->nb_coded_side_data);
#endif
  said->codec_tag = 0;
  track->time_base = source->time_base;
  track->disposition = source->disposition & AV_DISPOSITION_DEFAULT;
  sound->targets[i] = track->index;
  return AVFENCE_OK;
}

static avfence_status add_muted(
    sound_source *sound, unsigned i, AVFormatContext *target, avfence_container container, char message[160]) {
  avfence_status status = AVFENCE_OK;
  sound->muted[i] = muted_open(sound->format->streams[i], target, container, &status, message);
  if (sound->muted[i]) sound->targets[i] = (int)target->nb_streams - 1;
  return status;
}

avfence_status sound_open(sound_source *sound, const avfence_output *output, AVFormatContext *target, char message[160]) {
  if (!bytes_open(&sound->bytes, output->sound_descriptor, -1, NULL, 0)) return AVFENCE_OUT_OF_MEMORY;
  sound->format = bytes_format(&sound->bytes, NULL);
  sound->packet = av_packet_alloc();
  if (!sound->format || !sound->packet) return AVFENCE_OUT_OF_MEMORY;
  sound->origin = output->sound_origin;
  sound->origin_tick = (AVRational){output->sound_tick.numerator, output->sound_tick.denominator};
  sound->clear.tick = (AVRational){output->tick.numerator, output->tick.denominator};
  sound->clear.ends_with_pictures = output->sound_ends_with_pictures;
  sound->adds_delay = output->container == AVFENCE_WEBM || output->container == AVFENCE_MKV;
  if (avformat_open_input(&sound->format, NULL, NULL, NULL) < 0 || avformat_find_stream_info(sound->format, NULL) < 0) {
    snprintf(message, 160, "the sound of the recording cannot be read");
    return AVFENCE_UNSUPPORTED;
  }
  sound->track_count = sound->format->nb_streams;
  sound->targets = calloc(sound->track_count + 1, sizeof *sound->targets);
  if (output->mutes_sound) sound->muted = calloc(sound->track_count + 1, sizeof(muted_track *));
  if (sound->targets == NULL || (output->mutes_sound && sound->muted == NULL)) return AVFENCE_OUT_OF_MEMORY;
  for (unsigned i = 0; i < sound->track_count; i++) {
    AVStream *source = sound->format->streams[i];
    sound->targets[i] = -1;
    source->discard = AVDISCARD_ALL;
    if (source->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) continue;
    avfence_status status = sound->muted ? add_muted(sound, i, target, output->container, message)
                                         : add_copy(sound, i, target, message);
    if (status != AVFENCE_OK) return status;
    source->discard = AVDISCARD_DEFAULT;
  }
  return AVFENCE_OK;
}

int sound_read(sound_source *sound) {
  AVPacket *packet = sound->packet;
  while (true) {
    av_packet_unref(packet);
    int result = av_read_frame(sound->format, packet);
    if (result < 0) return result;
    // Tracks that appear on the way have no target.
    if (packet->stream_index >= (int)sound->track_count || sound->targets[packet->stream_index] < 0) continue;
    if (packet->dts == AV_NOPTS_VALUE) packet->dts = packet->pts;
    if (packet->pts == AV_NOPTS_VALUE) packet->pts = packet->dts;
    return 0;
  }
}

// Reads on to the next packet that is copied, and puts it on the output's clock.
static int next_packet(sound_source *sound, AVFormatContext *target) {
  AVPacket *packet = sound->packet;
  while (true) {
    int result = sound_read(sound);
    if (result < 0) return result;
    if (packet->pts == AV_NOPTS_VALUE) continue;
    const AVStream *source = sound->format->streams[packet->stream_index];
    AVStream *track = target->streams[sound->targets[packet->stream_index]];
    int64_t origin = av_rescale_q(sound->origin, sound->origin_tick, source->time_base);
    packet->pts -= origin;
    packet->dts -= origin;
    // What ends before the first frame belongs to nothing that is shown.
    if (packet->pts + packet->duration <= 0) continue;
    av_packet_rescale_ts(packet, source->time_base, track->time_base);
    const AVCodecParameters *said = track->codecpar;
    if (sound->adds_delay && said->initial_padding > 0 && said->sample_rate > 0) {
      int64_t delay = av_rescale_q(said->initial_padding, (AVRational){1, said->sample_rate}, track->time_base);
      packet->pts += delay;
      packet->dts += delay;
    }
    // Where nothing can begin before the pictures do, it would move them.
    if (sound->adds_delay && packet->dts < 0) continue;
    if (!sound_cut_to_frames(said, packet)) continue;
    packet->stream_index = track->index;
    packet->pos = -1;
    // Of what stands beside a packet only the samples to be skipped concern the sound.
    for (int i = packet->side_data_elems - 1; i >= 0; i--) {
      if (packet->side_data[i].type == AV_PKT_DATA_SKIP_SAMPLES) continue;
      av_freep(&packet->side_data[i].data);
      packet->side_data[i] = packet->side_data[--packet->side_data_elems];
    }
    return 0;
  }
}

static int copy_until(sound_source *sound, AVFormatContext *target, int64_t time, AVRational tick) {
  while (!sound->at_end) {
    if (!sound->has_packet) {
      sound->has_packet = next_packet(sound, target) == 0;
      if (!sound->has_packet) {
        sound->at_end = true;
        return 0;
      }
    }
    AVRational own = target->streams[sound->packet->stream_index]->time_base;
    if (av_compare_ts(sound->packet->pts, own, time, tick) >= 0) return 0;
    sound->has_packet = false;
    int result = av_interleaved_write_frame(target, sound->packet);
    if (result < 0) return result;
  }
  return 0;
}

int sound_write_until(sound_source *sound, AVFormatContext *target, int64_t time, AVRational tick) {
  return sound->muted ? muted_write(sound, target) : copy_until(sound, target, time, tick);
}

int sound_finish(sound_source *sound, AVFormatContext *target, int64_t end, AVRational tick) {
  if (sound->muted == NULL) return copy_until(sound, target, end, tick);
  clear_times *clear = &sound->clear;
  // The last frame vouches for its own time, where the recording says how long that is.
  if (!sound_note_frame(sound, end, false)) return AVERROR(ENOMEM);
  clear->is_complete = true;
  clear->end = end;
  return muted_write(sound, target);
}

void sound_close(sound_source *sound) {
  if (sound->muted) {
    for (unsigned i = 0; i < sound->track_count; i++) muted_close(&sound->muted[i]);
  }
  free(sound->muted);
  sound->muted = NULL;
  avformat_close_input(&sound->format);
  av_packet_free(&sound->packet);
  if (sound->bytes.context) bytes_close(&sound->bytes);
  free(sound->targets);
  sound->targets = NULL;
  free(sound->clear.spans);
  sound->clear.spans = NULL;
}
