/// Opening a recording: its container, the track of its pictures, their decoder.
#include <libavutil/opt.h>
#include <stdlib.h>
#include <string.h>

#include "picture_memory.h"
#include "presented.h"

static avfence_status status_of(const avfence_reader *reader, int result) {
  if (reader->bytes.interrupted) return AVFENCE_INTERRUPTED;
  if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
  if (reader->bytes.error_number) return AVFENCE_SYSTEM;
  return AVFENCE_FAILED;
}

static void say(char message[160], const char *what, int result) {
  char reason[64] = "";
  if (result < 0) av_strerror(result, reason, sizeof reason);
  snprintf(message, 160, "%s%s%s", what, result < 0 ? ": " : "", reason);
}

// Chooses how it comes to light what a decoder leaves out of a picture.
static void watch_pictures(avfence_reader *reader, const AVCodecParameters *said) {
  AVCodecContext *codec = reader->codec;
  switch (said->codec_id) {
  // Their decoders refuse what is not whole, or write all of it.
  case AV_CODEC_ID_VP8:
  case AV_CODEC_ID_VP9:
  case AV_CODEC_ID_AV1: return;
  case AV_CODEC_ID_H264:
    // On one thread the decoder tells which blocks are missing, but for fields.
    codec->thread_count = 1;
    reader->marks_memory = said->field_order != AV_FIELD_PROGRESSIVE;
    break;
  // Its decoder looks for no block that is missing.
  case AV_CODEC_ID_HEVC: reader->marks_memory = true; break;
  default: codec->get_buffer2 = memory_blank; return;
  }
  if (reader->marks_memory) codec->get_buffer2 = memory_marked;
}

static avfence_status open_decoder(avfence_reader *reader, char message[160]) {
  const AVCodecParameters *said = reader->stream->codecpar;
  const AVCodec *decoder = avcodec_find_decoder(said->codec_id);
  if (decoder == NULL) {
    snprintf(message, 160, "there is no decoder for its pictures (%s)", avcodec_get_name(said->codec_id));
    return AVFENCE_UNSUPPORTED;
  }
  reader->codec = avcodec_alloc_context3(decoder);
  if (reader->codec == NULL) return AVFENCE_OUT_OF_MEMORY;
  if (avcodec_parameters_to_context(reader->codec, said) < 0) return AVFENCE_OUT_OF_MEMORY;
  reader->codec->opaque = &reader->of_codec;
  // Packets carry their numbers; the unit is nobody's.
  reader->codec->pkt_timebase = (AVRational){1, 1};
  // Frames on threads of their own are decoded before it is known that one which they follow is damaged, and how many depends
  // on the machine: the same recording would be covered here for longer than there. The encoder has the processors anyway.
  reader->codec->thread_count = 0;
  reader->codec->thread_type = FF_THREAD_SLICE;
  watch_pictures(reader, said);
  reader->codec->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER;
  reader->codec->max_pixels = reader->pixel_limit;
  // What is cut off on the left is cut to the sample: else pictures are wider than they are said to be, and masks lie beside.
  reader->codec->flags |= AV_CODEC_FLAG_UNALIGNED;
  int result = avcodec_open2(reader->codec, decoder, NULL);
  if (result < 0) {
    say(message, "the decoder refuses its pictures", result);
    return result == AVERROR(ENOMEM) ? AVFENCE_OUT_OF_MEMORY : AVFENCE_UNSUPPORTED;
  }
  return AVFENCE_OK;
}

// How many chunks of pictures an AVI's index has; 0 where it could not be read.
static int listed_chunks(const AVFormatContext *format) {
  int track = tracks_pictures(format);
  return track < 0 ? 0 : avformat_index_get_entries_count(format->streams[track]);
}

