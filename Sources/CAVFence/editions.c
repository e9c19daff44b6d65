/// Ordered editions of Matroska: chapters say which parts of a file are played, and in which order. FFmpeg's reader passes over it.
#include "container_words.h"

static uint64_t value_of(words *from, element number) {
  uint8_t bytes[8];
  int64_t count = number.end - number.content;
  if (count <= 0 || count > 8 || !words_get(from, number.content, bytes, (size_t)count)) return 0;
  return words_number(bytes, (int)count);
}

// RFC 9559, section 5.1.7.1: EditionEntry, EditionFlagOrdered.
static bool has_ordered_edition(words *from, element chapters) {
  element edition, flag;
  for (int64_t place = chapters.content; words_element(from, place, chapters.end, &edition); place = edition.end) {
    if (edition.name != 0x45b9) continue;
    for (int64_t at = edition.content; words_element(from, at, edition.end, &flag); at = flag.end) {
      if (flag.name == 0x45dd && value_of(from, flag) != 0) return true;
    }
  }
  return false;
}

// Where a file's head says that its chapters stand (section 5.1.1: Seek, SeekID, SeekPosition); -1 where it does not.
static int64_t said_place(words *from, element head, int64_t segment) {
  element seek, inner;
  for (int64_t place = head.content; words_element(from, place, head.end, &seek); place = seek.end) {
    uint64_t name = 0, offset = 0;
    for (int64_t at = seek.content; words_element(from, at, seek.end, &inner); at = inner.end) {
      if (inner.name == 0x53ab) name = value_of(from, inner);
      if (inner.name == 0x53ac) offset = value_of(from, inner);
    }
    if (name == 0x1043a770 && offset < (uint64_t)(from->end - segment)) return segment + (int64_t)offset;
  }
  return -1;
}

bool edition_is_ordered(const byte_stream *bytes) {
  words from = words_of(bytes);
  element segment, inner, chapters;
  for (int64_t top = 0; words_element(&from, top, from.end, &segment); top = segment.end) {
    if (segment.name != 0x18538067) continue;
    // From the first Cluster on there are pictures; what stands behind them is named before.
    for (int64_t place = segment.content; words_element(&from, place, segment.end, &inner); place = inner.end) {
      if (inner.name == 0x1f43b675) break;
      if (inner.name == 0x1043a770 && has_ordered_edition(&from, inner)) return true;
      int64_t said = inner.name == 0x114d9b74 ? said_place(&from, inner, segment.content) : -1;
      if (said < 0 || !words_element(&from, said, segment.end, &chapters)) continue;
      if (chapters.name == 0x1043a770 && has_ordered_edition(&from, chapters)) return true;
    }
  }
  return false;
}
