#define _POSIX_C_SOURCE 200809L
#include "container_words.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// How many words of a container are looked at: in Matroska three for each cluster, which is a second or more, in fragments of
// MP4 one for each part. Days of both.
#define WORDS (1 << 20)

words words_of(const byte_stream *bytes) {
  struct stat status = {0};
  int64_t end = bytes->can_seek && fstat(bytes->descriptor, &status) == 0 ? status.st_size : (int64_t)bytes->prefix_count;
  return (words){bytes, end, WORDS, false};
}

bool words_get(words *from, int64_t place, void *target, size_t count) {
  if (from->rest == 0) return false;
  from->rest -= 1;
  const byte_stream *bytes = from->bytes;
  if (bytes->can_seek) return pread(bytes->descriptor, target, count, place) == (ssize_t)count;
  if ((uint64_t)place + count > bytes->prefix_count) return false;
  memcpy(target, bytes->prefix + place, count);
  return true;
}

uint64_t words_number(const uint8_t *bytes, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
  return value;
}

// Section 4.2: size and kind, a longer size where that is 1, and 0 for the rest of the file.
bool words_box(words *from, int64_t place, int64_t end, box *found) {
  uint8_t header[16];
  if (place + 8 > end || !words_get(from, place, header, 8)) return false;
  uint64_t size = words_number(header, 4);
  int length = 8;
  if (size == 1) {
    if (!words_get(from, place, header, 16)) return false;
    size = words_number(header + 8, 8);
    length = 16;
  }
  if (size == 0) size = (uint64_t)(end - place);
  if (size < (uint64_t)length || length > end - place) return false;
  // A file that was cut, or a wrong size: FFmpeg reads what is there.
  if (size > (uint64_t)(end - place)) size = (uint64_t)(end - place);
  memcpy(found->type, header + 4, 4);
  found->type[4] = 0;
  found->content = place + length;
  found->end = place + (int64_t)size;
  return true;
}

// RFC 8794, sections 4 and 5.
bool words_element(words *from, int64_t place, int64_t end, element *found) {
  uint8_t bytes[8];
  if (place >= end || !words_get(from, place, bytes, 1)) return false;
  int length = bytes[0] ? __builtin_clz(bytes[0]) - 23 : 9;
  if (length > 4 || !words_get(from, place, bytes, (size_t)length)) return false;
  found->name = (uint32_t)words_number(bytes, length);
  place += length;
  if (!words_get(from, place, bytes, 1)) return false;
  length = bytes[0] ? __builtin_clz(bytes[0]) - 23 : 9;
  if (length > 8 || !words_get(from, place, bytes, (size_t)length)) return false;
  uint64_t size = words_number(bytes, length) & ((UINT64_C(1) << (7 * length)) - 1);
  found->content = place + length;
  // All ones say that it is as long as it goes on; what goes beyond what is around it is read as far as that.
  bool is_open = size == (UINT64_C(1) << (7 * length)) - 1 || size > (uint64_t)(end - found->content);
  found->end = is_open ? end : found->content + (int64_t)size;
  return true;
}
