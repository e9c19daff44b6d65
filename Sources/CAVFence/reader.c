/// Frames in: every packet of the pictures' track becomes a frame, or a frame that is said to be damaged, in presentation order.
///
/// Decoders are handed the number of the packet as its time, so that each frame says from which packet it came, whatever the
/// container's times are like. A packet from which nothing came is given up when a frame with a later time appears, and comes out
/// as a lost frame; should its own come after all, order and times contradict each other, and no number is known any more. Until
/// that is settled no frame is shown. What depends on damage is damaged itself, up to the next key frame: a decoder fills holes
/// with pixels of earlier frames, and masks for this frame would miss them. Behind a hole, where packets are missing without a
/// trace, every frame counts as damaged: views are matched by number, and the numbers are lost.
#include <stdlib.h>

#include "picture_memory.h"
#include "reader.h"

// How far a frame comes behind the last one where its own time does not: as far as coarse clocks tell apart (a millisecond),
// and so little that the next ones come at theirs again.
static int64_t least_step(const avfence_reader *reader, int64_t duration, bool is_said) {
  // Undamaged recordings keep their times to the tick.
  if (is_said && reader->newest_damage < 0 && !reader->is_disordered) return 1;
  AVRational tick = reader->stream->time_base;
  int64_t coarse = av_rescale_q_rnd(2, (AVRational){1, 1000}, (AVRational){tick.num, tick.den * reader->parts}, AV_ROUND_UP);
  int64_t half = duration / 2;
  return half > coarse ? half : coarse > 1 ? coarse : 1;
}

// On the clock that is handed out, for a time on the track's.
static int64_t rising_time(avfence_reader *reader, expected entry) {
  int64_t time = entry.time * reader->parts, duration = entry.duration * reader->parts;
  bool is_said = entry.number >= 0;
  int64_t earliest = reader->last_time + least_step(reader, duration, is_said);
  if (reader->has_last && (time <= reader->last_time || (!is_said && time < earliest))) time = earliest;
  reader->last_time = time;
  reader->has_last = true;
  return time;
}

static avfence_status damaged(avfence_reader *reader, expected entry, avfence_reason reason, avfence_frame *frame) {
  *frame = (avfence_frame){
      .time = rising_time(reader, entry),
      .duration = entry.duration * reader->parts,
      .has_time = reader->has_any_times && !reader->makes_times,
      .layout = reader->has_first ? reader->first : reader->announced,
      .chroma_columns = 1,
      .chroma_rows = 1,
      .tags = reader->tags,
      .orientation = reader->has_first ? reader->orientation : 1,
      .reason = reason,
  };
  return AVFENCE_DAMAGED;
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
    place = packets_earliest(reader);
  }
  if (place == reader->pending_count) {
    // A packet that gave two: which of them counts, programs do not agree.
    reader->is_disordered = reader->is_disordered || (reader->has_given && number == reader->newest_given);
    return (expected){-1, reader->last_time / reader->parts + 1, 0, -1};
  }
  expected entry = reader->pending[place];
  reader->has_given = true;
  reader->newest_given = number;
  packets_forget(reader, place);
  return entry;
}

// Whether a picture depends on no earlier one.
static bool is_restart(const avfence_reader *reader) {
  const AVCodecDescriptor *kind = avcodec_descriptor_get(reader->codec->codec_id);
  if (kind && kind->props & AV_CODEC_PROP_INTRA_ONLY) return true;
  return reader->frame->key_frame && reader->frame->pict_type == AV_PICTURE_TYPE_I;
}

