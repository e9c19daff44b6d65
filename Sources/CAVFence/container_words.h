// What a container says beside what FFmpeg's readers take of it: boxes of ISO files (ISO 14496-12), bytes of any.
#pragma once
#include "reader.h"

// Where a container's words are read from: a file, or the bytes that a pipe has given so far.
typedef struct {
  const byte_stream *bytes;
  int64_t end;
  // How many more are read.
  int rest;
  // Whether Matroska's tracks have been met.
  bool has_tracks;
} words;

words words_of(const byte_stream *bytes);
// False where they are not there, or too many have been read.
bool words_get(words *from, int64_t place, void *target, size_t count);
// The highest byte comes first.
uint64_t words_number(const uint8_t *bytes, int count);

typedef struct {
  char type[5];
  int64_t content, end;
} box;

// The box that begins at a place; false where there is none before the end.
bool words_box(words *from, int64_t place, int64_t end, box *found);

// An element of Matroska; one without an end goes on to that of what it lies in.
typedef struct {
  uint32_t name;
  int64_t content, end;
} element;

// The element that begins at a place; false where there is none before the end.
bool words_element(words *from, int64_t place, int64_t end, element *found);
