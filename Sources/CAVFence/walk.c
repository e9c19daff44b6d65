/// What a finished file holds beside its pictures: tracks, chapters, tags, bytes of packets that are of no picture.
#include <stdlib.h>
#include <string.h>

#include "picture_alone.h"

// Tags that a container always has, with all that this program lets them say; NULL for a version or a duration.
static const struct {
  const char *key;
  const char *value;
} usual[] = {
    {"major_brand", NULL},
    {"minor_version", NULL},
    {"compatible_brands", NULL},
    {"DURATION", NULL},
    {"encoder", "Lavf"},
    {"language", "und"},
    {"handler_name", "VideoHandler"},
    {"handler_name", "SoundHandler"},
    {"vendor_id", "[0][0][0][0]"},
    {"vendor_id", "FFMP"},
};

// Brands are letters and digits, four by four; versions and durations are numbers.
static bool is_plain(const char *key, const char *value) {
  bool is_brand = strstr(key, "brand") != NULL;
  const char *letters = is_brand ? "abcdefghijklmnopqrstuvwxyz0123456789 " : "0123456789:.";
  return strlen(value) <= 32 && strspn(value, letters) == strlen(value);
}

static bool is_usual(const AVDictionaryEntry *tag) {
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    if (strcmp(tag->key, usual[i].key) != 0) continue;
    if (usual[i].value ? !strcmp(tag->value, usual[i].value) : is_plain(tag->key, tag->value)) return true;
  }
  return false;
}

static int unusual_tags(const AVDictionary *tags) {
  int count = 0;
  const AVDictionaryEntry *tag = NULL;
  while ((tag = av_dict_get(tags, "", tag, AV_DICT_IGNORE_SUFFIX))) count += !is_usual(tag);
  return count;
}

static void count_tracks(const AVFormatContext *format, const AVStream *pictures, avfence_contents *contents) {
  contents->beside.chapters = (int32_t)format->nb_chapters;
  contents->tags = unusual_tags(format->metadata);
  for (unsigned i = 0; i < format->nb_programs; i++) contents->tags += unusual_tags(format->programs[i]->metadata);
  for (unsigned i = 0; i < format->nb_chapters; i++) contents->tags += unusual_tags(format->chapters[i]->metadata);
  for (unsigned i = 0; i < format->nb_streams; i++) {
    const AVStream *stream = format->streams[i];
    contents->tags += unusual_tags(stream->metadata);
    if (stream == pictures) continue;
    if (stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) {
      contents->sounds++;
      contents->sound_setups += !alone_sound_setup(stream->codecpar);
    } else {
      tracks_count(stream, &contents->beside);
    }
  }
}

static avfence_keeping keeping_of(enum AVCodecID codec) {
  if (codec == AV_CODEC_ID_GIF) return AVFENCE_BY_PALETTES;
  const AVCodecDescriptor *kind = avcodec_descriptor_get(codec);
  bool is_exact = kind && kind->props & AV_CODEC_PROP_LOSSLESS && !(kind->props & AV_CODEC_PROP_LOSSY);
  return is_exact ? AVFENCE_EXACTLY : AVFENCE_NEARLY;
}

static avfence_file_kind kind_of(const AVFormatContext *format) {
  const char *name = format->iformat->name;
  if (strstr(name, "mov")) return AVFENCE_ISO_FILE;
  if (strstr(name, "matroska")) return AVFENCE_EBML_FILE;
  return !strcmp(name, "gif") ? AVFENCE_GIF_FILE : AVFENCE_OTHER_FILE;
}

// One check for each track that there is when the file begins; NULL for want of memory.
static alone_check *checks_open(const AVFormatContext *format) {
  alone_check *checks = calloc(format->nb_streams, sizeof *checks);
  if (checks == NULL) return NULL;
  for (unsigned i = 0; i < format->nb_streams; i++) {
    if (alone_check_open(&checks[i], format->streams[i]->codecpar)) continue;
    for (unsigned k = 0; k <= i; k++) alone_check_close(&checks[k]);
    free(checks);
    return NULL;
  }
  return checks;
}

static avfence_status walk(AVFormatContext *format, avfence_contents *contents) {
  int track = tracks_pictures(format);
  if (track < 0) return AVFENCE_NO_VIDEO;
  AVStream *pictures = format->streams[track];
  contents->keeping = keeping_of(pictures->codecpar->codec_id);
  contents->kind = kind_of(format);
  unsigned count = format->nb_streams;
  alone_check *checks = checks_open(format);
  AVPacket *packet = av_packet_alloc();
  while (checks && packet && av_read_frame(format, packet) >= 0) {
    contents->packet_bytes += packet->size;
    bool is_alone = (unsigned)packet->stream_index < count && alone_check_packet(&checks[packet->stream_index], packet);
    if (packet->stream_index == track) contents->crowded_pictures += !is_alone;
    else contents->crowded_sounds += !is_alone;
    av_packet_unref(packet);
  }
  bool has_room = checks && packet;
  av_packet_free(&packet);
  for (unsigned i = 0; checks && i < count; i++) alone_check_close(&checks[i]);
  free(checks);
  if (!has_room) return AVFENCE_OUT_OF_MEMORY;
  // At the end, since tags and tracks can stand behind the pictures.
  count_tracks(format, pictures, contents);
  return AVFENCE_OK;
}

avfence_status avfence_walk(int descriptor, avfence_contents *contents) {
  log_install();
  *contents = (avfence_contents){0};
  byte_stream bytes = {0};
  if (!bytes_open(&bytes, descriptor, -1, NULL, 0)) return AVFENCE_OUT_OF_MEMORY;
  avfence_status status = AVFENCE_OUT_OF_MEMORY;
  AVFormatContext *format = bytes_format(&bytes, NULL);
  if (format) {
    // Every sample is looked at, those too that an edit list leaves out. Other containers know no such word.
    AVDictionary *options = NULL;
    av_dict_set(&options, "ignore_editlist", "1", 0);
    // On failure this frees the context.
    int result = avformat_open_input(&format, NULL, NULL, &options);
    av_dict_free(&options);
    if (result >= 0) result = avformat_find_stream_info(format, NULL);
    status = result >= 0 ? walk(format, contents) : result == AVERROR(ENOMEM) ? AVFENCE_OUT_OF_MEMORY : AVFENCE_NOT_MEDIA;
    avformat_close_input(&format);
  }
  bytes_close(&bytes);
  return status;
}
