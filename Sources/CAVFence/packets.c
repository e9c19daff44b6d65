/// Packets on their way to the decoder: each waits until its frame has come, or is known to be lost.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

// Makes room for one more; NULL where memory is short.
static void *grown(void *list, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return list;
  size_t wanted = *capacity ? 2 * *capacity : 32;
  void *larger = realloc(list, wanted * size);
  if (larger) *capacity = wanted;
  return larger;
}

static bool expect(avfence_reader *reader, expected entry) {
  expected *list = grown(reader->pending, reader->pending_count, &reader->pending_capacity, sizeof *list);
  if (list == NULL) return false;
  reader->pending = list;
  list[reader->pending_count++] = entry;
  return true;
}

void packets_forget(avfence_reader *reader, size_t place) {
  reader->pending_count -= 1;
  memmove(reader->pending + place, reader->pending + place + 1, (reader->pending_count - place) * sizeof *reader->pending);
}

size_t packets_earliest(const avfence_reader *reader) {
  // Without another order the oldest one is the first, whatever its time.
  if (!reader->reorders) return 0;
  size_t place = 0;
  for (size_t i = 1; i < reader->pending_count; i++) {
    if (reader->pending[i].time < reader->pending[place].time) place = i;
  }
  return place;
}

// How many packets a decoder may have taken before it gives the frame of one: pictures that wait for earlier ones, at most 16
// (ITU-T H.264, A.3.1, and H.265, A.4.2), and the packet itself.
static const int64_t longest_delay = 17;

// Before this packet some are missing, nobody knows how many.
static void note_hole(avfence_reader *reader, int64_t number) {
  if (number < reader->hole) reader->hole = number;
}

bool packets_are_behind_hole(const avfence_reader *reader, int64_t number) {
  // Where frames change places, one that is missing may be shown before any that waits for its turn.
  return reader->reorders ? reader->hole < INT64_MAX : number >= reader->hole;
}

bool packets_are_cut_off(const avfence_reader *reader, expected entry) {
  return reader->has_key && entry.number > reader->first_key_number && entry.time < reader->first_key_time;
}

bool packets_give_up(avfence_reader *reader, size_t place) {
  expected entry = reader->pending[place];
  int64_t *list = grown(reader->given_up, reader->given_up_count, &reader->given_up_capacity, sizeof *list);
  if (list == NULL) return false;
  reader->given_up = list;
  list[reader->given_up_count++] = entry.number;
  packets_forget(reader, place);
  if (reader->reorders && entry.number + longest_delay > reader->doubt_end) {
    reader->doubt_end = entry.number + longest_delay;
  }
  packets_note_damage(reader, entry.number);
  return true;
}

bool packets_came_late(avfence_reader *reader, int64_t number) {
  bool is_late = false;
  size_t kept = 0;
  for (size_t i = 0; i < reader->given_up_count; i++) {
    int64_t one = reader->given_up[i];
    if (one == number) is_late = true;
    else if (reader->packet_count <= one + longest_delay) reader->given_up[kept++] = one;
  }
  reader->given_up_count = kept;
  if (is_late) reader->is_disordered = true;
  return is_late;
}

void packets_note_damage(avfence_reader *reader, int64_t number) {
  if (number > reader->newest_damage) reader->newest_damage = number;
  if (!reader->lists_packets) note_hole(reader, number);
}

void packets_note_errors(avfence_reader *reader) {
  int errors = atomic_load(&reader->of_codec.errors);
  if (errors != reader->seen_errors) packets_note_damage(reader, reader->packet_count - 1);
  reader->seen_errors = errors;
}

// The place of the next chunk with something in it, by an AVI's index; -1 behind the last.
static int64_t next_place(avfence_reader *reader) {
  while (reader->next_entry >= 0 && reader->next_entry < reader->entry_count) {
    const AVIndexEntry *entry = avformat_index_get_entry(reader->stream, (int)reader->next_entry);
    if (entry == NULL) return -1;
    // The index says where the chunk's header lies, of eight bytes.
    if (entry->size > 0) return entry->pos + 8;
    reader->next_entry++;
  }
  return -1;
}

// Holds a packet's place against an AVI's index: a reader that has lost its place goes on at the next chunk.
static void compare_place(avfence_reader *reader) {
  if (reader->next_entry < 0) return;
  if (reader->packet->pos != next_place(reader)) note_hole(reader, reader->packet_count);
  reader->next_entry++;
}

// Whether a time may be one: further than a century from 0 is damage, and no number any more on a clock of nanoseconds.
static bool is_time(int64_t time, AVRational tick) {
  const AVRational century = {INT32_MAX, 1};
  return time > INT64_MIN && av_compare_ts(time < 0 ? -time : time, tick, 2, century) < 0;
}

