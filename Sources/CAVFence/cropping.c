/// Containers that show a part of each picture only: FFmpeg's readers pass over what they say of it, and masks would be put
/// where the whole picture has what the shown part has elsewhere.
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader.h"

// How many words of a container are looked at: in Matroska three for each cluster, which is a second or more, in fragments of
// MP4 one for each part. Days of both.
#define WORDS (1 << 20)

// Where a container's words are read from: a file, or the bytes that a pipe has given so far.
typedef struct {
  const byte_stream *bytes;
  // How many more are read.
  int rest;
  // Whether Matroska's tracks have been met.
  bool has_tracks;
} words;

static bool get(words *from, int64_t place, void *target, size_t count) {
  if (from->rest == 0) return false;
  from->rest -= 1;
  const byte_stream *bytes = from->bytes;
  if (bytes->can_seek) return pread(bytes->descriptor, target, count, place) == (ssize_t)count;
  if ((uint64_t)place + count > bytes->prefix_count) return false;
  memcpy(target, bytes->prefix + place, count);
  return true;
}

static uint64_t number(const uint8_t *bytes, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
  return value;
}

// ISO 14496-12

typedef struct {
  char type[5];
  int64_t content, end;
} box;

static bool get_box(words *from, int64_t place, int64_t end, box *found) {
  uint8_t header[16];
  if (place + 8 > end || !get(from, place, header, 8)) return false;
  uint64_t size = number(header, 4);
  int length = 8;
  if (size == 1) {
    if (!get(from, place, header, 16)) return false;
    size = number(header + 8, 8);
    length = 16;
  }
  if (size == 0) size = (uint64_t)(end - place);
  if (size < (uint64_t)length || size > (uint64_t)(end - place)) return false;
  memcpy(found->type, header + 4, 4);
  found->type[4] = 0;
  found->content = place + length;
  found->end = place + (int64_t)size;
  return true;
}

// Section 12.1.4: the shown part's size and the offsets of its centre, as fractions; before it the entry's own size.
static bool cuts_entry(words *from, box entry) {
  uint8_t size[4], part[32];
  if (!get(from, entry.content + 24, size, 4)) return false;
  box inner;
  for (int64_t place = entry.content + 78; get_box(from, place, entry.end, &inner); place = inner.end) {
    if (strcmp(inner.type, "clap") != 0 || !get(from, inner.content, part, 32)) continue;
    bool is_whole = number(part, 4) == number(size, 2) * number(part + 4, 4) &&
                    number(part + 8, 4) == number(size + 2, 2) * number(part + 12, 4);
    if (!is_whole || number(part + 16, 4) || number(part + 24, 4)) return true;
  }
  return false;
}

static bool cuts_boxes(words *from, int64_t place, int64_t end, int depth) {
  static const char *const path[] = {"moov", "trak", "mdia", "minf", "stbl", "stsd"};
  box inner;
  for (; get_box(from, place, end, &inner); place = inner.end) {
    if (strcmp(inner.type, path[depth]) != 0) continue;
    if (depth < 5) {
      if (cuts_boxes(from, inner.content, inner.end, depth + 1)) return true;
      continue;
    }
    box entry;
    for (int64_t at = inner.content + 8; get_box(from, at, inner.end, &entry); at = entry.end) {
      if (cuts_entry(from, entry)) return true;
    }
  }
  return false;
}

// RFC 8794 and RFC 9559

typedef struct {
  uint32_t name;
  int64_t content, end;
} element;

static bool get_element(words *from, int64_t place, int64_t end, element *found) {
  uint8_t bytes[8];
  if (place >= end || !get(from, place, bytes, 1)) return false;
  int length = bytes[0] ? __builtin_clz(bytes[0]) - 23 : 9;
  if (length > 4 || !get(from, place, bytes, (size_t)length)) return false;
  found->name = (uint32_t)number(bytes, length);
  place += length;
  if (!get(from, place, bytes, 1)) return false;
  length = bytes[0] ? __builtin_clz(bytes[0]) - 23 : 9;
  if (length > 8 || !get(from, place, bytes, (size_t)length)) return false;
  uint64_t size = number(bytes, length) & ((UINT64_C(1) << (7 * length)) - 1);
  found->content = place + length;
  // All ones say that it is as long as it goes on; what goes beyond what is around it is read as far as that.
  bool is_open = size == (UINT64_C(1) << (7 * length)) - 1 || size > (uint64_t)(end - found->content);
  found->end = is_open ? end : found->content + (int64_t)size;
  return true;
}

static bool cuts_elements(words *from, int64_t place, int64_t end, int depth) {
  // Segment, Tracks, TrackEntry, Video.
  static const uint32_t path[] = {0x18538067, 0x1654ae6b, 0xae, 0xe0};
  element inner;
  for (; get_element(from, place, end, &inner); place = inner.end) {
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
    if (is_cut && count > 0 && count <= 8 && get(from, inner.content, value, (size_t)count) && number(value, (int)count)) return true;
  }
  return false;
}

cropping cropping_of(const byte_stream *bytes, const char *container) {
  struct stat status = {0};
  int64_t end = bytes->can_seek && fstat(bytes->descriptor, &status) == 0 ? status.st_size : (int64_t)bytes->prefix_count;
  words from = {bytes, WORDS, false};
  bool is_cut = false;
  if (strstr(container, "mov")) is_cut = cuts_boxes(&from, 0, end, 0);
  if (strstr(container, "matroska")) is_cut = cuts_elements(&from, 0, end, 0);
  // What has more words than that hides something.
  return is_cut ? CROPPING_FOUND : from.rest == 0 ? CROPPING_UNKNOWN : CROPPING_NONE;
}
