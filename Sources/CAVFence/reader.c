/// Frames in: every packet of the pictures' track becomes a frame, or a frame that is said to be damaged, in presentation order.
///
/// Decoders are handed the number of the packet as its time, so that each frame says from which packet it came, whatever the
/// container's times are like. A packet from which nothing came is a lost frame: when a frame with a later time appears, those
/// before it are known to be lost. What depends on damage is damaged itself, up to the next key frame: a decoder fills holes
/// with pixels of earlier frames, and masks for this frame would miss them. Behind a hole, where packets are missing without a
/// trace, every frame counts as damaged: views are matched by number, and the numbers are lost.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <errno.h>

#include "internal.h"

// A packet whose frame has not been handed out yet.
typedef struct {
  int64_t number;
  int64_t time, duration;
  // The first packet that this one's frame may depend on.
  int64_t base;
} expected;

// A frame that is known and not handed out yet; only damaged ones have to wait.
struct avfence_reader {
  byte_stream bytes;
  AVFormatContext *format;
  AVStream *stream;
  AVCodecContext *codec;
  AVPacket *packet;
  AVFrame *frame;
  // What the decoder and the container's reader have complained of.
  complaints of_codec, of_format;
  int seen_errors, seen_format_errors;

  // Ascending by number.
  expected *pending;
  size_t pending_count, pending_capacity;
  // The newest packet that was damaged; -1 for none.
  int64_t newest_damage;
  // The first packet behind a hole in the file; INT64_MAX for none.
  int64_t hole;
  int64_t packet_count;
  int64_t key_number, earlier_key_number, key_time;
  int64_t last_read_time, last_read_duration;
  bool has_times, at_packets_end, is_flushed, is_broken_off, said_broken_off, is_held;
  // A frame waits in `frame` while lost ones before it are handed out.
  expected held;
  bool held_is_good;

  int64_t last_time;
  bool has_last;
  avfence_layout announced, first;
  bool has_first;
  avfence_tags tags;
  int32_t orientation;
  int64_t pixel_limit;
  avfence_layout copied;
  uint16_t *row;
};

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

// The track of moving pictures: the best one that is no cover art.
static int picture_track(const AVFormatContext *format) {
  int best = -1, best_score = -1;
  for (unsigned i = 0; i < format->nb_streams; i++) {
    const AVStream *stream = format->streams[i];
    if (stream->codecpar->codec_type != AVMEDIA_TYPE_VIDEO) continue;
    if (stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS)) continue;
    int score = stream->disposition & AV_DISPOSITION_DEFAULT ? 1 : 0;
    if (score > best_score) best = (int)i, best_score = score;
  }
  return best;
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
  reader->codec->thread_count = 0;
  reader->codec->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER;
  reader->codec->max_pixels = reader->pixel_limit;
  int result = avcodec_open2(reader->codec, decoder, NULL);
  if (result < 0) {
    say(message, "the decoder refuses its pictures", result);
    return result == AVERROR(ENOMEM) ? AVFENCE_OUT_OF_MEMORY : AVFENCE_UNSUPPORTED;
  }
  return AVFENCE_OK;
}

static avfence_status open_all(avfence_reader *reader, const avfence_source *source, char message[160]) {
  if (!bytes_open(&reader->bytes, source->descriptor, source->wake, source->prefix, source->prefix_count, false)) {
    return AVFENCE_OUT_OF_MEMORY;
  }
  reader->format = bytes_format(&reader->bytes, NULL);
  reader->packet = av_packet_alloc();
  reader->frame = av_frame_alloc();
  if (!reader->format || !reader->packet || !reader->frame) return AVFENCE_OUT_OF_MEMORY;
  // On failure this frees the context.
  int result = avformat_open_input(&reader->format, NULL, NULL, NULL);
  if (result < 0) {
    say(message, "it cannot be opened", result);
    avfence_status status = status_of(reader, result);
    return status == AVFENCE_FAILED ? AVFENCE_NOT_MEDIA : status;
  }
  // This reads packets already: holes count from here on.
  reader->format->opaque = &reader->of_format;
  result = avformat_find_stream_info(reader->format, NULL);
  if (result < 0) {
    say(message, "its tracks cannot be read", result);
    return status_of(reader, result);
  }
  if (reader->bytes.interrupted) return AVFENCE_INTERRUPTED;
  int track = picture_track(reader->format);
  if (track < 0) return AVFENCE_NO_VIDEO;
  reader->stream = reader->format->streams[track];
  for (unsigned i = 0; i < reader->format->nb_streams; i++) {
    if ((int)i != track) reader->format->streams[i]->discard = AVDISCARD_ALL;
  }
  reader->seen_format_errors = atomic_load(&reader->of_format.errors);
  const AVCodecParameters *said = reader->stream->codecpar;
  // Containers that tell only when a packet is decoded: the time at which it is shown follows from later ones, for codecs
  // whose order is simple.
  if (said->codec_id != AV_CODEC_ID_H264 && said->codec_id != AV_CODEC_ID_HEVC) {
    reader->format->flags |= AVFMT_FLAG_GENPTS;
  }
  reader->announced = (avfence_layout){.model = AVFENCE_420, .bit_depth = 8, .width = said->width, .height = said->height};
  if (said->width > 0 && said->height > reader->pixel_limit / said->width) return AVFENCE_TOO_LARGE;
  return open_decoder(reader, message);
}

