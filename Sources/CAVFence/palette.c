/// Palettes: each picture gets the colours that it has, or the 256 that stand nearest to them.
///
/// Pictures of interfaces have few colours, and then nothing is lost. For others, colours are put into cells of six bits a
/// channel, and cells into boxes that are cut where they have most pixels (median cut: Heckbert, "Color image quantization for frame
/// buffer display", 1982). Nothing is dithered: dots that differ from picture to picture flicker, and compress badly.
#include <stdlib.h>
#include <string.h>

#include "writer.h"

#define COLOURS 256
#define CELL_BITS 6
#define CELLS (1 << (3 * CELL_BITS))

typedef struct {
  uint64_t count, sums[3];
  // The colour of most of its pixels, if one has more than half of them (Boyer and Moore's vote).
  uint32_t colour;
  uint64_t votes;
} cell;

// Some of the list of used cells.
typedef struct {
  int first, count;
  uint64_t pixels;
} box;

static uint32_t packed(const uint8_t *pixel) { return (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2]; }

static int cell_of(uint32_t colour) {
  int cut = 8 - CELL_BITS;
  int red = (int)(colour >> 16 & 255) >> cut, green = (int)(colour >> 8 & 255) >> cut, blue = (int)(colour & 255) >> cut;
  return (red << CELL_BITS | green) << CELL_BITS | blue;
}

static int level(int cell, int channel) { return cell >> ((2 - channel) * CELL_BITS) & ((1 << CELL_BITS) - 1); }

// Fills palette and indices with the picture's own colours; false for more than there is room for.
static bool fill_exactly(AVFrame *frame, const uint8_t *rgb, uint32_t palette[COLOURS]) {
  // Open addressing: a slot holds the number of a colour and 1, or 0.
  uint16_t slots[4 * COLOURS] = {0};
  int used = 0;
  for (int y = 0; y < frame->height; y++) {
    uint8_t *row = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    for (int x = 0; x < frame->width; x++, rgb += 3) {
      uint32_t colour = packed(rgb);
      unsigned slot = (colour * 2654435761u) >> 22;
      while (slots[slot] && palette[slots[slot] - 1] != colour) slot = (slot + 1) % (4 * COLOURS);
      if (slots[slot] == 0) {
        if (used == COLOURS) return false;
        palette[used++] = colour;
        slots[slot] = (uint16_t)used;
      }
      row[x] = (uint8_t)(slots[slot] - 1);
    }
  }
  return true;
}

// The channel in which the cells of a box lie farthest apart, and how far.
static int longest(const int *list, const box *one, int *length) {
  int best = 0;
  *length = 0;
  for (int channel = 0; channel < 3; channel++) {
    int low = 1 << CELL_BITS, high = -1;
    for (int i = one->first; i < one->first + one->count; i++) {
      int value = level(list[i], channel);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low > *length) *length = high - low, best = channel;
  }
  return best;
}

// Cuts a box in two, so that each has about half of its pixels; its cells are put in the order of a channel.
static box cut(const cell *cells, int *list, int *scratch, box *one, int channel) {
  int starts[(1 << CELL_BITS) + 1] = {0};
  for (int i = 0; i < one->count; i++) starts[level(list[one->first + i], channel) + 1]++;
  for (int i = 0; i < 1 << CELL_BITS; i++) starts[i + 1] += starts[i];
  for (int i = 0; i < one->count; i++) {
    int member = list[one->first + i];
    scratch[starts[level(member, channel)]++] = member;
  }
  memcpy(list + one->first, scratch, (size_t)one->count * sizeof *list);
  uint64_t below = 0;
  int kept = 0;
  do {
    below += cells[list[one->first + kept++]].count;
  } while (kept < one->count - 1 && below < one->pixels / 2);
  box rest = {one->first + kept, one->count - kept, one->pixels - below};
  one->count = kept;
  one->pixels = below;
  return rest;
}

// Makes the palette of boxes of cells. Gives the count of boxes.
static int make_boxes(const cell *cells, int *list, int *scratch, int used, box boxes[COLOURS], uint64_t pixels) {
  int count = 1;
  boxes[0] = (box){0, used, pixels};
  while (count < COLOURS) {
    int best = -1, best_channel = 0;
    double best_weight = 0;
    for (int i = 0; i < count; i++) {
      int length, channel = longest(list, &boxes[i], &length);
      // Many pixels that lie far apart come first.
      double weight = (double)boxes[i].pixels * length;
      if (weight > best_weight) best = i, best_weight = weight, best_channel = channel;
    }
    if (best < 0) break;
    boxes[count] = cut(cells, list, scratch, &boxes[best], best_channel);
    count++;
  }
  return count;
}

