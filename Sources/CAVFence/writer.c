/// Frames out: encoded afresh into a container that says nothing but what a player needs.
#include <errno.h>
#include <libavcodec/bsf.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <string.h>

#include "sound.h"

struct avfence_writer {
  byte_stream bytes;
  AVFormatContext *format;
  AVStream *track;
  AVCodecContext *codec;
  // Takes out what an encoder says of itself; NULL where it says nothing.
  AVBSFContext *filter;
  AVPacket *packet;
  AVFrame *frame;
  sound_copy sound;
  bool has_sound;
  avfence_layout layout;
  struct SwsContext *convert;
  // Durations of frames that the encoder holds, by time.
  struct {
    int64_t time, duration;
  } *waiting;
  size_t waiting_count, waiting_capacity;
  // When the last frame ends.
  int64_t end;
  bool has_header;
  char message[160];
};

static avfence_status fail(avfence_writer *writer, const char *what, int result) {
  if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
  if (writer->bytes.error_number) return AVFENCE_SYSTEM;
  char reason[64] = "";
  av_strerror(result, reason, sizeof reason);
  snprintf(writer->message, sizeof writer->message, "%s: %s", what, reason);
  return AVFENCE_FAILED;
}

static avfence_status refuse(avfence_writer *writer, const char *why) {
  snprintf(writer->message, sizeof writer->message, "%s", why);
  return AVFENCE_UNSUPPORTED;
}

// Pixel formats

// Luma and chroma of a depth, by name: that is how the libraries number them.
static enum AVPixelFormat yuv_format(const char *sampling, int depth) {
  char name[24];
  bool is_gray = !strcmp(sampling, "gray");
  const char *before = is_gray ? "" : "yuv", *after = is_gray ? "" : "p";
  if (depth == 8) snprintf(name, sizeof name, "%s%s%s", before, sampling, after);
  else snprintf(name, sizeof name, "%s%s%s%d", before, sampling, after, depth);
  return av_get_pix_fmt(name);
}

static const char *sampling_of(avfence_model model) {
  return model == AVFENCE_420 ? "420" : model == AVFENCE_422 ? "422" : "444";
}

// The pixel format in which a layout is encoded.
static enum AVPixelFormat format_for(avfence_container container, const avfence_layout *layout) {
  bool is_rgb = layout->model == AVFENCE_RGB || layout->model == AVFENCE_RGBA;
  if (container == AVFENCE_MKV) {
    if (is_rgb && layout->bit_depth == 8) return layout->model == AVFENCE_RGB ? AV_PIX_FMT_0RGB32 : AV_PIX_FMT_RGB32;
    if (is_rgb) return layout->model == AVFENCE_RGB ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGBA64;
    return yuv_format(layout->model == AVFENCE_MONO ? "gray" : sampling_of(layout->model), layout->bit_depth);
  }
  // What has no chroma gets a neutral one: few players know pictures without.
  if (!is_rgb && layout->model != AVFENCE_MONO) return yuv_format(sampling_of(layout->model), layout->bit_depth);
  bool is_odd = layout->width % 2 || layout->height % 2;
  return yuv_format(is_odd ? "444" : "420", is_rgb && layout->bit_depth > 8 ? 10 : layout->bit_depth);
}

static bool supports(const AVCodec *encoder, enum AVPixelFormat format) {
  if (format == AV_PIX_FMT_NONE) return false;
  for (const enum AVPixelFormat *one = encoder->pix_fmts; one && *one != AV_PIX_FMT_NONE; one++) {
    if (*one == format) return true;
  }
  return false;
}

// Opening

static const char *encoder_name(avfence_container container) {
  switch (container) {
    case AVFENCE_MP4:
    case AVFENCE_MOV: return "libx264";
    case AVFENCE_WEBM: return "libvpx-vp9";
    case AVFENCE_MKV: return "ffv1";
  }
  return NULL;
}