avfence_status avfence_reader_open(
    const avfence_source *source, avfence_reader **result, avfence_recording *recording, char message[160],
    int *error_number) {
  log_install();
  message[0] = 0;
  avfence_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return AVFENCE_OUT_OF_MEMORY;
  reader->newest_damage = -1;
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
  AVRational rate = reader->stream->avg_frame_rate;
  recording->tick = (avfence_fraction){reader->stream->time_base.num, reader->stream->time_base.den};
  recording->rate = rate.num > 0 && rate.den > 0 ? (avfence_fraction){rate.num, rate.den} : (avfence_fraction){0, 1};
  recording->count = reader->stream->nb_frames;
  const char *container = reader->format->iformat->name;
  recording->is_still = strstr(container, "_pipe") || !strncmp(container, "image2", 6);
  for (unsigned i = 0; i < reader->format->nb_streams; i++) {
    if (reader->format->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) recording->has_sound = true;
  }
  *result = reader;
  return AVFENCE_OK;
}

void avfence_reader_close(avfence_reader *reader) {
  if (reader == NULL) return;
  avcodec_free_context(&reader->codec);
  avformat_close_input(&reader->format);
  av_packet_free(&reader->packet);
  av_frame_free(&reader->frame);
  bytes_close(&reader->bytes);
  free(reader->pending);
  free(reader->row);
  free(reader);
}

// Packets

static bool expect(avfence_reader *reader, expected entry) {
  if (reader->pending_count == reader->pending_capacity) {
    size_t capacity = reader->pending_capacity ? 2 * reader->pending_capacity : 32;
    expected *grown = realloc(reader->pending, capacity * sizeof *grown);
    if (grown == NULL) return false;
    reader->pending = grown;
    reader->pending_capacity = capacity;
  }
  reader->pending[reader->pending_count++] = entry;
  return true;
}

static void forget(avfence_reader *reader, size_t place) {
  reader->pending_count -= 1;
  memmove(reader->pending + place, reader->pending + place + 1, (reader->pending_count - place) * sizeof *reader->pending);
}

static void note_damage(avfence_reader *reader, int64_t number) {
  if (number > reader->newest_damage) reader->newest_damage = number;
}

// Errors that the decoder has told since the last look concern any packet that it has.
static void note_errors(avfence_reader *reader) {
  int errors = atomic_load(&reader->of_codec.errors);
  if (errors != reader->seen_errors) note_damage(reader, reader->packet_count - 1);
  reader->seen_errors = errors;
}

// Whether a packet is of a picture that is never shown.
static bool is_hidden(const avfence_reader *reader) {
  const AVPacket *packet = reader->packet;
  if (packet->flags & AV_PKT_FLAG_DISCARD) return true;
  // RFC 6386, section 9.1: the bit that says whether the frame is shown.
  return reader->stream->codecpar->codec_id == AV_CODEC_ID_VP8 && packet->size > 0 && !(packet->data[0] & 0x10);
}