// The colour of a box: of a cell that has most of its pixels, so that masks and grounds keep theirs; else the mean.
static uint32_t colour_of(const cell *cells, const int *list, const box *one) {
  uint64_t sums[3] = {0};
  for (int i = one->first; i < one->first + one->count; i++) {
    const cell *member = &cells[list[i]];
    if (2 * member->count > one->pixels && member->votes > 0) return member->colour;
    for (int channel = 0; channel < 3; channel++) sums[channel] += cells[list[i]].sums[channel];
  }
  uint32_t colour = 0;
  for (int channel = 0; channel < 3; channel++) {
    colour = colour << 8 | (uint32_t)((sums[channel] + one->pixels / 2) / one->pixels);
  }
  return colour;
}

static bool fill_nearly(AVFrame *frame, const uint8_t *rgb, uint32_t palette[COLOURS]) {
  cell *cells = calloc(CELLS, sizeof *cells);
  int *list = malloc(2 * CELLS * sizeof *list);
  uint8_t *index = malloc(CELLS);
  bool has_memory = cells && list && index;
  if (has_memory) {
    uint64_t pixels = (uint64_t)frame->width * (uint64_t)frame->height;
    for (uint64_t i = 0; i < pixels; i++) {
      cell *one = &cells[cell_of(packed(rgb + 3 * i))];
      one->count++;
      uint32_t colour = packed(rgb + 3 * i);
      if (one->votes == 0) one->colour = colour;
      if (one->colour == colour) one->votes++;
      else one->votes--;
      for (int channel = 0; channel < 3; channel++) one->sums[channel] += rgb[3 * i + (uint64_t)channel];
    }
    int used = 0;
    for (int i = 0; i < CELLS; i++) {
      if (cells[i].count) list[used++] = i;
    }
    box boxes[COLOURS];
    int count = make_boxes(cells, list, list + CELLS, used, boxes, pixels);
    for (int i = 0; i < count; i++) {
      palette[i] = colour_of(cells, list, &boxes[i]);
      for (int place = boxes[i].first; place < boxes[i].first + boxes[i].count; place++) index[list[place]] = (uint8_t)i;
    }
    for (int y = 0; y < frame->height; y++) {
      uint8_t *row = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
      for (int x = 0; x < frame->width; x++, rgb += 3) row[x] = index[cell_of(packed(rgb))];
    }
  }
  free(cells);
  free(list);
  free(index);
  return has_memory;
}

// The frame as RGB of 8 bits, to be freed; NULL where memory is short.
static uint8_t *plain_rgb(const avfence_layout *layout, const avfence_tags *tags, const uint8_t *bytes) {
  bool is_rgb = layout->model == AVFENCE_RGB || layout->model == AVFENCE_RGBA, is_deep = layout->bit_depth > 8;
  size_t samples = 3 * (size_t)layout->width * (size_t)layout->height, count = samples * (is_deep ? 2 : 1);
  uint8_t *rgb = layout->model == AVFENCE_RGBA ? picture_flat(layout, bytes) : malloc(count);
  if (rgb == NULL) return NULL;
  if (layout->model == AVFENCE_RGB) memcpy(rgb, bytes, count);
  if (!is_rgb && !avfence_make_rgb(layout, tags, bytes, layout_bytes(layout), rgb, count)) {
    free(rgb);
    return NULL;
  }
  const uint16_t *deep = (const uint16_t *)rgb;
  for (size_t i = 0; is_deep && i < samples; i++) rgb[i] = (uint8_t)(deep[i] >> 8);
  return rgb;
}

bool palette_fill(AVFrame *frame, const avfence_layout *layout, const avfence_tags *tags, const uint8_t *bytes) {
  uint32_t palette[COLOURS] = {0};
  uint8_t *rgb = plain_rgb(layout, tags, bytes);
  if (rgb == NULL) return false;
  bool is_filled = fill_exactly(frame, rgb, palette);
  if (!is_filled) {
    memset(palette, 0, sizeof palette);
    is_filled = fill_nearly(frame, rgb, palette);
  }
  free(rgb);
  // All are opaque, those without a pixel too: a transparent one would show the picture before.
  uint32_t *target = (uint32_t *)frame->data[1];
  for (int i = 0; i < COLOURS; i++) target[i] = 0xff000000u | palette[i];
  return is_filled;
}
