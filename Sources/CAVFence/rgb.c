/// Luma and chroma as red, green and blue, for pictures that hold nothing else; and back.
#include <stdlib.h>

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
    // One row of neutral chroma stands for all of them.
    // 64 bytes more: the library reads in blocks.
    neutral = av_malloc((size_t)layout->width * 2 + 64);
    if (neutral == NULL) return false;
    for (int x = 0; x < layout->width; x++) {
      if (is_deep) ((uint16_t *)neutral)[x] = (uint16_t)(1 << (layout->bit_depth - 1));
      else neutral[x] = 128;
    }
    planes[1] = planes[2] = neutral;
  }
  struct SwsContext *convert = sws_getContext(
      layout->width, layout->height, format, layout->width, layout->height,
      is_deep ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24, SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL,
      NULL);
  if (convert) {
    const int *table = sws_getCoefficients(coefficients(tags->matrix, layout->height));
    sws_setColorspaceDetails(
        convert, table, tags->range == 2, sws_getCoefficients(SWS_CS_ITU709), 1, 0, 1 << 16, 1 << 16);
    uint8_t *const target[4] = {rgb};
    const int target_strides[4] = {(int)row_bytes};
    sws_scale(convert, planes, strides, 0, layout->height, target, target_strides);
  }
  sws_freeContext(convert);
  av_free(neutral);
  return convert != NULL;
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
  if (convert) {
    const uint8_t *const planes[4] = {flat ? flat : bytes};
    const int strides[4] = {layout->width * (is_deep ? 6 : 3)};
    uint8_t *targets[4] = {NULL};
    int target_strides[4] = {0};
    uint8_t *start = yuv;
    for (int plane = 0; plane < 3; plane++) {
      int width, height;
      size_t stride;
      layout_plane(made, plane, &width, &height, &stride);
      targets[plane] = start;
      target_strides[plane] = (int)stride;
      start += stride * (size_t)height;
    }
    sws_scale(convert, planes, strides, 0, layout->height, targets, target_strides);
  }
  sws_freeContext(convert);
  free(flat);
  return convert != NULL;
}
