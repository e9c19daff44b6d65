// FFmpeg's libraries behind a fence: plain structs and status codes. All contexts of a reader or writer belong to one heap
// struct, which its `close` frees. Nothing here opens a path or a connection: bytes come from and go to descriptors alone,
// and a file that names other files (a playlist) cannot make anything read them.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  AVFENCE_OK = 0,
  // The end of the recording, or of what a writer has to give.
  AVFENCE_END,
  // A frame that is there and cannot be shown: its time is known, its pixels are not.
  AVFENCE_DAMAGED,
  // The libraries refuse; the message says why.
  AVFENCE_FAILED,
  // Nothing that a demuxer knows, or nothing with moving pictures.
  AVFENCE_NOT_MEDIA,
  AVFENCE_NO_VIDEO,
  // A kind of picture that cannot be redacted or stored; the message names it.
  AVFENCE_UNSUPPORTED,
  AVFENCE_TOO_LARGE,
  AVFENCE_OUT_OF_MEMORY,
  // The wake descriptor became readable while bytes were waited for.
  AVFENCE_INTERRUPTED,
  // A read or write of the descriptor failed; `error_number` of the call's owner holds errno.
  AVFENCE_SYSTEM,
} avfence_status;

typedef struct {
  int32_t numerator, denominator;
} avfence_fraction;

// How samples lie in a picture: one plane behind the other, rows without padding, deep samples in the machine's order.
typedef enum { AVFENCE_MONO, AVFENCE_420, AVFENCE_422, AVFENCE_444, AVFENCE_RGB, AVFENCE_RGBA } avfence_model;

typedef struct {
  avfence_model model;
  // Bits of a sample, 8 to 16; above 8 a sample takes two bytes.
  int32_t bit_depth;
  int32_t width, height;
} avfence_layout;

// What is said of a picture's colours and shape. Code points are those of ITU-T H.273; 2 is "not said".
typedef struct {
  uint8_t primaries, transfer, matrix;
  // 0 not said, 1 limited, 2 full.
  uint8_t range;
  // Where chroma samples lie: 0 not said, 1 left, 2 centre, 3 top left, as FFmpeg numbers them.
  uint8_t chroma_place;
  // Which of two fields in a picture is the earlier one: 1 the upper, 2 the lower; 0 where it has one, or nobody says.
  uint8_t fields;
  // Width of a pixel over its height; 0:1 where not said.
  avfence_fraction pixel_aspect;
  // SMPTE ST 2086: x and y of red, green, blue, white in 1/50000, then the highest and lowest luminance in 1/10000 cd/m2.
  bool has_mastering;
  uint32_t mastering[10];
  // CTA 861.3: the brightest pixel and the brightest frame on average, in cd/m2.
  bool has_light_level;
  uint32_t light_level[2];
} avfence_tags;

typedef enum {
  AVFENCE_LOST,
  // It, or a frame that it depends on.
  AVFENCE_DEPENDS_ON_DAMAGE,
  AVFENCE_ODD_PIXELS,
  AVFENCE_ODD_ANGLE,
  AVFENCE_OTHER_KIND,
  // Packets before it are missing without a trace: nobody knows which frame of the recording it is.
  AVFENCE_AFTER_HOLE,
  // Nobody knows it either: frames came in another order than their times say.
  AVFENCE_DISORDERED,
  // The recording ends before its end: a frame in place of all that is missing.
  AVFENCE_BROKEN_OFF,
  // Of the recording: its edit list begins while a frame stands, and the source does not take it; which frame is the first,
  // programs do not agree. Or its pictures have a second layer.
  AVFENCE_STANDING,
  AVFENCE_LAYERED,
} avfence_reason;