// Whether the decoder vouches for the frame that it gave.
static bool is_good(avfence_reader *reader, expected entry) {
  const AVFrame *frame = reader->frame;
  bool is_written = !reader->marks_memory || memory_is_written(frame);
  if (frame->decode_error_flags || frame->flags & AV_FRAME_FLAG_CORRUPT || !is_written) {
    packets_note_damage(reader, entry.number < 0 ? reader->packet_count - 1 : entry.number);
  }
  // Containers may say of each packet that it is a key frame: behind damage a picture has to come that is one itself.
  if (entry.number == entry.base && is_restart(reader)) reader->newest_restart = entry.number;
  if (entry.number < 0 || packets_are_behind_hole(reader, entry.number) || reader->is_disordered) return false;
  // One that was given up may come yet, and then this one is another than it seems.
  if (reader->packet_count <= reader->doubt_end) return false;
  // Without times nothing tells which frame was lost: what follows has a wrong place.
  if (!reader->has_times && reader->newest_damage >= 0) return false;
  return reader->newest_damage < 0 || (reader->newest_damage < entry.base && reader->newest_damage < reader->newest_restart);
}

static bool has_same_layout(const avfence_layout *one, const avfence_layout *other) {
  return one->model == other->model && one->bit_depth == other->bit_depth && one->width == other->width &&
         one->height == other->height;
}

// Hands out the frame that is held.
static avfence_status held_frame(avfence_reader *reader, avfence_frame *frame) {
  reader->is_held = false;
  if (!reader->held_is_good) {
    avfence_reason reason = packets_are_behind_hole(reader, reader->held.number) ? AVFENCE_AFTER_HOLE
                            : reader->is_disordered                              ? AVFENCE_DISORDERED
                                                                                 : AVFENCE_DEPENDS_ON_DAMAGE;
    return damaged(reader, reader->held, reason, frame);
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
      .time = rising_time(reader, reader->held),
      .duration = reader->held.duration * reader->parts,
      .has_time = reader->has_any_times && !reader->makes_times,
      .layout = layout,
      .tags = reader->tags,
      .orientation = orientation,
  };
  pixels_chroma(reader->frame->format, &frame->chroma_columns, &frame->chroma_rows);
  enum AVFieldOrder order = reader->stream->codecpar->field_order;
  frame->is_interlaced =
      reader->frame->interlaced_frame || (order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE);
  reader->copied = layout;
  return AVFENCE_OK;
}

// Whether a frame belongs to the part that is shown.
static bool is_shown(avfence_reader *reader, int64_t time) {
  bool is_before = time < reader->part.begin;
  reader->is_cut = reader->is_cut || is_before;
  return !is_before && time < reader->part.end;
}

// Whether the shown part begins while a frame stands that begins before it. Players show that frame first; FFmpeg leaves it out,
// and shows all others earlier by what is left of it. Less than a millisecond is a rounded number.
static bool begins_within_frame(const avfence_reader *reader, int64_t first) {
  AVRational tick = reader->stream->time_base;
  return !reader->has_last && reader->is_cut && av_compare_ts(first - reader->part.begin, tick, 1, (AVRational){1, 1000}) > 0;
}

// Keeps the newest frame, or the place of a lost one, that begins before the shown part.
static void keep_standing(avfence_reader *reader, expected entry, bool is_lost) {
  // Where they come in another order, one that was lost is met late.
  if (entry.time >= reader->part.begin || (is_lost && reader->has_standing && entry.time < reader->standing.time)) return;
  reader->has_standing = true;
  reader->standing = entry;
  reader->standing_is_good = !is_lost && is_good(reader, entry);
  av_frame_unref(reader->standing_frame);
  if (!is_lost) av_frame_move_ref(reader->standing_frame, reader->frame);
}

// Lets the frame that stands when the part begins change places with the one that is held.
static void swap_standing(avfence_reader *reader) {
  AVFrame *frame = reader->frame;
  expected held = reader->held;
  bool is_good = reader->held_is_good;
  reader->frame = reader->standing_frame;
  reader->held = reader->standing;
  reader->held_is_good = reader->standing_is_good;
  reader->standing_frame = frame;
  reader->standing = held;
  reader->standing_is_good = is_good;
}

