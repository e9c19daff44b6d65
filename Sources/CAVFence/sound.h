// The sound of a recording: copied as it is, or silenced where something was covered.
#pragma once
#include "internal.h"

// Times on the pictures' clock in which nothing was covered. All others are silent: also those of which nobody knows yet.
typedef struct {
  struct {
    int64_t from, to;
  } *spans;
  size_t count, capacity;
  AVRational tick;
  // Where the newest frame begins: what comes before it is decided.
  int64_t known;
  bool has_frame, newest_is_clear;
  // No frame comes any more. When the last one ends, and whether the sound ends with it.
  bool is_complete, ends_with_pictures;
  int64_t end;
} clear_times;

// A track that is decoded, silenced and encoded.
typedef struct muted_track muted_track;

typedef struct {
  byte_stream bytes;
  AVFormatContext *format;
  // For each track of the source that was there at the beginning: the output's track, or -1.
  int *targets;
  unsigned track_count;
  // The source's clock at the output's beginning.
  int64_t origin;
  AVRational origin_tick;
  AVPacket *packet;
  // A packet that waits for its time.
  bool has_packet;
  bool at_end;
  // Matroska's readers take an encoder's delay off all times, and FFmpeg's writer does not put it on.
  bool adds_delay;
  // For each track of the source, where sound is silenced; else NULL.
  muted_track **muted;
  // The one whose decoded samples wait until their times are decided.
  muted_track *waiting;
  clear_times clear;
} sound_source;

// Opens the source and makes the output's tracks. `message` gets words where the container cannot hold the sound.
avfence_status sound_open(sound_source *sound, const avfence_output *output, AVFormatContext *target, char message[160]);
// A frame begins; for sound that is silenced. False where memory is short.
bool sound_note_frame(sound_source *sound, int64_t time, bool is_clear);
// Writes what begins before a time, in the given unit, as far as it is decided.
int sound_write_until(sound_source *sound, AVFormatContext *target, int64_t time, AVRational tick);
// Writes the rest, after the last frame, which ends at a time.
int sound_finish(sound_source *sound, AVFormatContext *target, int64_t end, AVRational tick);
void sound_close(sound_source *sound);

// Leaves of a copied track's setup the numbers that a decoder needs; false for a codec that keeps more in it than these.
bool sound_setup_cut(AVCodecParameters *said);
// Whether AAC says no more of itself than this program's encoder does where the channels have no number.
bool sound_setup_is_listed_aac(const AVCodecParameters *said);
// Cuts a packet of MP3, AC-3 or E-AC-3 behind its last whole frame, where naive writers leave tags, and takes the filling out of one
// of Opus; false where no frame is left.
bool sound_cut_to_frames(const AVCodecParameters *said, AVPacket *packet);
// Reads on to the next packet of a track that has a target; it has times on the source's clock.
int sound_read(sound_source *sound);

// Silenced tracks

// Opens the decoder of a track, and an encoder that suits the container. NULL where that cannot be; `message` has words.
muted_track *muted_open(
    AVStream *source, AVFormatContext *target, avfence_container container, avfence_status *status, char message[160]);
// Decodes on and encodes as far as times are decided.
int muted_write(sound_source *sound, AVFormatContext *target);
void muted_close(muted_track **track);

// The factors of so many samples from a place on, at a rate: 1 in clear times, 0 elsewhere, and short ways between them within
// the clear times. `slack` samples at the edges of clear times are silent, too. `cursor` remembers a place that only grows.
void clear_factors(
    const clear_times *clear, int rate, int64_t place, int slack, size_t *cursor, float *factors, int count);
// Whether nothing that frames say later changes the samples before a place.
bool clear_is_decided(const clear_times *clear, int rate, int64_t place, int slack);