// A frame in presentation order.
typedef struct {
  // On the clock of the recording, and how long it is shown; 0 where not said.
  int64_t time, duration;
  // Whether the recording says so: times that its reader made up are no times.
  bool has_time;
  // As stored; for a frame that cannot be shown, what the recording announces.
  avfence_layout layout;
  // The block of stored pixels that one sample of chroma stands for, and whether its rows belong to two fields in turn.
  int32_t chroma_columns, chroma_rows;
  bool is_interlaced;
  avfence_tags tags;
  // How the stored picture has to be turned to be seen upright, as EXIF numbers it: 1 to 8.
  int32_t orientation;
  // Why it cannot be shown, for AVFENCE_DAMAGED.
  avfence_reason reason;
} avfence_frame;

// What else a container holds beside the pictures that are read and the sound, counted.
typedef struct {
  // Tracks of pictures, and pictures that stand for the recording.
  int32_t videos, covers;
  int32_t subtitles, data, attachments, chapters;
} avfence_beside;

// What is known of a recording before its first frame.
typedef struct {
  avfence_fraction tick;
  // Frames a second on average; 0:1 where not known.
  avfence_fraction rate;
  // How many frames there are, where the container counts them; else 0.
  int64_t count;
  bool has_sound;
  // Whether it is one picture in a file of its own.
  bool is_still;
  avfence_beside beside;
} avfence_recording;

// Frames in

typedef struct avfence_reader avfence_reader;

typedef struct {
  // Stays the caller's, and must stay open as long as the reader.
  int descriptor;
  // Becomes readable when the run is to end; -1 for none.
  int wake;
  // Bytes that were taken from a descriptor that cannot go back; copied.
  const void *prefix;
  size_t prefix_count;
  int64_t pixel_limit;
  // Whether the container's own words tell what a decoder has to know. Else pictures are decoded to learn it.
  bool is_told;
  // Whether a frame that stands when the shown part begins is its first one, as players have it.
  bool takes_standing;
} avfence_source;

// Opens a recording and its decoder. On failure nothing has to be closed. `message` gets words for the failure.
avfence_status avfence_reader_open(
    const avfence_source *source, avfence_reader **reader, avfence_recording *recording, char message[160],
    int *error_number);

// The next frame in presentation order: AVFENCE_OK, AVFENCE_DAMAGED, AVFENCE_END, or why the reader cannot go on.
// AVFENCE_UNSUPPORTED for the reasons that are none of a frame's.
avfence_status avfence_reader_next(avfence_reader *reader, avfence_frame *frame);

// Copies the pixels of the frame that was OK last, which takes its layout's bytes; false for another count.
bool avfence_reader_copy(avfence_reader *reader, void *bytes, size_t count);

void avfence_reader_close(avfence_reader *reader);

// What a finished file holds

// How pictures are kept: every sample, nearly, or as the nearest colours of a palette.
typedef enum { AVFENCE_EXACTLY, AVFENCE_NEARLY, AVFENCE_BY_PALETTES } avfence_keeping;
// What is laid out around the pictures.
typedef enum { AVFENCE_OTHER_FILE, AVFENCE_ISO_FILE, AVFENCE_EBML_FILE, AVFENCE_GIF_FILE } avfence_file_kind;

typedef struct {
  avfence_keeping keeping;
  avfence_file_kind kind;
  avfence_beside beside;
  int32_t sounds;
  // Tags of the file, of its tracks and its programs that no container demands, or that say something else than this
  // program's containers say.
  int32_t tags;
  // Packets that hold more than one picture of one slice or one frame: supplemental information, units that decoders pass over,
  // hidden frames, filling, bytes behind the end. Bytes within a slice of H.264, HEVC or FFV1, behind its last block, are not told.
  int64_t crowded_pictures;
  // The same of sound: filling and tags between frames. Within packets of AAC nothing is looked for.
  int64_t crowded_sounds;
  // Tracks of sound that say more of themselves than the numbers that their decoder needs.
  int32_t sound_setups;
  // The bytes of all packets.
  int64_t packet_bytes;
} avfence_contents;

// Walks over a file from its first packet to its last, and hands out no pixel. The descriptor is one that can go back, and the
// caller's. AVFENCE_OK, or why it cannot be read.
avfence_status avfence_walk(int descriptor, avfence_contents *contents);

// Frames out