// Hands out the frame that stands when the part begins, as players show it, where the source takes it.
static avfence_status standing_frame(avfence_reader *reader, int64_t next, avfence_frame *frame) {
  if (!reader->takes_standing) {
    frame->reason = AVFENCE_STANDING;
    return AVFENCE_UNSUPPORTED;
  }
  reader->held_waits = reader->is_held;
  swap_standing(reader);
  reader->standing_is_shown = true;
  reader->held.time = reader->part.begin;
  reader->held.duration = next - reader->part.begin;
  reader->held_is_good = reader->held_is_good && is_good(reader, reader->held);
  return held_frame(reader, frame);
}

// Whether a packet is lost of which no frame came: one that is shown before the held one, or any at the end.
static bool is_lost(const avfence_reader *reader, size_t place) {
  // Its time says nothing any more. At the end those that are left are lost.
  if (!reader->is_held || reader->is_disordered) return !reader->is_held && reader->is_flushed;
  const expected *waiting = &reader->pending[place];
  if (reader->reorders) return reader->has_times && waiting->time < reader->held.time;
  return waiting->number < reader->held.number;
}

avfence_status avfence_reader_next(avfence_reader *reader, avfence_frame *frame) {
  while (true) {
    if (reader->standing_is_shown) {
      reader->standing_is_shown = false;
      swap_standing(reader);
      reader->is_held = reader->held_waits;
    }
    size_t earliest = reader->pending_count ? packets_earliest(reader) : 0;
    if (reader->pending_count && is_lost(reader, earliest)) {
      expected lost = reader->pending[earliest];
      bool shows = is_shown(reader, lost.time);
      if (packets_are_cut_off(reader, lost)) {
        packets_forget(reader, earliest);
        continue;
      }
      if (shows && begins_within_frame(reader, lost.time)) return standing_frame(reader, lost.time, frame);
      if (!packets_give_up(reader, earliest)) return AVFENCE_OUT_OF_MEMORY;
      if (!shows) {
        keep_standing(reader, lost, true);
        continue;
      }
      return damaged(reader, lost, AVFENCE_LOST, frame);
    }
    if (reader->is_held) {
      if (begins_within_frame(reader, reader->held.time)) return standing_frame(reader, reader->held.time, frame);
      // What was lost before it may be what it depends on.
      reader->held_is_good = reader->held_is_good && is_good(reader, reader->held);
      return held_frame(reader, frame);
    }
    if (reader->is_flushed) {
      int64_t end = reader->standing.time + reader->standing.duration;
      if (reader->has_standing && begins_within_frame(reader, end)) return standing_frame(reader, end, frame);
      if (!reader->is_broken_off || reader->said_broken_off) return AVFENCE_END;
      reader->said_broken_off = true;
      int64_t distance = reader->last_read_duration > 0 ? reader->last_read_duration : 1;
      expected rest = {-1, reader->last_time / reader->parts + distance, 0, 0};
      return damaged(reader, rest, AVFENCE_BROKEN_OFF, frame);
    }
    int result = avcodec_receive_frame(reader->codec, reader->frame);
    packets_note_errors(reader);
    if (result == 0 && packets_came_late(reader, reader->frame->pts)) continue;
    if (result == 0) {
      reader->held = take_expected(reader);
      if (!is_shown(reader, reader->held.time)) {
        keep_standing(reader, reader->held, false);
        continue;
      }
      reader->held_is_good = is_good(reader, reader->held);
      reader->is_held = true;
    } else if (result == AVERROR(EAGAIN)) {
      avfence_status status = packets_feed(reader);
      frame->reason = AVFENCE_LAYERED;
      if (status != AVFENCE_OK) return status;
    } else if (result == AVERROR_EOF) {
      reader->is_flushed = true;
    } else if (result == AVERROR(ENOMEM)) {
      return AVFENCE_OUT_OF_MEMORY;
    } else {
      packets_note_damage(reader, reader->packet_count - 1);
    }
  }
}

bool avfence_reader_copy(avfence_reader *reader, void *bytes, size_t count) {
  if (reader->row == NULL || count != layout_bytes(&reader->copied)) return false;
  pixels_copy(reader->frame, &reader->copied, bytes, reader->row);
  return true;
}