static const char *muxer_name(avfence_container container) {
  switch (container) {
    case AVFENCE_MP4: return "mp4";
    case AVFENCE_MOV: return "mov";
    case AVFENCE_WEBM: return "webm";
    case AVFENCE_MKV: return "matroska";
  }
  return NULL;
}

static void set_quality(avfence_container container, int quality, AVDictionary **options) {
  switch (container) {
    case AVFENCE_MP4:
    case AVFENCE_MOV:
      av_dict_set(options, "preset", "medium", 0);
      if (quality == 0) av_dict_set(options, "qp", "0", 0);
      else av_dict_set_int(options, "crf", quality, 0);
      break;
    case AVFENCE_WEBM:
      av_dict_set_int(options, "crf", quality, 0);
      av_dict_set(options, "b", "0", 0);
      if (quality == 0) av_dict_set(options, "lossless", "1", 0);
      av_dict_set(options, "deadline", "good", 0);
      av_dict_set(options, "cpu-used", "4", 0);
      av_dict_set(options, "row-mt", "1", 0);
      break;
    case AVFENCE_MKV:
      av_dict_set(options, "level", "3", 0);
      av_dict_set(options, "slicecrc", "1", 0);
      av_dict_set(options, "slices", "4", 0);
      break;
  }
}

static avfence_status open_encoder(avfence_writer *writer, const avfence_output *output) {
  const AVCodec *encoder = avcodec_find_encoder_by_name(encoder_name(output->container));
  if (encoder == NULL) return refuse(writer, "this build of FFmpeg has no encoder for this container");
  const avfence_layout *layout = &output->layout;
  enum AVPixelFormat format = format_for(output->container, layout);
  if (!supports(encoder, format)) {
    if (output->container == AVFENCE_MKV) return refuse(writer, "samples of this depth cannot be encoded");
    return refuse(writer, "the encoder cannot hold samples of this depth; .mkv can");
  }
  bool is_halved = format == yuv_format("420", layout->bit_depth) || format == yuv_format("422", layout->bit_depth);
  if (output->container != AVFENCE_MKV && output->container != AVFENCE_WEBM && is_halved &&
      (layout->width % 2 || (layout->height % 2 && layout->model == AVFENCE_420))) {
    return refuse(writer, "H.264 cannot hold an odd size with halved chroma; .mkv and .webm can");
  }
  writer->codec = avcodec_alloc_context3(encoder);
  if (writer->codec == NULL) return AVFENCE_OUT_OF_MEMORY;
  AVCodecContext *codec = writer->codec;
  codec->width = layout->width;
  codec->height = layout->height;
  codec->pix_fmt = format;
  codec->time_base = (AVRational){output->tick.numerator, output->tick.denominator};
  codec->framerate = (AVRational){output->rate.numerator, output->rate.denominator};
  codec->flags |= AV_CODEC_FLAG_BITEXACT;
  if (writer->format->oformat->flags & AVFMT_GLOBALHEADER) codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  codec->thread_count = 0;
  if (output->container == AVFENCE_MKV) codec->gop_size = 1;
  tags_to_codec(&output->tags, codec);
  AVDictionary *options = NULL;
  set_quality(output->container, output->quality, &options);
  int result = avcodec_open2(codec, encoder, &options);
  av_dict_free(&options);
  return result < 0 ? fail(writer, "the encoder refuses these frames", result) : AVFENCE_OK;
}

static avfence_status open_filter(avfence_writer *writer) {
  if (writer->codec->codec_id != AV_CODEC_ID_H264) return AVFENCE_OK;
  // Type 6 is supplemental information: the encoder's name and all its settings.
  int result = av_bsf_list_parse_str("filter_units=remove_types=6", &writer->filter);
  if (result >= 0) result = avcodec_parameters_from_context(writer->filter->par_in, writer->codec);
  if (result >= 0) {
    writer->filter->time_base_in = writer->codec->time_base;
    result = av_bsf_init(writer->filter);
  }
  return result < 0 ? fail(writer, "the packets cannot be filtered", result) : AVFENCE_OK;
}