// Takes the times of a packet, and hands it to the decoder under its number.
static avfence_status send_packet(avfence_reader *reader) {
  AVPacket *packet = reader->packet;
  int64_t number = reader->packet_count++, time = packet->pts;
  if (time != AV_NOPTS_VALUE) reader->has_times = true;
  else if (packet->dts != AV_NOPTS_VALUE) time = packet->dts;
  else time = number ? reader->last_read_time + (reader->last_read_duration > 0 ? reader->last_read_duration : 1) : 0;
  // A second field of one picture has no time of its own, and gives no frame.
  bool is_half = reader->has_times && packet->pts == AV_NOPTS_VALUE;
  reader->last_read_time = time;
  reader->last_read_duration = packet->duration;
  if (packet->flags & AV_PKT_FLAG_KEY) {
    reader->earlier_key_number = reader->key_number;
    reader->key_number = number;
    reader->key_time = time;
  }
  // A part of it is missing, or packets before it may have gone without a trace.
  int64_t position = atomic_load(&reader->of_format.position);
  // A packet that reaches over the place of a complaint was found by guessing.
  bool is_behind = position >= 0 && (packet->pos < 0 || packet->pos + packet->size > position);
  if ((packet->flags & AV_PKT_FLAG_CORRUPT || is_behind) && number < reader->hole) reader->hole = number;
  if (!is_half && !is_hidden(reader)) {
    // A frame that is shown before the key frame that it follows depends on what came before it.
    int64_t base = time < reader->key_time ? reader->earlier_key_number : reader->key_number;
    if (!expect(reader, (expected){number, time, packet->duration, base})) return AVFENCE_OUT_OF_MEMORY;
  }
  packet->pts = packet->dts = number;
  int result = avcodec_send_packet(reader->codec, packet);
  if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
  // The packet's frame will be missed when a later one appears.
  if (result < 0) note_damage(reader, number);
  return AVFENCE_OK;
}

// How many packets the container's index promises, where it has one for the whole file.
static int64_t promised(const avfence_reader *reader) {
  return strstr(reader->format->iformat->name, "mov") ? avformat_index_get_entries_count(reader->stream) : 0;
}

// Reads on to the next packet of the track; at the end tells the decoder so.
static avfence_status feed(avfence_reader *reader) {
  while (!reader->at_packets_end) {
    int result = av_read_frame(reader->format, reader->packet);
    if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
    if (reader->bytes.interrupted) return AVFENCE_INTERRUPTED;
    if (atomic_load(&reader->of_format.errors) != reader->seen_format_errors) {
      reader->seen_format_errors = atomic_load(&reader->of_format.errors);
      if (reader->packet_count < reader->hole) reader->hole = reader->packet_count;
    }
    if (result < 0) {
      if (result != AVERROR_EOF || reader->bytes.error_number || reader->packet_count < promised(reader) ||
          (atomic_load(&reader->of_format.position) >= 0 && reader->hole >= reader->packet_count)) {
        reader->is_broken_off = true;
      }
      reader->at_packets_end = true;
      break;
    }
    avfence_status status = AVFENCE_OK;
    bool is_ours = reader->packet->stream_index == reader->stream->index && reader->packet->size > 0;
    if (is_ours) status = send_packet(reader);
    av_packet_unref(reader->packet);
    if (is_ours) return status;
  }
  // Twice is an error that says nothing new.
  avcodec_send_packet(reader->codec, NULL);
  return AVFENCE_OK;
}

// Frames

static int64_t rising_time(avfence_reader *reader, int64_t time) {
  if (reader->has_last && time <= reader->last_time) time = reader->last_time + 1;
  reader->last_time = time;
  reader->has_last = true;
  return time;
}

static avfence_status damaged(avfence_reader *reader, expected entry, avfence_reason reason, avfence_frame *frame) {
  *frame = (avfence_frame){
      .time = rising_time(reader, entry.time),
      .duration = entry.duration,
      .layout = reader->has_first ? reader->first : reader->announced,
      .tags = reader->tags,
      .orientation = reader->has_first ? reader->orientation : 1,
      .reason = reason,
  };
  return AVFENCE_DAMAGED;
}

// The place of the pending packet that is shown first.
static size_t earliest(const avfence_reader *reader) {
  size_t place = 0;
  for (size_t i = 1; i < reader->pending_count; i++) {
    if (reader->pending[i].time < reader->pending[place].time) place = i;
  }
  return place;
}

// Takes a decoded frame's packet out of those that wait; without one, the frame has a packet that gave one already.
static expected take_expected(avfence_reader *reader) {
  int64_t number = reader->frame->pts;
  size_t place = reader->pending_count;
  if (reader->has_times) {
    for (size_t i = 0; i < reader->pending_count; i++) {
      if (reader->pending[i].number == number) place = i;
    }
  } else if (reader->pending_count > 0) {
    // Without times of presentation, frames are shown at the times of packets in their order.
    place = earliest(reader);
  }
  if (place == reader->pending_count) return (expected){-1, reader->last_time + 1, 0, reader->key_number};
  expected entry = reader->pending[place];
  forget(reader, place);
  return entry;
}

