/// Pictures in memory: from every pixel format of FFmpeg to the few layouts that are handed over.
#include <string.h>

#include "internal.h"

size_t layout_bytes(const avfence_layout *layout) {
  size_t bytes = 0;
  for (int plane = 0; plane < layout_planes(layout); plane++) {
    int width, height;
    size_t row_bytes;
    layout_plane(layout, plane, &width, &height, &row_bytes);
    bytes += row_bytes * (size_t)height;
  }
  return bytes;
}

int layout_planes(const avfence_layout *layout) {
  return layout->model == AVFENCE_420 || layout->model == AVFENCE_422 || layout->model == AVFENCE_444 ? 3 : 1;
}

void layout_plane(const avfence_layout *layout, int plane, int *width, int *height, size_t *row_bytes) {
  bool is_halved = plane > 0 && layout->model != AVFENCE_444;
  int channels = layout->model == AVFENCE_RGB ? 3 : layout->model == AVFENCE_RGBA ? 4 : 1;
  *width = is_halved ? (layout->width + 1) / 2 : layout->width;
  *height = is_halved && layout->model == AVFENCE_420 ? (layout->height + 1) / 2 : layout->height;
  *row_bytes = (size_t)*width * (size_t)channels * (layout->bit_depth > 8 ? 2 : 1);
}

bool pixels_layout(enum AVPixelFormat format, int width, int height, avfence_layout *layout) {
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(format);
  if (kind == NULL || width <= 0 || height <= 0) return false;
  if (kind->flags & (AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER)) return false;
  if (format == AV_PIX_FMT_XYZ12LE || format == AV_PIX_FMT_XYZ12BE) return false;
  int depth = 8;
  for (int c = 0; c < kind->nb_components; c++) {
    if (kind->comp[c].depth > depth) depth = kind->comp[c].depth;
  }
  if (depth > 16) return false;
  *layout = (avfence_layout){.bit_depth = depth, .width = width, .height = height};
  bool has_alpha = kind->flags & AV_PIX_FMT_FLAG_ALPHA;
  if (kind->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) {
    layout->model = has_alpha ? AVFENCE_RGBA : AVFENCE_RGB;
    // Palettes and pictures of depths between keep every value in the next layout.
    if (depth > 8) layout->bit_depth = 16;
    return true;
  }
  // Luma and chroma with alpha have no layout: what lies under the alpha would ride along.
  if (has_alpha) return false;
  if (kind->nb_components == 1) {
    layout->model = AVFENCE_MONO;
  } else if (kind->log2_chroma_w == 1 && kind->log2_chroma_h <= 1) {
    layout->model = kind->log2_chroma_h == 1 ? AVFENCE_420 : AVFENCE_422;
  } else {
    // Rarer samplings are spread to one chroma sample a pixel, which loses nothing.
    layout->model = AVFENCE_444;
  }
  return true;
}

void pixels_chroma(enum AVPixelFormat format, int32_t *columns, int32_t *rows) {
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(format);
  *columns = 1 << kind->log2_chroma_w;
  *rows = 1 << kind->log2_chroma_h;
}

// Puts a sample of fewer bits into more by repeating them.
static unsigned widened(unsigned value, int from, int to) {
  unsigned most = (1u << from) - 1;
  return (value * ((1u << to) - 1) + most / 2) / most;
}

// Copies one component of a row to every `step`th sample of a target.
static void copy_component(
    const AVFrame *frame, const AVPixFmtDescriptor *kind, int c, int source_y, int count, int spread, int depth,
    uint8_t *target, int step, uint16_t *row) {
  bool is_palette = kind->flags & AV_PIX_FMT_FLAG_PAL;
  int stored = is_palette ? 8 : kind->comp[c].depth;
  int source_count = ((count - 1) >> spread) + 1;
  av_read_image_line2(
      row, (const uint8_t **)frame->data, frame->linesize, kind, 0, source_y, is_palette ? 0 : c, source_count, 0, 2);
  if (is_palette) {
    // Numbers of colours: alpha, red, green and blue in one number each.
    const uint32_t *colours = (const uint32_t *)frame->data[1];
    int shift = c == 3 ? 24 : 16 - 8 * c;
    for (int x = 0; x < source_count; x++) row[x] = colours[row[x] & 255] >> shift & 255;
  }
  // Of two kinds with one bit, the one has white as 0.
  if (frame->format == AV_PIX_FMT_MONOWHITE) {
    for (int x = 0; x < source_count; x++) row[x] ^= 1;
  }
  uint16_t *deep = (uint16_t *)target;
  for (int x = 0; x < count; x++) {
    unsigned value = row[x >> spread];
    if (stored < depth) value = widened(value, stored, depth);
    if (depth > 8) deep[x * step] = (uint16_t)value;
    else target[x * step] = (uint8_t)value;
  }
}

// Whether a plane of luma or chroma lies in the frame as it does in the layout.
static bool is_plain(const AVPixFmtDescriptor *kind, const avfence_layout *layout, int c) {
  const AVComponentDescriptor *component = &kind->comp[c];
  return component->plane == c && component->shift == 0 && component->offset == 0 &&
         component->depth == layout->bit_depth && component->step == (layout->bit_depth > 8 ? 2 : 1) &&
         !(kind->flags & (AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_BITSTREAM));
}

void pixels_copy(const AVFrame *frame, const avfence_layout *layout, uint8_t *target, uint16_t *row) {
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(frame->format);
  if (layout->model == AVFENCE_RGB || layout->model == AVFENCE_RGBA) {
    int channels = layout->model == AVFENCE_RGB ? 3 : 4, bytes = layout->bit_depth > 8 ? 2 : 1;
    size_t row_bytes = (size_t)layout->width * channels * bytes;
    bool is_alike = frame->format == (channels == 3 ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGBA) ||
                    frame->format == (channels == 3 ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGBA64);
    for (int y = 0; y < layout->height; y++, target += row_bytes) {
      if (is_alike) {
        memcpy(target, frame->data[0] + (ptrdiff_t)y * frame->linesize[0], row_bytes);
        continue;
      }
      for (int c = 0; c < channels; c++) {
        copy_component(frame, kind, c, y, layout->width, 0, layout->bit_depth, target + c * bytes, channels, row);
      }
    }
    return;
  }
  bool is_spread = layout->model == AVFENCE_444;
  for (int plane = 0; plane < layout_planes(layout); plane++) {
    int width, height;
    size_t row_bytes;
    layout_plane(layout, plane, &width, &height, &row_bytes);
    int spread_x = plane > 0 && is_spread ? kind->log2_chroma_w : 0;
    int spread_y = plane > 0 && is_spread ? kind->log2_chroma_h : 0;
    bool plain = is_plain(kind, layout, plane) && spread_x == 0;
    for (int y = 0; y < height; y++, target += row_bytes) {
      int source_y = y >> spread_y;
      if (plain) {
        memcpy(target, frame->data[plane] + (ptrdiff_t)source_y * frame->linesize[plane], row_bytes);
      } else {
        copy_component(frame, kind, plane, source_y, width, spread_x, layout->bit_depth, target, 1, row);
      }
    }
  }
}