static avfence_status open_all(avfence_reader *reader, const avfence_source *source, char message[160]) {
  if (!bytes_open(&reader->bytes, source->descriptor, source->wake, source->prefix, source->prefix_count)) {
    return AVFENCE_OUT_OF_MEMORY;
  }
  reader->format = bytes_format(&reader->bytes, NULL);
  reader->packet = av_packet_alloc();
  reader->frame = av_frame_alloc();
  reader->standing_frame = av_frame_alloc();
  reader->takes_standing = source->takes_standing;
  if (!reader->format || !reader->packet || !reader->frame || !reader->standing_frame) return AVFENCE_OUT_OF_MEMORY;
  reader->format->opaque = &reader->of_format;
  // Edit lists are read here. On failure this frees the context.
  AVDictionary *options = NULL;
  av_dict_set(&options, "advanced_editlist", "0", 0);
  int result = avformat_open_input(&reader->format, NULL, NULL, &options);
  av_dict_free(&options);
  if (result < 0) {
    say(message, "it cannot be opened", result);
    avfence_status status = status_of(reader, result);
    return status == AVFENCE_FAILED ? AVFENCE_NOT_MEDIA : status;
  }
  // What is read from here on is added to an AVI's index, whatever it has of its own.
  bool is_avi = !strcmp(reader->format->iformat->name, "avi");
  reader->next_entry = is_avi ? 0 : -1;
  reader->entry_count = is_avi ? listed_chunks(reader->format) : 0;
  // An index that is damaged may have lost frames, or their times.
  if (atomic_load(&reader->of_format.errors) > 0) reader->hole = 0;
  // This reads packets already: holes count from here on.
  if (!source->is_told) result = avformat_find_stream_info(reader->format, NULL);
  if (result < 0) {
    say(message, "its tracks cannot be read", result);
    return status_of(reader, result);
  }
  if (reader->bytes.interrupted) return AVFENCE_INTERRUPTED;
  int track = tracks_pictures(reader->format);
  if (track < 0) return AVFENCE_NO_VIDEO;
  reader->stream = reader->format->streams[track];
  for (unsigned i = 0; i < reader->format->nb_streams; i++) {
    if ((int)i != track) reader->format->streams[i]->discard = AVDISCARD_ALL;
  }
  reader->seen_format_errors = atomic_load(&reader->of_format.errors);
  const AVCodecParameters *said = reader->stream->codecpar;
  const AVCodecDescriptor *kind = avcodec_descriptor_get(said->codec_id);
  reader->reorders = kind == NULL || kind->props & AV_CODEC_PROP_REORDER;
  const char *container = reader->format->iformat->name;
  avfence_status presented = presented_check(reader, message);
  if (presented != AVFENCE_OK) return presented;
  // ISO files have a table of them all; in Matroska each begins where the last one ends.
  fragments *watch = &reader->bytes.fragments;
  if (!strstr(container, "mov")) *watch = (fragments){.next = INT64_MAX, .jump = -1};
  else if (reader->bytes.can_seek) fragments_scan(watch, source->descriptor);
  reader->lists_packets = strstr(container, "mov") || strstr(container, "matroska");
  // Containers that tell only when a packet is decoded: the time at which it is shown follows from later ones, for codecs
  // whose order is simple.
  if (said->codec_id != AV_CODEC_ID_H264 && said->codec_id != AV_CODEC_ID_HEVC) {
    reader->format->flags |= AVFMT_FLAG_GENPTS;
  }
  reader->announced = (avfence_layout){.model = AVFENCE_420, .bit_depth = 8, .width = said->width, .height = said->height};
  if (said->width > 0 && said->height > reader->pixel_limit / said->width) return AVFENCE_TOO_LARGE;
  return open_decoder(reader, message);
}

// Counts what is not read; whether there is sound is told beside.
static avfence_beside beside(const avfence_reader *reader) {
  avfence_beside beside = {.chapters = (int32_t)reader->format->nb_chapters};
  for (unsigned i = 0; i < reader->format->nb_streams; i++) {
    if (reader->format->streams[i] != reader->stream) tracks_count(reader->format->streams[i], &beside);
  }
  return beside;
}

// Whether a container does not say when its pictures are shown. FFmpeg gives those that merely follow each other 25 a second, and its
// readers of such have an option for another rate.
static bool makes_times(const AVInputFormat *container) {
  if (container->flags & AVFMT_NOTIMESTAMPS) return true;
  const AVClass *options = container->priv_class;
  return options && av_opt_find(&options, "framerate", NULL, 0, AV_OPT_SEARCH_FAKE_OBJ) != NULL;
}

avfence_status avfence_reader_open(
    const avfence_source *source, avfence_reader **result, avfence_recording *recording, char message[160],
    int *error_number) {
  log_install();
  message[0] = 0;
  avfence_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return AVFENCE_OUT_OF_MEMORY;
  reader->newest_damage = reader->doubt_end = -1;
  reader->hole = INT64_MAX;
  atomic_init(&reader->of_format.position, -1);
  reader->pixel_limit = source->pixel_limit;
  avfence_status status = open_all(reader, source, message);
  *error_number = reader->bytes.error_number;
  *recording = (avfence_recording){0};
  if (status == AVFENCE_TOO_LARGE) {
    snprintf(message, 160, "%dx%d", reader->announced.width, reader->announced.height);
  }
  if (status != AVFENCE_OK) {
    avfence_reader_close(reader);
    return status;
  }
  reader->makes_times = makes_times(reader->format->iformat);
  AVRational rate = reader->makes_times ? (AVRational){0, 1} : reader->stream->avg_frame_rate;
  AVRational tick = reader->stream->time_base;
  // Two frames of one time have to come one behind the other: where a tick is as long as a frame, all others would come late.
  // Pictures of a GIF have delays, which are none only where a reader puts one in.
  bool can_coincide = tick.den > 0 && strcmp(reader->format->iformat->name, "gif") != 0;
  int64_t parts = can_coincide ? INT64_C(1000) * tick.num / tick.den : 1;
  reader->parts = parts > 1 && parts <= INT32_MAX / tick.den ? (int32_t)parts : 1;
  recording->tick = (avfence_fraction){tick.num, tick.den * reader->parts};
  recording->rate = rate.num > 0 && rate.den > 0 ? (avfence_fraction){rate.num, rate.den} : (avfence_fraction){0, 1};
  recording->count = reader->stream->nb_frames;
  const char *container = reader->format->iformat->name;
  recording->is_still = strstr(container, "_pipe") || !strncmp(container, "image2", 6);
  for (unsigned i = 0; i < reader->format->nb_streams; i++) {
    if (reader->format->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) recording->has_sound = true;
  }
  recording->beside = beside(reader);
  *result = reader;
  return AVFENCE_OK;
}

void avfence_reader_close(avfence_reader *reader) {
  if (reader == NULL) return;
  avcodec_free_context(&reader->codec);
  avformat_close_input(&reader->format);
  av_packet_free(&reader->packet);
  av_frame_free(&reader->frame);
  av_frame_free(&reader->standing_frame);
  bytes_close(&reader->bytes);
  free(reader->pending);
  free(reader->given_up);
  free(reader->row);
  free(reader);
}
