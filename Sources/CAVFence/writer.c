/// Frames out: encoded afresh into a container that says nothing but what a player needs.
#include <libavutil/opt.h>
#include <stdlib.h>

#include "writer.h"

avfence_status writer_fail(avfence_writer *writer, const char *what, int result) {
  if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
  if (writer->bytes.interrupted) return AVFENCE_INTERRUPTED;
  if (writer->bytes.error_number) return AVFENCE_SYSTEM;
  char reason[64] = "";
  av_strerror(result, reason, sizeof reason);
  snprintf(writer->message, sizeof writer->message, "%s: %s", what, reason);
  return AVFENCE_FAILED;
}

avfence_status writer_refuse(avfence_writer *writer, const char *why) {
  snprintf(writer->message, sizeof writer->message, "%s", why);
  return AVFENCE_UNSUPPORTED;
}

void avfence_writer_close(avfence_writer *writer) {
  if (writer == NULL) return;
  live_check_close(&writer->live);
  if (writer->has_sound) sound_close(&writer->sound);
  sws_freeContext(writer->convert);
  av_bsf_free(&writer->filter);
  avcodec_free_context(&writer->codec);
  av_frame_free(&writer->frame);
  av_packet_free(&writer->packet);
  // The descriptor is the caller's: the library has no file of its own to close.
  avformat_free_context(writer->format);
  if (writer->bytes.context) bytes_close(&writer->bytes);
  free(writer->waiting);
  free(writer);
}

const char *avfence_writer_message(const avfence_writer *writer) { return writer->message; }
int avfence_writer_error_number(const avfence_writer *writer) { return writer->bytes.error_number; }

// Takes the duration of the frame that has a time.
static int64_t take_duration(avfence_writer *writer, int64_t time) {
  for (size_t i = 0; i < writer->waiting_count; i++) {
    if (writer->waiting[i].time != time) continue;
    int64_t duration = writer->waiting[i].duration;
    writer->waiting[i] = writer->waiting[--writer->waiting_count];
    return duration;
  }
  return 0;
}

static bool keep_duration(avfence_writer *writer, int64_t time, int64_t duration) {
  if (writer->waiting_count == writer->waiting_capacity) {
    size_t capacity = writer->waiting_capacity ? 2 * writer->waiting_capacity : 64;
    void *grown = realloc(writer->waiting, capacity * sizeof *writer->waiting);
    if (grown == NULL) return false;
    writer->waiting = grown;
    writer->waiting_capacity = capacity;
  }
  writer->waiting[writer->waiting_count].time = time;
  writer->waiting[writer->waiting_count++].duration = duration;
  return true;
}

// Gives the packet in hand to the container, with the sound that comes before it, and to the decoder that checks it.
static avfence_status mux(avfence_writer *writer) {
  AVPacket *packet = writer->packet;
  if (packet->size == 0) return AVFENCE_OK;
  packet->duration = take_duration(writer, packet->pts);
  int result = 0;
  if (writer->has_sound) {
    result = sound_write_until(&writer->sound, writer->format, packet->dts, writer->codec->time_base);
    if (result < 0) return writer_fail(writer, "a packet could not be written", result);
  }
  packet->stream_index = writer->track->index;
  av_packet_rescale_ts(packet, writer->codec->time_base, writer->track->time_base);
  if (writer->live) {
    avfence_status status = live_check_add(writer->live, packet, writer->message);
    if (status != AVFENCE_OK) return status;
  }
  result = av_interleaved_write_frame(writer->format, packet);
  return result < 0 ? writer_fail(writer, "a packet could not be written", result) : AVFENCE_OK;
}

// Filters the packet in hand, or what is left for NULL at the end.
static avfence_status filter_and_mux(avfence_writer *writer, AVPacket *packet) {
  if (writer->filter == NULL) return packet ? mux(writer) : AVFENCE_OK;
  int result = av_bsf_send_packet(writer->filter, packet);
  while (result >= 0) {
    result = av_bsf_receive_packet(writer->filter, writer->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return AVFENCE_OK;
    if (result < 0) break;
    avfence_status status = mux(writer);
    if (status != AVFENCE_OK) return status;
  }
  return writer_fail(writer, "a packet could not be written", result);
}

// Takes packets out of the encoder, after a frame or, for NULL, at the end.
static avfence_status encode(avfence_writer *writer, const AVFrame *frame) {
  int result = avcodec_send_frame(writer->codec, frame);
  if (result < 0) return writer_fail(writer, "a frame could not be encoded", result);
  while (true) {
    result = avcodec_receive_packet(writer->codec, writer->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) break;
    if (result < 0) return writer_fail(writer, "a frame could not be encoded", result);
    avfence_status status = filter_and_mux(writer, writer->packet);
    if (status != AVFENCE_OK) return status;
  }
  return frame ? AVFENCE_OK : filter_and_mux(writer, NULL);
}

avfence_status avfence_writer_write(
    avfence_writer *writer, avfence_samples samples, int64_t time, int64_t duration, bool is_clear, int64_t *stored) {
  if (samples.count != layout_bytes(&writer->layout)) {
    if (samples.is_given) free(samples.bytes);
    return writer_refuse(writer, "a frame has another size than the first");
  }
  if (!picture_fill(writer, samples)) return AVFENCE_OUT_OF_MEMORY;
  writer->frame->pts = time;
  writer->frame->pict_type = AV_PICTURE_TYPE_NONE;
  if (!keep_duration(writer, time, duration)) return AVFENCE_OUT_OF_MEMORY;
  if (writer->has_sound && !sound_note_frame(&writer->sound, time, is_clear)) return AVFENCE_OUT_OF_MEMORY;
  writer->last = time;
  writer->end = time + duration;
  *stored = av_rescale_q(time, writer->codec->time_base, writer->track->time_base);
  times_print_add(&writer->times, *stored);
  avfence_status status = encode(writer, writer->frame);
  picture_let_go(writer);
  return status;
}

// A GIF says of each picture how long it is shown; the muxer knows that of the last one from nobody.
static void set_final_delay(avfence_writer *writer) {
  AVRational own = writer->codec->time_base, hundredths = writer->track->time_base;
  int64_t delay = av_rescale_q(writer->end, own, hundredths) - av_rescale_q(writer->last, own, hundredths);
  if (delay > 0 && delay <= UINT16_MAX) av_opt_set_int(writer->format->priv_data, "final_delay", delay, 0);
}

avfence_status avfence_writer_finish(avfence_writer *writer) {
  avfence_status status = encode(writer, NULL);
  if (status != AVFENCE_OK) return status;
  int result = 0;
  if (writer->has_sound) result = sound_finish(&writer->sound, writer->format, writer->end, writer->codec->time_base);
  if (writer->kind == AVFENCE_PALETTES) set_final_delay(writer);
  if (result >= 0) result = av_write_trailer(writer->format);
  if (result >= 0) {
    avio_flush(writer->bytes.context);
    result = writer->bytes.context->error;
  }
  if (result < 0 || writer->bytes.error_number || writer->bytes.interrupted)
    return writer_fail(writer, "the container cannot be completed", result);
  return writer->live ? file_check_decoded(writer) : AVFENCE_OK;
}
