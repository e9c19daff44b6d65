/// Packets on their way to the decoder: each waits until its frame has come, or is known to be lost.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

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

void packets_forget(avfence_reader *reader, size_t place) {
  reader->pending_count -= 1;
  memmove(reader->pending + place, reader->pending + place + 1, (reader->pending_count - place) * sizeof *reader->pending);
}

size_t packets_earliest(const avfence_reader *reader) {
  size_t place = 0;
  for (size_t i = 1; i < reader->pending_count; i++) {
    if (reader->pending[i].time < reader->pending[place].time) place = i;
  }
  return place;
}

void packets_note_damage(avfence_reader *reader, int64_t number) {
  if (number > reader->newest_damage) reader->newest_damage = number;
}

void packets_note_errors(avfence_reader *reader) {
  int errors = atomic_load(&reader->of_codec.errors);
  if (errors != reader->seen_errors) packets_note_damage(reader, reader->packet_count - 1);
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
  if (result < 0) packets_note_damage(reader, number);
  return AVFENCE_OK;
}

// How many packets the container's index promises, where it has one for the whole file.
static int64_t promised(const avfence_reader *reader) {
  return strstr(reader->format->iformat->name, "mov") ? avformat_index_get_entries_count(reader->stream) : 0;
}

avfence_status packets_feed(avfence_reader *reader) {
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
