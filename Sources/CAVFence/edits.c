/// What of a track is shown, by the edit list of an ISO file (ISO 14496-12, section 8.6.6).
///
/// FFmpeg's reader would cut by it in a way of its own: of several parts it mixes the times, it knows no other speed than 1, and
/// a picture that stands where the shown part begins it leaves out, with all that follows moved to its time. It is told to keep
/// off, and what is not one part at its own speed is refused.
#include <string.h>

#include "container_words.h"

typedef struct {
  uint64_t duration;
  // -1 for a pause.
  int64_t time;
  bool is_at_speed;
} edit;

static bool get_edit(words *from, box list, bool is_long, int64_t place, edit *found) {
  uint8_t bytes[20];
  int count = is_long ? 20 : 12, size = is_long ? 8 : 4;
  if (place + count > list.end || !words_get(from, place, bytes, (size_t)count)) return false;
  found->duration = words_number(bytes, size);
  uint64_t time = words_number(bytes + size, size);
  found->time = is_long ? (int64_t)time : (int32_t)time;
  found->is_at_speed = words_number(bytes + 2 * size, 4) == 1 << 16;
  return true;
}

// A duration of the movie in a track's unit; INT64_MAX for one without an end.
static int64_t length_of(uint64_t duration, uint32_t movie_rate, AVRational tick) {
  if (duration > INT64_MAX) return INT64_MAX;
  int64_t length = av_rescale((int64_t)duration, tick.den, (int64_t)movie_rate * tick.num);
  return length < 0 ? INT64_MAX : length;
}

static edits read_list(words *from, box list, uint32_t movie_rate, AVRational tick, shown_part *part) {
  uint8_t head[8];
  if (!words_get(from, list.content, head, 8)) return EDITS_UNKNOWN;
  bool is_long = head[0] == 1;
  uint64_t count = words_number(head + 4, 4);
  int64_t place = list.content + 8, pause = 0;
  edit one;
  if (count == 0) return EDITS_PLAIN;
  if (!get_edit(from, list, is_long, place, &one)) return EDITS_UNKNOWN;
  bool has_pause = one.time == -1;
  if (has_pause) {
    pause = length_of(one.duration, movie_rate, tick);
    // Times so far out are damage.
    if (pause > INT64_MAX / 4 || count == 1 || !get_edit(from, list, is_long, place + (is_long ? 20 : 12), &one)) return EDITS_UNKNOWN;
  }
  if (count > 1 + has_pause || one.time < 0 || !one.is_at_speed) return EDITS_SEVERAL;
  if (one.time > 0) part->begin = pause;
  int64_t length = length_of(one.duration, movie_rate, tick);
  if (length > 0 && length <= INT64_MAX / 4) part->end = pause + length;
  return EDITS_PLAIN;
}

// The first box of a kind in another one, or behind a place in it.
static bool find(words *from, int64_t place, int64_t end, const char *type, box *found) {
  while (words_box(from, place, end, found)) {
    if (!strcmp(found->type, type)) return true;
    place = found->end;
  }
  return false;
}

static bool is_track(words *from, box track, int number) {
  box header;
  uint8_t version, bytes[4];
  if (!find(from, track.content, track.end, "tkhd", &header) || !words_get(from, header.content, &version, 1)) return false;
  return words_get(from, header.content + (version == 1 ? 20 : 12), bytes, 4) && words_number(bytes, 4) == (uint64_t)number;
}

edits edits_of(const byte_stream *bytes, int number, AVRational tick, shown_part *part) {
  *part = (shown_part){INT64_MIN, INT64_MAX};
  words from = words_of(bytes);
  box movie, header, track, inner;
  uint8_t version, rate[4];
  if (!find(&from, 0, from.end, "moov", &movie)) return EDITS_UNKNOWN;
  if (!find(&from, movie.content, movie.end, "mvhd", &header) || !words_get(&from, header.content, &version, 1)) return EDITS_UNKNOWN;
  if (!words_get(&from, header.content + (version == 1 ? 20 : 12), rate, 4)) return EDITS_UNKNOWN;
  uint32_t movie_rate = (uint32_t)words_number(rate, 4);
  bool is_there = find(&from, movie.content, movie.end, "trak", &track);
  while (is_there && !is_track(&from, track, number)) is_there = find(&from, track.end, movie.end, "trak", &track);
  if (!is_there || movie_rate == 0) return EDITS_UNKNOWN;
  // Of two tracks with one number, and of a list outside of its place, programs make what they like.
  for (int64_t place = track.end; find(&from, place, movie.end, "trak", &inner); place = inner.end) {
    if (is_track(&from, inner, number)) return EDITS_UNKNOWN;
  }
  if (find(&from, track.content, track.end, "elst", &inner)) return EDITS_UNKNOWN;
  edits result = EDITS_PLAIN;
  if (find(&from, track.content, track.end, "edts", &inner)) {
    box list, other;
    bool is_alone = !find(&from, inner.end, track.end, "edts", &other);
    if (find(&from, inner.content, inner.end, "elst", &list)) {
      result = read_list(&from, list, movie_rate, tick, part);
      is_alone = is_alone && !find(&from, list.end, inner.end, "elst", &other);
    }
    // Of two, programs may take the one or the other.
    if (!is_alone) result = EDITS_SEVERAL;
  }
  // With fragments the list speaks of what came before them.
  if (find(&from, movie.content, movie.end, "mvex", &inner)) part->end = INT64_MAX;
  // What was not found may lie behind what could be looked at.
  return from.rest == 0 ? EDITS_UNKNOWN : result;
}
