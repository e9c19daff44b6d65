/// A complete file is read again: it has to hold the packets that were decoded while it was written, and no others.
///
/// What players read is what counts: the demuxer that a recording is opened with, the decoder that the file's own words lead to.
/// The first picture is decoded from them, and has to come out as it did before. The others need no second decoding: packets
/// that are the same give the same pictures.
#include <string.h>
#include <unistd.h>

#include "reader.h"
#include "writer.h"

static avfence_status wrong(avfence_writer *writer, const char *what) {
  snprintf(writer->message, sizeof writer->message, "%s", what);
  return AVFENCE_FAILED;
}

static avfence_status wrong_frame(avfence_writer *writer, int64_t number) {
  snprintf(writer->message, sizeof writer->message, "frame %lld of what was written cannot be decoded", (long long)number);
  return AVFENCE_FAILED;
}

static avfence_status wrong_count(avfence_writer *writer, int64_t count) {
  long long before = writer->times.count, after = count;
  snprintf(writer->message, sizeof writer->message, "%lld frames went in, and %lld are there", before, after);
  return AVFENCE_FAILED;
}

static avfence_status compare_times(avfence_writer *writer, const times_print *found) {
  if (found->count != writer->times.count) return wrong_count(writer, found->count);
  if (!times_print_is_same(found, &writer->times)) return wrong(writer, "the frames that were written have other times");
  return AVFENCE_OK;
}

avfence_status file_check_decoded(avfence_writer *writer) {
  avfence_status status = live_check_finish(writer->live, &writer->decoded, writer->message);
  return status == AVFENCE_OK ? compare_times(writer, &writer->decoded.times) : status;
}

// Decodes the packet in hand, alone.
static avfence_status compare_first_picture(avfence_writer *writer, avfence_reader *reader) {
  uint8_t number[16];
  AVFrame *frame = reader->frame;
  int result = avcodec_send_packet(reader->codec, reader->packet);
  if (result >= 0) result = avcodec_send_packet(reader->codec, NULL);
  if (result >= 0) result = avcodec_receive_frame(reader->codec, frame);
  if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
  bool is_good = result >= 0 && !frame->decode_error_flags && !(frame->flags & AV_FRAME_FLAG_CORRUPT) &&
                 atomic_load(&reader->of_codec.errors) == 0;
  if (!is_good) return wrong_frame(writer, 0);
  if (!picture_is_of(frame, writer->track->codecpar)) return wrong(writer, "what was written has another size or other pixels");
  if (!picture_print(frame, number)) return AVFENCE_OUT_OF_MEMORY;
  av_frame_unref(frame);
  bool is_same = memcmp(number, writer->decoded.first_picture, sizeof number) == 0;
  return is_same ? AVFENCE_OK : wrong(writer, "the first frame that was written is another picture");
}

static avfence_status compare_packets(avfence_writer *writer, avfence_reader *reader, packets_print *print) {
  AVPacket *packet = reader->packet;
  int result;
  while ((result = av_read_frame(reader->format, packet)) >= 0) {
    avfence_status status = AVFENCE_OK;
    if (packet->stream_index == reader->stream->index && packet->size > 0) {
      // One that is not to be shown is none.
      bool is_shown = packet->pts >= reader->part.begin && packet->pts < reader->part.end;
      bool is_whole = is_shown && !(packet->flags & AV_PKT_FLAG_CORRUPT);
      if (print->count == 0) status = compare_first_picture(writer, reader);
      if (status == AVFENCE_OK && !(packets_print_add(print, packet) && is_whole)) status = wrong_frame(writer, print->count - 1);
    }
    av_packet_unref(packet);
    if (status != AVFENCE_OK) return status;
  }
  if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
  if (print->count != writer->decoded.packet_count) return wrong_count(writer, print->count);
  uint8_t number[16];
  packets_print_end(print, number);
  bool is_whole = result == AVERROR_EOF && atomic_load(&reader->of_format.errors) == 0;
  bool is_same = memcmp(number, writer->decoded.packets, sizeof number) == 0;
  return is_whole && is_same ? AVFENCE_OK : wrong(writer, "the file holds something else than what was encoded");
}

static avfence_status check_packets(avfence_writer *writer, avfence_reader *reader) {
  packets_print print;
  avfence_status status = AVFENCE_OUT_OF_MEMORY;
  if (packets_print_open(&print, reader->stream->codecpar)) status = compare_packets(writer, reader, &print);
  packets_print_close(&print);
  return status;
}

// The muxer of GIFs makes its packets anew: there, every picture is decoded from the file.
static avfence_status check_pictures(avfence_writer *writer, avfence_reader *reader) {
  times_print found = {0};
  while (true) {
    avfence_frame frame;
    avfence_status status = avfence_reader_next(reader, &frame);
    if (status == AVFENCE_END) return compare_times(writer, &found);
    if (status == AVFENCE_OUT_OF_MEMORY) return status;
    if (status != AVFENCE_OK) return wrong_frame(writer, found.count);
    times_print_add(&found, frame.time);
  }
}

avfence_status avfence_writer_check(avfence_writer *writer) {
  if (lseek(writer->bytes.descriptor, 0, SEEK_SET) < 0) return wrong(writer, "what was written cannot be read again");
  // The first picture is decoded by the container's words alone, as players do that start at once. A GIF has none.
  avfence_source source = {
      .descriptor = writer->bytes.descriptor, .wake = -1, .pixel_limit = INT32_MAX, .is_told = writer->live != NULL};
  avfence_reader *reader;
  avfence_recording recording;
  char message[160];
  int error_number;
  avfence_status status = avfence_reader_open(&source, &reader, &recording, message, &error_number);
  if (status == AVFENCE_OUT_OF_MEMORY) return status;
  if (status != AVFENCE_OK) return wrong(writer, "what was written cannot be read again");
  AVRational tick = writer->track->time_base;
  if (recording.tick.numerator != tick.num || recording.tick.denominator != tick.den) {
    status = wrong(writer, "the file that was written has another clock");
  } else {
    status = writer->live ? check_packets(writer, reader) : check_pictures(writer, reader);
  }
  avfence_reader_close(reader);
  return status;
}
