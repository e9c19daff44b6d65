/// Frames as the encoder wants them: the pixel format for a layout, and the samples in it.
#include <stdlib.h>
#include <string.h>

#include "writer.h"

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

enum AVPixelFormat picture_format(avfence_codec codec, const avfence_layout *layout) {
  bool is_rgb = layout->model == AVFENCE_RGB || layout->model == AVFENCE_RGBA;
  if (codec == AVFENCE_PALETTES) return AV_PIX_FMT_PAL8;
  if (codec == AVFENCE_FFV1) {
    if (is_rgb && layout->bit_depth == 8) return layout->model == AVFENCE_RGB ? AV_PIX_FMT_0RGB32 : AV_PIX_FMT_RGB32;
    if (is_rgb) return layout->model == AVFENCE_RGB ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGBA64;
    return yuv_format(layout->model == AVFENCE_MONO ? "gray" : sampling_of(layout->model), layout->bit_depth);
  }
  // What has no chroma gets a neutral one: few players know pictures without.
  if (!is_rgb && layout->model != AVFENCE_MONO) return yuv_format(sampling_of(layout->model), layout->bit_depth);
  bool is_odd = layout->width % 2 || layout->height % 2;
  return yuv_format(is_odd ? "444" : "420", is_rgb && layout->bit_depth > 8 ? 10 : layout->bit_depth);
}

bool picture_is_cut(const avfence_layout *layout, enum AVPixelFormat format) {
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(format);
  return (kind->log2_chroma_w && layout->width % 2) || (kind->log2_chroma_h && layout->height % 2);
}

avfence_status picture_open(avfence_writer *writer) {
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
  frame->interlaced_frame = writer->tags.fields != 0;
  frame->top_field_first = writer->tags.fields == 1;
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(frame->format);
  bool is_rgb = writer->layout.model == AVFENCE_RGB || writer->layout.model == AVFENCE_RGBA;
  writer->is_alike = !is_rgb && kind->nb_components == layout_planes(&writer->layout) && writer->kind != AVFENCE_PALETTES;
  if (!is_rgb || kind->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) return AVFENCE_OK;
  bool is_deep = writer->layout.bit_depth > 8;
  writer->convert = picture_converter(frame->width, frame->height, is_deep, frame->format, SWS_CS_ITU709);
  return writer->convert ? AVFENCE_OK : AVFENCE_OUT_OF_MEMORY;
}

struct SwsContext *picture_converter(int width, int height, bool is_deep, enum AVPixelFormat format, int table) {
  struct SwsContext *convert = sws_getContext(
      width, height, is_deep ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24, width, height, format,
      SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, NULL, NULL, NULL);
  const int *coefficients = sws_getCoefficients(table);
  if (convert) sws_setColorspaceDetails(convert, coefficients, 1, coefficients, 0, 0, 1 << 16, 1 << 16);
  return convert;
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

uint8_t *picture_flat(const avfence_layout *layout, const uint8_t *bytes) {
  bool is_deep = layout->bit_depth > 8;
  size_t row_bytes = (size_t)layout->width * (is_deep ? 6 : 3);
  uint8_t *flat = malloc(row_bytes * (size_t)layout->height);
  for (int y = 0; flat && y < layout->height; y++) {
    flatten(flat + row_bytes * (size_t)y, bytes + row_bytes / 3 * 4 * (size_t)y, layout->width, is_deep);
  }
  return flat;
}

// Red, green and blue become luma and chroma.
static bool convert(avfence_writer *writer, const uint8_t *bytes) {
  AVFrame *frame = writer->frame;
  bool has_alpha = writer->layout.model == AVFENCE_RGBA;
  uint8_t *flat = has_alpha ? picture_flat(&writer->layout, bytes) : NULL;
  if (has_alpha && flat == NULL) return false;
  const uint8_t *const planes[4] = {has_alpha ? flat : bytes};
  const int strides[4] = {frame->width * (writer->layout.bit_depth > 8 ? 6 : 3)};
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

static void free_given(void *opaque, uint8_t *bytes) {
  (void)opaque;
  free(bytes);
}

// Makes the encoder's picture of a frame's own memory.
static bool take(avfence_writer *writer, avfence_samples samples) {
  AVFrame *frame = writer->frame;
  // The memory for those that are copied.
  av_buffer_unref(&frame->buf[0]);
  frame->buf[0] = av_buffer_create(samples.bytes, samples.count, free_given, NULL, 0);
  if (frame->buf[0] == NULL) {
    free(samples.bytes);
    return false;
  }
  writer->is_taken = true;
  uint8_t *start = samples.bytes;
  for (int plane = 0; plane < layout_planes(&writer->layout); plane++) {
    int width, height;
    size_t row_bytes;
    layout_plane(&writer->layout, plane, &width, &height, &row_bytes);
    frame->data[plane] = start;
    frame->linesize[plane] = (int)row_bytes;
    start += row_bytes * (size_t)height;
  }
  return true;
}

// Puts samples into memory of the encoder's picture.
static bool put(avfence_writer *writer, const uint8_t *bytes) {
  AVFrame *frame = writer->frame;
  if ((frame->buf[0] ? av_frame_make_writable(frame) : av_frame_get_buffer(frame, 0)) < 0) return false;
  if (writer->kind == AVFENCE_PALETTES) return palette_fill(frame, &writer->layout, &writer->tags, bytes);
  if (writer->convert) return convert(writer, bytes);
  copy(writer, bytes);
  return true;
}

bool picture_fill(avfence_writer *writer, avfence_samples samples) {
  if (samples.is_given && writer->is_alike) return take(writer, samples);
  bool is_put = put(writer, samples.bytes);
  if (samples.is_given) free(samples.bytes);
  return is_put;
}

void picture_let_go(avfence_writer *writer) {
  if (!writer->is_taken) return;
  AVFrame *frame = writer->frame;
  av_buffer_unref(&frame->buf[0]);
  memset(frame->data, 0, sizeof frame->data);
  memset(frame->linesize, 0, sizeof frame->linesize);
  writer->is_taken = false;
}