// Whether the decoder vouches for the frame that it gave.
static bool is_good(avfence_reader *reader, expected entry) {
  const AVFrame *frame = reader->frame;
  if (frame->decode_error_flags || frame->flags & AV_FRAME_FLAG_CORRUPT) {
    note_damage(reader, entry.number < 0 ? reader->packet_count - 1 : entry.number);
  }
  if (entry.number >= reader->hole) return false;
  // Without times nothing tells which frame was lost: what follows has a wrong place.
  if (!reader->has_times && reader->newest_damage >= 0) return false;
  return reader->newest_damage < entry.base;
}

static bool has_same_layout(const avfence_layout *one, const avfence_layout *other) {
  return one->model == other->model && one->bit_depth == other->bit_depth && one->width == other->width &&
         one->height == other->height;
}

// Hands out the frame that is held.
static avfence_status held_frame(avfence_reader *reader, avfence_frame *frame) {
  reader->is_held = false;
  if (!reader->held_is_good) {
    bool is_behind = reader->held.number >= reader->hole;
    return damaged(reader, reader->held, is_behind ? AVFENCE_AFTER_HOLE : AVFENCE_DEPENDS_ON_DAMAGE, frame);
  }
  avfence_layout layout;
  if (!pixels_layout(reader->frame->format, reader->frame->width, reader->frame->height, &layout)) {
    return damaged(reader, reader->held, AVFENCE_ODD_PIXELS, frame);
  }
  int32_t orientation = orientation_of(reader->frame, reader->stream);
  if (orientation == 0) return damaged(reader, reader->held, AVFENCE_ODD_ANGLE, frame);
  if (reader->has_first && (!has_same_layout(&layout, &reader->first) || orientation != reader->orientation)) {
    return damaged(reader, reader->held, AVFENCE_OTHER_KIND, frame);
  }
  if (!reader->has_first) {
    reader->row = malloc(sizeof *reader->row * ((size_t)layout.width + 64));
    if (reader->row == NULL) return AVFENCE_OUT_OF_MEMORY;
    reader->has_first = true;
    reader->first = layout;
    reader->orientation = orientation;
    tags_of_frame(reader->frame, reader->stream, &reader->tags);
  }
  *frame = (avfence_frame){
      .time = rising_time(reader, reader->held.time),
      .duration = reader->held.duration,
      .layout = layout,
      .tags = reader->tags,
      .orientation = orientation,
  };
  reader->copied = layout;
  return AVFENCE_OK;
}

// A packet of which no frame came, and that is shown before the held one, or anyhow at the end.
static bool take_lost(avfence_reader *reader, expected *lost) {
  if (reader->pending_count == 0) return false;
  size_t place = earliest(reader);
  if (reader->is_held && (!reader->has_times || reader->pending[place].time >= reader->held.time)) return false;
  if (!reader->is_held && !reader->is_flushed) return false;
  *lost = reader->pending[place];
  forget(reader, place);
  note_damage(reader, lost->number);
  return true;
}

avfence_status avfence_reader_next(avfence_reader *reader, avfence_frame *frame) {
  while (true) {
    expected lost;
    if (take_lost(reader, &lost)) return damaged(reader, lost, AVFENCE_LOST, frame);
    if (reader->is_held) {
      // What was lost before it may be what it depends on.
      reader->held_is_good = reader->held_is_good && is_good(reader, reader->held);
      return held_frame(reader, frame);
    }
    if (reader->is_flushed) {
      if (!reader->is_broken_off || reader->said_broken_off) return AVFENCE_END;
      reader->said_broken_off = true;
      expected rest = {-1, reader->last_time + (reader->last_read_duration > 0 ? reader->last_read_duration : 1), 0, 0};
      return damaged(reader, rest, AVFENCE_BROKEN_OFF, frame);
    }
    int result = avcodec_receive_frame(reader->codec, reader->frame);
    note_errors(reader);
    if (result == 0) {
      reader->held = take_expected(reader);
      reader->held_is_good = is_good(reader, reader->held);
      reader->is_held = true;
    } else if (result == AVERROR(EAGAIN)) {
      avfence_status status = feed(reader);
      if (status != AVFENCE_OK) return status;
    } else if (result == AVERROR_EOF) {
      reader->is_flushed = true;
    } else if (result == AVERROR(ENOMEM)) {
      return AVFENCE_OUT_OF_MEMORY;
    } else {
      note_damage(reader, reader->packet_count - 1);
    }
  }
}

bool avfence_reader_copy(avfence_reader *reader, void *bytes, size_t count) {
  if (reader->row == NULL || count != layout_bytes(&reader->copied)) return false;
  pixels_copy(reader->frame, &reader->copied, bytes, reader->row);
  return true;
}
