// What the files of the fence share.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/pixdesc.h>
#include <stdatomic.h>

#include "CAVFence.h"

// The fragments of an ISO file, by its boxes one after the other.
typedef struct {
  // Where the next bytes stand, and the next box; INT64_MAX where none can be found any more.
  int64_t place, next;
  // The beginning of that box, as far as it is there: its head, and the first box in it with a number.
  uint8_t head[32];
  size_t head_count;
  uint32_t number;
  bool has_number;
  // Since the last numbered header: how many boxes of media, and where the last one begins.
  size_t media_count;
  int64_t media;
  bool media_come_first;
  // Recordings, one behind the other.
  size_t movie_count;
  // Where the first fragment begins whose number does not follow; -1 for none.
  int64_t jump;
} fragments;

// Takes the bytes that come next.
void fragments_watch(fragments *watch, const uint8_t *bytes, size_t count);
// Goes through a whole file.
void fragments_scan(fragments *watch, int descriptor);

// Bytes of a descriptor, as libavformat wants them.
typedef struct {
  AVIOContext *context;
  int descriptor;
  int wake;
  bool can_seek;
  // Bytes that come before those of the descriptor.
  uint8_t *prefix;
  size_t prefix_count, prefix_at;
  // The one that was read last; at the end, the file's.
  uint8_t last_byte;
  // Of what came out of a pipe; a file is gone through when it is opened.
  fragments fragments;
  bool interrupted;
  // When a reader is given up that does not make room, in milliseconds of the steady clock; 0 as long as nobody wants to end.
  int64_t deadline;
  // errno of a call that failed; else 0.
  int error_number;
} byte_stream;

// False where memory is short. `wake` is looked at for descriptors that have to be waited for.
bool bytes_open(byte_stream *stream, int descriptor, int wake, const void *prefix, size_t prefix_count);
// The same to write; a pipe is never gone back in, even where the descriptor could.
bool bytes_open_to_write(byte_stream *stream, int descriptor, bool is_pipe, int wake);
void bytes_close(byte_stream *stream);
// A format context that can open nothing else: to read, or to write with a muxer. NULL where memory is short, or there is no
// such muxer.
AVFormatContext *bytes_format(byte_stream *stream, const char *muxer);

// What a context complained of, whose `opaque` this is.
typedef struct {
  atomic_int errors;
  // Where the bytes stood at the first complaint of a container's reader; -1 for none.
  atomic_llong position;
} complaints;

// Keeps the libraries from writing to stderr, and counts their complaints.
void log_install(void);

// Tells how pictures of a pixel format are handed over; false for one that cannot be.
bool pixels_layout(enum AVPixelFormat format, int width, int height, avfence_layout *layout);
// The block of pixels that one sample of chroma stands for: 1 and 1 where there is none.
void pixels_chroma(enum AVPixelFormat format, int32_t *columns, int32_t *rows);
// The bytes of a picture in a layout.
size_t layout_bytes(const avfence_layout *layout);
// Width and height of a plane, and the bytes of its row.
int layout_planes(const avfence_layout *layout);
void layout_plane(const avfence_layout *layout, int plane, int *width, int *height, size_t *row_bytes);
// Copies a decoded picture into its layout. `row` is scratch for 16-bit samples of a row.
void pixels_copy(const AVFrame *frame, const avfence_layout *layout, uint8_t *target, uint16_t *row);

// The colours that a decoder or a container says, and back.
void tags_of_frame(const AVFrame *frame, const AVStream *stream, avfence_tags *tags);
void tags_to_codec(const avfence_tags *tags, AVCodecContext *codec);
bool tags_to_stream(const avfence_tags *tags, AVStream *stream);
int orientation_of(const AVFrame *frame, const AVStream *stream);
// A block of bytes that the container keeps beside a stream; NULL where there is none.
const uint8_t *stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *count);

// The track of moving pictures: the best one that is no cover art; -1 where there is none.
int tracks_pictures(const AVFormatContext *format);
// Counts a track that is not read, by its kind; sound is not counted.
void tracks_count(const AVStream *stream, avfence_beside *beside);
