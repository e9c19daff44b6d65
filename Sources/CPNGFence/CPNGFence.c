#include "CPNGFence.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// All that is known while reading lies here, on the heap: a local variable that changes between setjmp and a jump has
// no defined value after it.
struct pngfence {
  jmp_buf landing;
  png_structp png;
  png_infop information;
  const uint8_t *bytes;
  size_t count;
  size_t at;
  int short_of_memory;
  pngfence_info info;
  uint8_t palette[256 * 4];
  char message[160];
};

// [called by libpng] Must not return. The landing is in the function below through which libpng was entered.
static void fail(png_structp png, png_const_charp message) {
  pngfence *fence = png_get_error_ptr(png);
  strncpy(fence->message, message, sizeof fence->message - 1);
  longjmp(fence->landing, 1);
}

// [called by libpng] An ancillary chunk was bad and has been dropped: nothing that the pixels need.
static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static png_voidp allocate(png_structp png, png_alloc_size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) ((pngfence *)png_get_mem_ptr(png))->short_of_memory = 1;
  return memory;
}

static void release(png_structp png, png_voidp memory) {
  (void)png;
  free(memory);
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
  pngfence *fence = png_get_io_ptr(png);
  if (count > fence->count - fence->at) png_error(png, "the file is cut off");
  memcpy(target, fence->bytes + fence->at, count);
  fence->at += count;
}

pngfence *pngfence_open(const void *bytes, size_t count) {
  pngfence *fence = calloc(1, sizeof *fence);
  if (fence == NULL) return NULL;
  fence->bytes = bytes;
  fence->count = count;
  return fence;
}

static pngfence_status failure(const pngfence *fence) {
  return fence->short_of_memory ? PNGFENCE_OUT_OF_MEMORY : PNGFENCE_DAMAGED;
}

// Copies palette and transparent colour out of libpng.
static void copy_colours(pngfence *fence) {
  png_colorp colours = NULL;
  png_bytep alphas = NULL;
  png_color_16p key = NULL;
  int colour_count = 0, alpha_count = 0;
  int has_transparency = png_get_tRNS(fence->png, fence->information, &alphas, &alpha_count, &key) != 0;

  if (fence->info.colour_type == PNG_COLOR_TYPE_PALETTE) {
    png_get_PLTE(fence->png, fence->information, &colours, &colour_count);
    fence->info.palette_count = colour_count;
    for (int i = 0; i < colour_count; i++) {
      uint8_t *entry = fence->palette + 4 * i;
      entry[0] = colours[i].red;
      entry[1] = colours[i].green;
      entry[2] = colours[i].blue;
      entry[3] = has_transparency && i < alpha_count ? alphas[i] : 255;
    }
  } else if (has_transparency && key != NULL) {
    // Only the bits of a sample count: libpng compares these, and the rest of the 16 is the writer's noise.
    unsigned mask = (1u << fence->info.bit_depth) - 1;
    int gray = fence->info.colour_type == PNG_COLOR_TYPE_GRAY;
    fence->info.has_key = 1;
    fence->info.key[0] = (gray ? key->gray : key->red) & mask;
    fence->info.key[1] = gray ? 0 : key->green & mask;
    fence->info.key[2] = gray ? 0 : key->blue & mask;
  }
}

pngfence_status pngfence_read_header(pngfence *fence, pngfence_info *info) {
  if (setjmp(fence->landing)) return failure(fence);
  fence->png = png_create_read_struct_2(
      PNG_LIBPNG_VER_STRING, fence, fail, ignore_warning, fence, allocate, release);
  if (fence->png == NULL) return PNGFENCE_OUT_OF_MEMORY;
  fence->information = png_create_info_struct(fence->png);
  if (fence->information == NULL) return PNGFENCE_OUT_OF_MEMORY;

  png_set_read_fn(fence->png, fence, read_bytes);
  // The caller has held the size against its own limit; libpng's is a million a side.
  png_set_user_limits(fence->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(fence->png, 1 << 20);
  // Of all known chunks only IHDR, PLTE, tRNS, IDAT and IEND are looked into: no text is inflated, no profile parsed.
  png_set_keep_unknown_chunks(fence->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(fence->png, fence->information);

  fence->info.width = png_get_image_width(fence->png, fence->information);
  fence->info.height = png_get_image_height(fence->png, fence->information);
  fence->info.colour_type = png_get_color_type(fence->png, fence->information);
  fence->info.bit_depth = png_get_bit_depth(fence->png, fence->information);
  copy_colours(fence);

  // Palettes become RGB, low depths 8 bits, one transparent colour an alpha of nothing or all; no sample is converted.
  png_set_expand(fence->png);
  const uint16_t probe = 1;
  if (fence->info.bit_depth == 16 && *(const uint8_t *)&probe == 1) png_set_swap(fence->png);
  png_set_interlace_handling(fence->png);
  png_read_update_info(fence->png, fence->information);
  fence->info.channels = png_get_channels(fence->png, fence->information);
  fence->info.sample_bytes = png_get_bit_depth(fence->png, fence->information) / 8;
  fence->info.row_bytes = png_get_rowbytes(fence->png, fence->information);
  *info = fence->info;
  return PNGFENCE_OK;
}

pngfence_status pngfence_read_pixels(pngfence *fence, void *pixels, size_t count) {
  if (setjmp(fence->landing)) return failure(fence);
  if (count / fence->info.row_bytes < fence->info.height) png_error(fence->png, "too little memory for the pixels");
  int is_plain = png_get_interlace_type(fence->png, fence->information) == PNG_INTERLACE_NONE;
  int passes = is_plain ? 1 : PNG_INTERLACE_ADAM7_PASSES;
  for (int pass = 0; pass < passes; pass++) {
    // Row by row: a list of row pointers would take more than the picture where that is one pixel wide.
    for (size_t y = 0; y < fence->info.height; y++) {
      png_read_row(fence->png, (png_bytep)pixels + y * fence->info.row_bytes, NULL);
    }
  }
  png_read_end(fence->png, NULL);
  return PNGFENCE_OK;
}

const uint8_t *pngfence_palette(const pngfence *fence) { return fence->palette; }

const char *pngfence_message(const pngfence *fence) { return fence->message; }

void pngfence_close(pngfence *fence) {
  // Destroying only frees, and does nothing for what was never made. Should it fail after all, there is a landing.
  if (setjmp(fence->landing) == 0) png_destroy_read_struct(&fence->png, &fence->information, NULL);
  free(fence);
}
