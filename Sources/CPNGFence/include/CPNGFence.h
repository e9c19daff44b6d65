// libpng behind a fence. libpng reports damage by a jump; every function here lands its own jumps before it returns, so
// that no Swift frame ever lies between a jump and its landing.
#pragma once
#include <stddef.h>
#include <stdint.h>

// One PNG file being read. Its memory is its owner's: open, read the header, read the pixels, close.
typedef struct pngfence pngfence;

typedef enum {
  PNGFENCE_OK = 0,
  // The file is not what it should be; pngfence_message tells what libpng says.
  PNGFENCE_DAMAGED = 1,
  PNGFENCE_OUT_OF_MEMORY = 2,
} pngfence_status;

typedef struct {
  uint32_t width, height;
  // As stored, by section 11.2.1 of the PNG specification.
  uint8_t colour_type, bit_depth;
  // As read: 1 to 4 samples of 1 or 2 bytes a pixel, rows without padding.
  uint8_t channels, sample_bytes;
  size_t row_bytes;
  // Colours of the palette; 0 for other kinds.
  int palette_count;
  // Whether gray or RGB has one colour that is transparent, and its samples (gray in the first).
  int has_key;
  uint16_t key[3];
} pngfence_info;

// Begins to read `count` bytes, which stay the caller's and must outlive the fence. NULL where memory is short.
pngfence *pngfence_open(const void *bytes, size_t count);

// Reads what stands before the pixels. Once, first.
pngfence_status pngfence_read_header(pngfence *fence, pngfence_info *info);

// Reads all pixels, and on to the end of the file, into `count` bytes: height times row_bytes of them, at least. Once,
// after the header. Samples of two bytes come in the machine's order.
pngfence_status pngfence_read_pixels(pngfence *fence, void *pixels, size_t count);

// The palette as red, green, blue, alpha: 4 bytes for each of palette_count colours. Good until the fence is closed.
const uint8_t *pngfence_palette(const pngfence *fence);

// What libpng said of the damage, in ASCII; chunk names and causes, nothing of the picture. Good until closed.
const char *pngfence_message(const pngfence *fence);

void pngfence_close(pngfence *fence);
