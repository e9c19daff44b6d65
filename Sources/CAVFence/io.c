/// Bytes in and out of descriptors: with a wake-up for those that have to be waited for, and with nothing else to open.
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define BUFFER_BYTES (1 << 16)
// How long the reader of a pipe may take to make room once the run shall end, in milliseconds.
#define PATIENCE 500
// As much goes into whatever says that it has room, at once: a page of a pipe.
#define SURE_PIECE 4096

// Waits until there is something to read; false when the run is to end.
static bool wait_for_bytes(byte_stream *stream) {
  struct pollfd both[2] = {{stream->descriptor, POLLIN, 0}, {stream->wake, POLLIN, 0}};
  while (poll(both, 2, -1) < 0 && errno == EINTR) {
  }
  if (both[1].revents) stream->interrupted = true;
  return !stream->interrupted;
}

// Bytes have been read, at least one.
static int note_bytes(byte_stream *stream, const uint8_t *bytes, size_t count) {
  stream->last_byte = bytes[count - 1];
  if (!stream->can_seek) fragments_watch(&stream->fragments, bytes, count);
  return (int)count;
}

static int read_bytes(void *opaque, uint8_t *target, int count) {
  byte_stream *stream = opaque;
  if (stream->prefix_at < stream->prefix_count) {
    size_t rest = stream->prefix_count - stream->prefix_at;
    size_t part = rest < (size_t)count ? rest : (size_t)count;
    memcpy(target, stream->prefix + stream->prefix_at, part);
    stream->prefix_at += part;
    return note_bytes(stream, target, part);
  }
  while (true) {
    if (!stream->can_seek && !wait_for_bytes(stream)) return AVERROR_EXIT;
    ssize_t got = read(stream->descriptor, target, (size_t)count);
    if (got > 0) return note_bytes(stream, target, (size_t)got);
    if (got == 0) return AVERROR_EOF;
    if (errno == EINTR || errno == EAGAIN) continue;
    stream->error_number = errno;
    return AVERROR(errno);
  }
}

static int64_t milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits until a pipe has room; false when the run is to end and its reader does not make any in time.
static bool wait_for_room(byte_stream *stream) {
  while (true) {
    struct pollfd both[2] = {{stream->descriptor, POLLOUT, 0}, {stream->deadline ? -1 : stream->wake, POLLIN, 0}};
    int64_t rest = stream->deadline ? stream->deadline - milliseconds() : -1;
    int found = poll(both, 2, stream->deadline && rest < 0 ? 0 : (int)rest);
    if (found < 0 && errno == EINTR) continue;
    if (both[1].revents) stream->deadline = milliseconds() + PATIENCE;
    // What has gone wrong with it, the write says.
    if (found < 0 || both[0].revents) return true;
    if (stream->deadline && milliseconds() >= stream->deadline) break;
  }
  stream->interrupted = true;
  return false;
}

// Newer libraries say that what they hand out must not be changed.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int write_bytes(void *opaque, const uint8_t *bytes, int count) {
#else
static int write_bytes(void *opaque, uint8_t *bytes, int count) {
#endif
  byte_stream *stream = opaque;
  int done = 0, piece = count;
  if (!stream->can_seek && !(fcntl(stream->descriptor, F_GETFL) & O_NONBLOCK)) piece = SURE_PIECE;
  while (done < count) {
    if (!stream->can_seek && !wait_for_room(stream)) return AVERROR_EXIT;
    int rest = count - done;
    ssize_t put = write(stream->descriptor, bytes + done, (size_t)(rest < piece ? rest : piece));
    if (put < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (put < 0) {
      stream->error_number = errno;
      return AVERROR(errno);
    }
    done += (int)put;
  }
  return count;
}

static int64_t seek_bytes(void *opaque, int64_t offset, int whence) {
  byte_stream *stream = opaque;
  if (whence & AVSEEK_SIZE) {
    struct stat status;
    return fstat(stream->descriptor, &status) == 0 ? (int64_t)status.st_size : AVERROR(errno);
  }
  int64_t place = lseek(stream->descriptor, offset, whence & ~AVSEEK_FORCE);
  return place < 0 ? AVERROR(errno) : place;
}

static bool make_context(byte_stream *stream, bool writes) {
  uint8_t *buffer = av_malloc(BUFFER_BYTES);
  if (buffer == NULL) return false;
  stream->context = avio_alloc_context(
      buffer, BUFFER_BYTES, writes, stream, writes ? NULL : read_bytes, writes ? write_bytes : NULL,
      stream->can_seek ? seek_bytes : NULL);
  if (stream->context == NULL) av_free(buffer);
  return stream->context != NULL;
}

bool bytes_open(byte_stream *stream, int descriptor, int wake, const void *prefix, size_t prefix_count) {
  struct stat status;
  *stream = (byte_stream){.descriptor = descriptor, .wake = wake, .fragments = {.jump = -1}};
  stream->can_seek = prefix_count == 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (prefix_count > 0) {
    stream->prefix = malloc(prefix_count);
    if (stream->prefix == NULL) return false;
    memcpy(stream->prefix, prefix, prefix_count);
    stream->prefix_count = prefix_count;
  }
  return make_context(stream, false);
}

bool bytes_open_to_write(byte_stream *stream, int descriptor, bool is_pipe, int wake) {
  *stream = (byte_stream){.descriptor = descriptor, .wake = wake, .can_seek = !is_pipe};
  return make_context(stream, true);
}

void bytes_close(byte_stream *stream) {
  // The library may have taken another buffer in place of ours.
  if (stream->context) av_freep(&stream->context->buffer);
  avio_context_free(&stream->context);
  free(stream->prefix);
  stream->prefix = NULL;
}

// [called by libavformat] A playlist may name any file or address: none is opened.
static int refuse_to_open(AVFormatContext *format, AVIOContext **bytes, const char *url, int flags, AVDictionary **options) {
  (void)format, (void)bytes, (void)url, (void)flags, (void)options;
  return AVERROR(EACCES);
}

AVFormatContext *bytes_format(byte_stream *stream, const char *muxer) {
  AVFormatContext *format = NULL;
  if (muxer == NULL) format = avformat_alloc_context();
  else avformat_alloc_output_context2(&format, NULL, muxer, NULL);
  if (format == NULL) return NULL;
  format->pb = stream->context;
  format->flags |= AVFMT_FLAG_CUSTOM_IO;
  format->io_open = refuse_to_open;
  format->protocol_whitelist = av_strdup("");
  return format;
}
