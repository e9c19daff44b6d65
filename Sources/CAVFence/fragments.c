/// Fragments of an ISO file are numbered one after the other. FFmpeg's reader passes over the numbers, and puts the frames behind
/// one that is missing where its own would be.
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

#include "container_words.h"

static void note_number(fragments *watch, uint32_t sequence) {
  // The parts of a segment may share its number, and some writers give all the same.
  bool follows = !watch->has_number || sequence == watch->number || sequence == watch->number + 1;
  // Media may stand before their header: always, or where one lies between two headers too many.
  if (!watch->has_number) watch->media_come_first = watch->media_count > 0;
  bool is_behind_media = watch->media_come_first || watch->media_count > 1;
  if (!follows && watch->jump < 0) watch->jump = is_behind_media ? watch->media : watch->next;
  watch->media_count = 0;
  watch->has_number = true;
  watch->number = sequence;
}

// ISO 14496-12, sections 4.2, 8.8.4 and 8.8.5: size and kind, a longer size where that is 1; the number stands in the first box
// of a fragment, behind its version and flags. The box begins at `next`.
static void take_box(fragments *watch) {
  const uint8_t *head = watch->head;
  uint64_t size = words_number(head, 4);
  int length = size == 1 ? 16 : 8;
  if (size == 1) size = words_number(head + 8, 8);
  const uint8_t *first = head + length;
  if (!memcmp(head + 4, "moof", 4) && !memcmp(first + 4, "mfhd", 4)) note_number(watch, (uint32_t)words_number(first + 12, 4));
  if (!memcmp(head + 4, "moov", 4)) watch->movie_count += 1;
  if (!memcmp(head + 4, "mdat", 4)) {
    watch->media = watch->next;
    watch->media_count += 1;
  }
  // One without an end, and what is no box, end the list.
  bool has_end = size >= (uint64_t)length && size < (uint64_t)(INT64_MAX - watch->next);
  watch->next = has_end ? watch->next + (int64_t)size : INT64_MAX;
}

void fragments_watch(fragments *watch, const uint8_t *bytes, size_t count) {
  int64_t end = watch->place + (int64_t)count;
  // The bytes of a head may come in parts, and a box may be shorter than what is looked at.
  while (watch->next < INT64_MAX && watch->next + (int64_t)watch->head_count < end) {
    int64_t from = watch->next + (int64_t)watch->head_count;
    size_t part = sizeof watch->head - watch->head_count, rest = (size_t)(end - from);
    if (rest < part) part = rest;
    memcpy(watch->head + watch->head_count, bytes + (from - watch->place), part);
    watch->head_count += part;
    if (watch->head_count < sizeof watch->head) break;
    int64_t start = watch->next;
    take_box(watch);
    uint64_t passed = (uint64_t)(watch->next - start);
    watch->head_count = passed < sizeof watch->head ? sizeof watch->head - passed : 0;
    memmove(watch->head, watch->head + sizeof watch->head - watch->head_count, watch->head_count);
  }
  watch->place = end;
}

void fragments_scan(fragments *watch, int descriptor) {
  uint8_t head[sizeof watch->head];
  while (watch->next < INT64_MAX) {
    ssize_t got = pread(descriptor, head, sizeof head, watch->next);
    if (got < (ssize_t)sizeof head) return;
    watch->place = watch->next;
    watch->head_count = 0;
    fragments_watch(watch, head, sizeof head);
  }
}
