/// Containers that show a part of each picture only: FFmpeg's readers pass over what they say of it, and masks would be put
/// where the whole picture has what the shown part has elsewhere.
#include <string.h>

#include "container_words.h"

// Section 12.1.4: the shown part's size and the offsets of its centre, as fractions; before it the entry's own size.
static bool cuts_entry(words *from, box entry) {
  uint8_t size[4], part[32];
  if (!words_get(from, entry.content + 24, size, 4)) return false;
  box inner;
  for (int64_t place = entry.content + 78; words_box(from, place, entry.end, &inner); place = inner.end) {
    if (strcmp(inner.type, "clap") != 0 || !words_get(from, inner.content, part, 32)) continue;
    bool is_whole = words_number(part, 4) == words_number(size, 2) * words_number(part + 4, 4) &&
                    words_number(part + 8, 4) == words_number(size + 2, 2) * words_number(part + 12, 4);
    if (!is_whole || words_number(part + 16, 4) || words_number(part + 24, 4)) return true;
  }
  return false;
}

static bool cuts_boxes(words *from, int64_t place, int64_t end, int depth) {
  static const char *const path[] = {"moov", "trak", "mdia", "minf", "stbl", "stsd"};
  box inner;
  for (; words_box(from, place, end, &inner); place = inner.end) {
    if (strcmp(inner.type, path[depth]) != 0) continue;
    if (depth < 5) {
      if (cuts_boxes(from, inner.content, inner.end, depth + 1)) return true;
      continue;
    }
    box entry;
    for (int64_t at = inner.content + 8; words_box(from, at, inner.end, &entry); at = entry.end) {
      if (cuts_entry(from, entry)) return true;
    }
  }
  return false;
}

// RFC 9559
static bool cuts_elements(words *from, int64_t place, int64_t end, int depth) {
  // Segment, Tracks, TrackEntry, Video.
  static const uint32_t path[] = {0x18538067, 0x1654ae6b, 0xae, 0xe0};
  element inner;
  for (; words_element(from, place, end, &inner); place = inner.end) {
    // From the first Cluster on there are pictures, and only what was written in haste has its tracks behind them.
    if (depth == 1 && inner.name == 0x1f43b675 && from->has_tracks) return false;
    if (depth == 1 && inner.name == path[1]) from->has_tracks = true;
    if (depth < 4) {
      if (inner.name == path[depth] && cuts_elements(from, inner.content, inner.end, depth + 1)) return true;
      continue;
    }
    // PixelCropBottom, Top, Left, Right.
    bool is_cut = inner.name == 0x54aa || inner.name == 0x54bb || inner.name == 0x54cc || inner.name == 0x54dd;
    uint8_t value[8];
    int64_t count = inner.end - inner.content;
    if (is_cut && count > 0 && count <= 8 && words_get(from, inner.content, value, (size_t)count) && words_number(value, (int)count)) return true;
  }
  return false;
}

cropping cropping_of(const byte_stream *bytes, const char *container) {
  words from = words_of(bytes);
  bool is_cut = false;
  if (strstr(container, "mov")) is_cut = cuts_boxes(&from, 0, from.end, 0);
  if (strstr(container, "matroska")) is_cut = cuts_elements(&from, 0, from.end, 0);
  // What has more words than that hides something.
  return is_cut ? CROPPING_FOUND : from.rest == 0 ? CROPPING_UNKNOWN : CROPPING_NONE;
}
