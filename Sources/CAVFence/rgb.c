/// Luma and chroma as red, green and blue, for pictures that hold nothing else; and back.
#include <libavutil/imgutils.h>
#include <stdlib.h>
#include <string.h>

#include "writer.h"

static int coefficients(uint8_t matrix, int height) {
  switch (matrix) {
    case 1: return SWS_CS_ITU709;
    case 4: return SWS_CS_FCC;
    case 5:
    case 6: return SWS_CS_ITU601;
    case 7: return SWS_CS_SMPTE240M;
    case 9:
    case 10: return SWS_CS_BT2020;
    // What does not say is taken as players take it.
    default: return height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601;
  }
}

static enum AVPixelFormat format_of(const avfence_layout *layout) {
  const char *sampling = layout->model == AVFENCE_420 ? "420" : layout->model == AVFENCE_422 ? "422" : "444";
  char name[24];
  if (layout->bit_depth == 8) snprintf(name, sizeof name, "yuv%sp", sampling);
  else snprintf(name, sizeof name, "yuv%sp%d", sampling, layout->bit_depth);
  return av_get_pix_fmt(name);
}

// Memory for a picture whose rows the library may write to in blocks of a vector's width: beyond their ends, and in tight rows
// over what stands behind. Blank, since what is not written would be anything that this process had there, texts of views too.
// Freed with its first plane.
static bool alloc_wide(uint8_t *planes[4], int strides[4], int width, int height, enum AVPixelFormat format) {
  int bytes = av_image_alloc(planes, strides, width, height, format, 64);
  if (bytes < 0) return false;
  memset(planes[0], 0, (size_t)bytes);
  return true;
}

bool avfence_make_rgb(
    const avfence_layout *layout, const avfence_tags *tags, const void *bytes, size_t count, void *rgb,
    size_t rgb_count) {
  bool is_deep = layout->bit_depth > 8;
  size_t row_bytes = (size_t)layout->width * (is_deep ? 6 : 3);
  if (count != layout_bytes(layout) || rgb_count != row_bytes * (size_t)layout->height) return false;
  enum AVPixelFormat format = format_of(layout);
  if (format == AV_PIX_FMT_NONE) return false;
  const uint8_t *planes[4] = {NULL};
  int strides[4] = {0};
  const uint8_t *start = bytes;
  uint8_t *neutral = NULL;
  for (int plane = 0; plane < layout_planes(layout); plane++) {
    int width, height;
    size_t stride;
    layout_plane(layout, plane, &width, &height, &stride);
    planes[plane] = start;
    strides[plane] = (int)stride;
    start += stride * (size_t)height;
  }
  if (layout->model == AVFENCE_MONO) {
    // One plane of neutral chroma stands for both. 64 bytes more: the library reads in blocks.
    neutral = av_malloc(count + 64);
    if (neutral == NULL) return false;
    for (size_t i = 0; i < count / (is_deep ? 2 : 1); i++) {
      if (is_deep) ((uint16_t *)neutral)[i] = (uint16_t)(1 << (layout->bit_depth - 1));
      else neutral[i] = 128;
    }
    planes[1] = planes[2] = neutral;
    strides[1] = strides[2] = strides[0];
  }
  uint8_t *wide[4] = {NULL};
  int wide_strides[4] = {0};
  if (!alloc_wide(wide, wide_strides, layout->width, layout->height, is_deep ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24)) {
    av_free(neutral);
    return false;
  }
  struct SwsContext *convert = sws_getContext(
      layout->width, layout->height, format, layout->width, layout->height,
      is_deep ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24, SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL,
      NULL);
  bool is_made = false;
  if (convert) {
    const int *table = sws_getCoefficients(coefficients(tags->matrix, layout->height));
    sws_setColorspaceDetails(
        convert, table, tags->range == 2, sws_getCoefficients(SWS_CS_ITU709), 1, 0, 1 << 16, 1 << 16);
    is_made = sws_scale(convert, planes, strides, 0, layout->height, wide, wide_strides) == layout->height;
    for (int y = 0; y < layout->height; y++) {
      memcpy((uint8_t *)rgb + row_bytes * (size_t)y, wide[0] + (ptrdiff_t)wide_strides[0] * y, row_bytes);
    }
  }
  sws_freeContext(convert);
  av_free(neutral);
  av_freep(&wide[0]);
  return is_made;
}

bool avfence_make_yuv(
    const avfence_layout *layout, uint8_t matrix, const void *bytes, size_t count, const avfence_layout *made, void *yuv,
    size_t yuv_count) {
  bool is_deep = layout->bit_depth > 8, has_alpha = layout->model == AVFENCE_RGBA;
  if (count != layout_bytes(layout) || yuv_count != layout_bytes(made)) return false;
  if (layout->model != AVFENCE_RGB && !has_alpha) return false;
  if (layout_planes(made) != 3 || made->width != layout->width || made->height != layout->height) return false;
  enum AVPixelFormat format = format_of(made);
  if (format == AV_PIX_FMT_NONE) return false;
  uint8_t *flat = has_alpha ? picture_flat(layout, bytes) : NULL;
  if (has_alpha && flat == NULL) return false;
  struct SwsContext *convert = picture_converter(
      layout->width, layout->height, is_deep, format, matrix == 1 ? SWS_CS_ITU709 : SWS_CS_ITU601);
  uint8_t *wide[4] = {NULL};
  int wide_strides[4] = {0};
  bool is_made = convert && alloc_wide(wide, wide_strides, layout->width, layout->height, format);
  if (is_made) {
    const uint8_t *const planes[4] = {flat ? flat : bytes};
    const int strides[4] = {layout->width * (is_deep ? 6 : 3)};
    is_made = sws_scale(convert, planes, strides, 0, layout->height, wide, wide_strides) == layout->height;
    uint8_t *target = yuv;
    for (int plane = 0; plane < 3; plane++) {
      int width, height;
      size_t row_bytes;
      layout_plane(made, plane, &width, &height, &row_bytes);
      for (int y = 0; y < height; y++, target += row_bytes) {
        memcpy(target, wide[plane] + (ptrdiff_t)wide_strides[plane] * y, row_bytes);
      }
    }
    av_freep(&wide[0]);
  }
  sws_freeContext(convert);
  free(flat);
  return is_made;
}