// When a packet's frame is shown. What a packet does not say follows from the one before.
static int64_t time_of(avfence_reader *reader, int64_t number) {
  const AVPacket *packet = reader->packet;
  int64_t next = number ? reader->last_read_time + (reader->last_read_duration > 0 ? reader->last_read_duration : 1) : 0;
  int64_t said = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
  if (said == AV_NOPTS_VALUE) return next;
  reader->has_any_times = true;
  if (is_time(said, reader->stream->time_base)) return said;
  note_hole(reader, number);
  return next;
}

// Takes the times of a packet, and hands it to the decoder under its number.
static avfence_status send_packet(avfence_reader *reader) {
  compare_place(reader);
  AVPacket *packet = reader->packet;
  int64_t number = reader->packet_count++, last_time = reader->last_read_time, time = time_of(reader, number);
  if (packet->pts != AV_NOPTS_VALUE) reader->has_times = true;
  if (packet->duration < 0 || packet->duration > INT32_MAX) packet->duration = 0;
  // A second field of one picture has no time of its own, and gives no frame.
  bool is_half = reader->has_times && packet->pts == AV_NOPTS_VALUE;
  reader->last_read_time = time;
  reader->last_read_duration = packet->duration;
  if (packet->flags & AV_PKT_FLAG_KEY && packet_restarts(reader->stream->codecpar, packet)) {
    reader->earlier_key_number = reader->key_number;
    reader->key_number = number;
    reader->key_time = time;
    if (!reader->has_key) {
      reader->first_key_number = number;
      reader->first_key_time = time;
      // A recording that was cut begins so, and one whose first key frame is damaged: which frame is the first is not known.
      if (number > 0) note_hole(reader, 0);
    }
    reader->has_key = true;
  }
  const AVCodecParameters *said = reader->stream->codecpar;
  if (packet_has_layers(said, packet)) return AVFENCE_UNSUPPORTED;
  // A part of it is missing, or packets before it may have gone without a trace.
  int64_t position = atomic_load(&reader->of_format.position);
  // A packet that reaches over the place of a complaint was found by guessing.
  bool is_behind = position >= 0 && (packet->pos < 0 || packet->pos + packet->size > position);
  int64_t jump = reader->bytes.fragments.jump;
  bool is_behind_jump = jump >= 0 && packet->pos >= jump;
  // Where frames keep their order, times do; where they do not, the decoder shows it.
  bool goes_back = number > 0 && !reader->reorders && time < last_time;
  if (packet->flags & AV_PKT_FLAG_CORRUPT || is_behind || is_behind_jump || goes_back ||
      packet_lacks_frame(said, packet) || packet_holds_next(said, packet)) {
    note_hole(reader, number);
  }
  if (!is_half && !packet_is_hidden(said, packet)) {
    // A frame that is shown before the key frame that it follows depends on what came before it.
    int64_t base = time < reader->key_time ? reader->earlier_key_number : reader->key_number;
    if (!expect(reader, (expected){number, time, packet->duration, base})) return AVFENCE_OUT_OF_MEMORY;
  }
  packet->pts = packet->dts = number;
  int result = avcodec_send_packet(reader->codec, packet);
  if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
  // The packet's frame will be missed when a later one appears.
  if (result < 0 || !packet_is_whole(said, packet)) packets_note_damage(reader, number);
  return AVFENCE_OK;
}

// Whether the file ends before its container does, as far as that tells.
static bool breaks_off(avfence_reader *reader, int result) {
  if (result != AVERROR_EOF || reader->bytes.error_number) return true;
  const char *container = reader->format->iformat->name;
  // Of two recordings one behind the other FFmpeg reads the first alone.
  if (reader->bytes.fragments.movie_count > 1) return true;
  // ISO files have an index of all packets, and AVIs may; a GIF ends with a mark (GIF89a, section 27).
  if (strstr(container, "mov") && reader->packet_count < avformat_index_get_entries_count(reader->stream)) return true;
  if (next_place(reader) >= 0) return true;
  if (!strcmp(container, "gif") && reader->bytes.last_byte != 0x3b) return true;
  return atomic_load(&reader->of_format.position) >= 0 && reader->hole >= reader->packet_count;
}

avfence_status packets_feed(avfence_reader *reader) {
  while (!reader->at_packets_end) {
    int result = av_read_frame(reader->format, reader->packet);
    if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
    if (reader->bytes.interrupted) return AVFENCE_INTERRUPTED;
    if (atomic_load(&reader->of_format.errors) != reader->seen_format_errors) {
      reader->seen_format_errors = atomic_load(&reader->of_format.errors);
      note_hole(reader, reader->packet_count);
    }
    if (result < 0) {
      reader->is_broken_off = breaks_off(reader, result);
      if (reader->is_broken_off) note_hole(reader, reader->packet_count);
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