static avfence_status open_track(avfence_writer *writer, const avfence_output *output) {
  writer->track = avformat_new_stream(writer->format, NULL);
  if (writer->track == NULL) return AVFENCE_OUT_OF_MEMORY;
  AVCodecParameters *said = writer->track->codecpar;
  int result = writer->filter ? avcodec_parameters_copy(said, writer->filter->par_out)
                              : avcodec_parameters_from_context(said, writer->codec);
  if (result < 0) return fail(writer, "the track cannot be made", result);
  said->codec_tag = 0;
  writer->track->time_base = writer->codec->time_base;
  writer->track->avg_frame_rate = writer->codec->framerate;
  writer->track->sample_aspect_ratio = writer->codec->sample_aspect_ratio;
  writer->track->disposition = AV_DISPOSITION_DEFAULT;
  if (!tags_to_stream(&output->tags, writer->track)) return AVFENCE_OUT_OF_MEMORY;
  return AVFENCE_OK;
}

static avfence_status open_picture(avfence_writer *writer) {
  writer->frame = av_frame_alloc();
  writer->packet = av_packet_alloc();
  if (!writer->frame || !writer->packet) return AVFENCE_OUT_OF_MEMORY;
  AVFrame *frame = writer->frame;
  frame->format = writer->codec->pix_fmt;
  frame->width = writer->codec->width;
  frame->height = writer->codec->height;
  frame->color_range = writer->codec->color_range;
  frame->color_primaries = writer->codec->color_primaries;
  frame->color_trc = writer->codec->color_trc;
  frame->colorspace = writer->codec->colorspace;
  frame->chroma_location = writer->codec->chroma_sample_location;
  frame->sample_aspect_ratio = writer->codec->sample_aspect_ratio;
  if (av_frame_get_buffer(frame, 0) < 0) return AVFENCE_OUT_OF_MEMORY;
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(frame->format);
  bool is_rgb = writer->layout.model == AVFENCE_RGB || writer->layout.model == AVFENCE_RGBA;
  if (!is_rgb || kind->flags & AV_PIX_FMT_FLAG_RGB) return AVFENCE_OK;
  enum AVPixelFormat source = writer->layout.bit_depth > 8 ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24;
  writer->convert = sws_getContext(
      frame->width, frame->height, source, frame->width, frame->height, frame->format,
      SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, NULL, NULL, NULL);
  if (writer->convert == NULL) return AVFENCE_OUT_OF_MEMORY;
  const int *table = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(writer->convert, table, 1, table, 0, 0, 1 << 16, 1 << 16);
  return AVFENCE_OK;
}

static avfence_status open_all(avfence_writer *writer, const avfence_output *output) {
  if (!bytes_open(&writer->bytes, output->descriptor, -1, NULL, 0, true)) return AVFENCE_OUT_OF_MEMORY;
  writer->format = bytes_format(&writer->bytes, muxer_name(output->container));
  if (writer->format == NULL) return refuse(writer, "this build of FFmpeg cannot write this container");
  // No version, no random numbers, no time of day.
  writer->format->flags |= AVFMT_FLAG_BITEXACT;
  writer->layout = output->layout;
  avfence_status status = open_encoder(writer, output);
  if (status == AVFENCE_OK) status = open_filter(writer);
  if (status == AVFENCE_OK) status = open_track(writer, output);
  if (status == AVFENCE_OK) status = open_picture(writer);
  if (status == AVFENCE_OK && output->sound_descriptor >= 0) {
    writer->has_sound = true;
    status = sound_open(&writer->sound, output, writer->format, writer->message);
  }
  if (status != AVFENCE_OK) return status;
  int result = avformat_write_header(writer->format, NULL);
  if (result < 0) return fail(writer, "the container cannot be begun", result);
  writer->has_header = true;
  return AVFENCE_OK;
}