typedef struct avfence_writer avfence_writer;

typedef enum { AVFENCE_MP4, AVFENCE_MOV, AVFENCE_WEBM, AVFENCE_MKV, AVFENCE_GIF } avfence_container;
typedef enum { AVFENCE_H264, AVFENCE_HEVC, AVFENCE_VP9, AVFENCE_FFV1, AVFENCE_PALETTES } avfence_codec;

typedef struct {
  avfence_container container;
  // One that the container can hold.
  avfence_codec codec;
  // Open for reading and writing, at its beginning, and the caller's; for writing alone where it cannot go back.
  int descriptor;
  // Becomes readable when whoever reads a pipe shall not be waited for any longer, and stays so; -1 for none.
  int wake;
  // Nothing that was written can be changed: the container is written from front to back.
  bool is_pipe;
  avfence_layout layout;
  avfence_tags tags;
  avfence_fraction tick, rate;
  // The encoder's constant quality: 0 is lossless. Not looked at for FFV1, which is lossless, and palettes.
  int32_t quality;
  // The recording whose sound is kept: a descriptor of its own that can go back, the caller's; -1 for none.
  int sound_descriptor;
  // Whether sound is encoded afresh, with silence in the times of frames that are not clear; else it is copied.
  bool mutes_sound;
  // Whether sound ends with the last frame. Sound that is silenced goes on in silence else; sound that is copied ends anyhow.
  bool sound_ends_with_pictures;
  // The instant of the recording's clock that is the output's first frame.
  int64_t sound_origin;
  avfence_fraction sound_tick;
} avfence_output;

// Whether a container can hold the sound of a recording, copied or encoded afresh: AVFENCE_OK, or as opening the writer with it
// fails. The descriptor is one that can go back, and the caller's; nothing is written.
avfence_status avfence_check_sound(int descriptor, avfence_container container, bool mutes, char message[160]);

// The same as for the reader.
avfence_status avfence_writer_open(
    const avfence_output *output, avfence_writer **writer, char message[160], int *error_number);

// A frame's samples, plane after plane, rows without padding. Those that are given were got from malloc, are the taker's from
// then on, whatever is answered, and are encoded where they lie; others are lent for the call.
typedef struct {
  void *bytes;
  size_t count;
  bool is_given;
} avfence_samples;

// Encodes one frame, in the layout that was announced. Times ascend from 0. `is_clear` says that nothing was covered in it, and
// that its time may be heard. `stored` gets the time on the container's clock.
avfence_status avfence_writer_write(
    avfence_writer *writer, avfence_samples samples, int64_t time, int64_t duration, bool is_clear, int64_t *stored);

// Writes what is left and the container's end. What does not go to a pipe has been decoded then, but for palettes:
// AVFENCE_FAILED where a frame could not be, here or in a call before.
avfence_status avfence_writer_finish(avfence_writer *writer);

// Reads the finished file again, which is not a pipe. AVFENCE_FAILED where it does not hold, packet by packet, what was decoded
// while it was written, at the times of the frames that went in; palettes are decoded here.
avfence_status avfence_writer_check(avfence_writer *writer);

const char *avfence_writer_message(const avfence_writer *writer);
int avfence_writer_error_number(const avfence_writer *writer);
void avfence_writer_close(avfence_writer *writer);

// Pictures

// Makes luma and chroma, as `made` lays them out, of RGB or RGBA of the same size, on black where there is alpha. BT.601 or BT.709 in
// limited range, as `matrix` says (6 or 1). False where memory is short, or the counts are not those of the layouts.
bool avfence_make_yuv(
    const avfence_layout *layout, uint8_t matrix, const void *bytes, size_t count, const avfence_layout *made, void *yuv,
    size_t yuv_count);

// Makes RGB of luma and chroma, with 8 bits a sample for 8, else with 16. False where memory is short or the counts are
// not those of the layouts.
bool avfence_make_rgb(
    const avfence_layout *layout, const avfence_tags *tags, const void *bytes, size_t count, void *rgb,
    size_t rgb_count);