avfence_status avfence_writer_open(
    const avfence_output *output, avfence_writer **result, char message[160], int *error_number) {
  log_install();
  message[0] = 0;
  avfence_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return AVFENCE_OUT_OF_MEMORY;
  avfence_status status = open_all(writer, output);
  *error_number = writer->bytes.error_number;
  if (status != AVFENCE_OK) {
    memcpy(message, writer->message, sizeof writer->message);
    avfence_writer_close(writer);
    return status;
  }
  *result = writer;
  return AVFENCE_OK;
}

void avfence_writer_close(avfence_writer *writer) {
  if (writer == NULL) return;
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

avfence_fraction avfence_writer_tick(const avfence_writer *writer) {
  return (avfence_fraction){writer->track->time_base.num, writer->track->time_base.den};
}

const char *avfence_writer_message(const avfence_writer *writer) { return writer->message; }
int avfence_writer_error_number(const avfence_writer *writer) { return writer->bytes.error_number; }

// Writing

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

// Gives the packet in hand to the container, with the sound that comes before it.
static int mux(avfence_writer *writer) {
  AVPacket *packet = writer->packet;
  if (packet->size == 0) return 0;
  packet->duration = take_duration(writer, packet->pts);
  if (writer->has_sound) {
    int result = sound_write_until(&writer->sound, writer->format, packet->dts, writer->codec->time_base);
    if (result < 0) return result;
  }
  packet->stream_index = writer->track->index;
  av_packet_rescale_ts(packet, writer->codec->time_base, writer->track->time_base);
  return av_interleaved_write_frame(writer->format, packet);
}

// Filters the packet in hand, or what is left for NULL at the end.
static int filter_and_mux(avfence_writer *writer, AVPacket *packet) {
  if (writer->filter == NULL) return packet ? mux(writer) : 0;
  int result = av_bsf_send_packet(writer->filter, packet);
  while (result >= 0) {
    result = av_bsf_receive_packet(writer->filter, writer->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    if (result >= 0) result = mux(writer);
  }
  return result;
}

// Takes packets out of the encoder, after a frame or, for NULL, at the end.
static avfence_status encode(avfence_writer *writer, const AVFrame *frame) {
  int result = avcodec_send_frame(writer->codec, frame);
  if (result < 0) return fail(writer, "a frame could not be encoded", result);
  while (true) {
    result = avcodec_receive_packet(writer->codec, writer->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) break;
    if (result < 0) return fail(writer, "a frame could not be encoded", result);
    result = filter_and_mux(writer, writer->packet);
    if (result < 0) return fail(writer, "a packet could not be written", result);
  }
  if (frame == NULL) {
    result = filter_and_mux(writer, NULL);
    if (result < 0) return fail(writer, "a packet could not be written", result);
  }
  return AVFENCE_OK;
}

static void fill_chroma(AVFrame *frame, const AVPixFmtDescriptor *kind) {
  int depth = kind->comp[1].depth;
  for (int plane = 1; plane < 3; plane++) {
    int width = AV_CEIL_RSHIFT(frame->width, kind->log2_chroma_w);
    int height = AV_CEIL_RSHIFT(frame->height, kind->log2_chroma_h);
    for (int y = 0; y < height; y++) {
      uint8_t *row = frame->data[plane] + (ptrdiff_t)y * frame->linesize[plane];
      if (depth == 8) memset(row, 128, (size_t)width);
      else for (int x = 0; x < width; x++) ((uint16_t *)row)[x] = (uint16_t)(1 << (depth - 1));
    }
  }
}

// Puts the colours on black: there is no alpha in the encoded picture, and what lies under it must not appear.
static void flatten(uint8_t *row, const uint8_t *source, int width, bool is_deep) {
  const uint16_t *deep_source = (const uint16_t *)source;
  uint16_t *deep_row = (uint16_t *)row;
  for (int x = 0; x < width; x++) {
    for (int c = 0; c < 3; c++) {
      if (is_deep) {
        deep_row[3 * x + c] = (uint16_t)(((uint32_t)deep_source[4 * x + c] * deep_source[4 * x + 3] + 32767) / 65535);
      } else {
        row[3 * x + c] = (uint8_t)((source[4 * x + c] * source[4 * x + 3] + 127) / 255);
      }
    }
  }
}

// Red, green and blue become luma and chroma.
static bool convert(avfence_writer *writer, const uint8_t *bytes) {
  AVFrame *frame = writer->frame;
  bool is_deep = writer->layout.bit_depth > 8, has_alpha = writer->layout.model == AVFENCE_RGBA;
  size_t row_bytes = (size_t)frame->width * (is_deep ? 6 : 3), source_row = row_bytes / 3 * (has_alpha ? 4 : 3);
  uint8_t *flat = NULL;
  if (has_alpha) {
    flat = malloc(row_bytes * (size_t)frame->height);
    if (flat == NULL) return false;
    for (int y = 0; y < frame->height; y++) {
      flatten(flat + row_bytes * (size_t)y, bytes + source_row * (size_t)y, frame->width, is_deep);
    }
  }
  const uint8_t *const planes[4] = {has_alpha ? flat : bytes};
  const int strides[4] = {(int)row_bytes};
  int rows = sws_scale(writer->convert, planes, strides, 0, frame->height, frame->data, frame->linesize);
  free(flat);
  return rows == frame->height;
}

// Copies samples as they are.
static void copy(avfence_writer *writer, const uint8_t *bytes) {
  AVFrame *frame = writer->frame;
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(frame->format);
  bool is_packed_8 = kind->flags & AV_PIX_FMT_FLAG_RGB && writer->layout.bit_depth == 8;
  int channels = writer->layout.model == AVFENCE_RGBA ? 4 : 3;
  for (int plane = 0; plane < layout_planes(&writer->layout); plane++) {
    int width, height;
    size_t row_bytes;
    layout_plane(&writer->layout, plane, &width, &height, &row_bytes);
    for (int y = 0; y < height; y++, bytes += row_bytes) {
      uint8_t *row = frame->data[plane] + (ptrdiff_t)y * frame->linesize[plane];
      if (!is_packed_8) {
        memcpy(row, bytes, row_bytes);
        continue;
      }
      // One number of 32 bits for each pixel, alpha in the highest.
      for (int x = 0; x < width; x++) {
        const uint8_t *pixel = bytes + x * channels;
        uint32_t alpha = channels == 4 ? pixel[3] : 255;
        ((uint32_t *)row)[x] = alpha << 24 | (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
      }
    }
  }
  if (writer->layout.model == AVFENCE_MONO && kind->nb_components > 1) fill_chroma(frame, kind);
}

avfence_status avfence_writer_write(
    avfence_writer *writer, const void *bytes, size_t count, int64_t time, int64_t duration, int64_t *stored) {
  if (count != layout_bytes(&writer->layout)) return refuse(writer, "a frame has another size than the first");
  if (av_frame_make_writable(writer->frame) < 0) return AVFENCE_OUT_OF_MEMORY;
  if (writer->convert) {
    if (!convert(writer, bytes)) return AVFENCE_OUT_OF_MEMORY;
  } else {
    copy(writer, bytes);
  }
  writer->frame->pts = time;
  writer->frame->pict_type = AV_PICTURE_TYPE_NONE;
  if (!keep_duration(writer, time, duration)) return AVFENCE_OUT_OF_MEMORY;
  writer->end = time + duration;
  *stored = av_rescale_q(time, writer->codec->time_base, writer->track->time_base);
  return encode(writer, writer->frame);
}

avfence_status avfence_writer_finish(avfence_writer *writer) {
  avfence_status status = encode(writer, NULL);
  if (status != AVFENCE_OK) return status;
  int result = 0;
  if (writer->has_sound) result = sound_write_until(&writer->sound, writer->format, writer->end, writer->codec->time_base);
  if (result >= 0) result = av_write_trailer(writer->format);
  if (result >= 0) {
    avio_flush(writer->bytes.context);
    result = writer->bytes.context->error;
  }
  return result < 0 || writer->bytes.error_number ? fail(writer, "the container cannot be completed", result) : AVFENCE_OK;
}
