// What the files of the reader share: opening, packets, frames.
#pragma once
#include <errno.h>

#include "edits.h"

// A packet whose frame has not been handed out yet.
typedef struct {
  int64_t number;
  int64_t time, duration;
  // The first packet that this one's frame may depend on.
  int64_t base;
} expected;

struct avfence_reader {
  byte_stream bytes;
  AVFormatContext *format;
  AVStream *stream;
  AVCodecContext *codec;
  AVPacket *packet;
  AVFrame *frame;
  // Whether pictures are decoded into marked memory.
  bool marks_memory;
  // What the decoder and the container's reader have complained of.
  complaints of_codec, of_format;
  int seen_errors, seen_format_errors;

  // Ascending by number.
  expected *pending;
  size_t pending_count, pending_capacity;
  // Packets that were given up, and whose frames came out as lost ones: a decoder that holds frames back may still give one.
  int64_t *given_up;
  size_t given_up_count, given_up_capacity;
  // The packet with which it is settled that none comes any more; -1 for no doubt.
  int64_t doubt_end;
  // The newest packet that was damaged; -1 for none.
  int64_t newest_damage;
  // The newest packet whose picture depends on no earlier one, as its decoder says.
  int64_t newest_restart;
  // The first packet behind a hole in the file; INT64_MAX for none.
  int64_t hole;
  // The order of the frames contradicts their times: which ones are lost cannot be told, and so no number of a frame.
  bool is_disordered;
  // Whether frames may be shown in another order than that of their packets.
  bool reorders;
  // Whether the container says of each packet where it lies. Others look for packets, and pass over what was one.
  bool lists_packets;
  // An AVI's list stands at its end. The entry of the next packet, -1 in other containers; and how many there are.
  int64_t next_entry, entry_count;
  int64_t packet_count;
  bool has_key;
  int64_t key_number, earlier_key_number, key_time, first_key_number, first_key_time;
  int64_t last_read_time, last_read_duration;
  // Whether a packet says when its frame is shown, or at least when it is decoded; whether FFmpeg makes up what they say.
  bool has_times, has_any_times, makes_times;
  bool at_packets_end, is_flushed, is_broken_off, said_broken_off, is_held;
  // The packet that gave a frame last.
  bool has_given;
  int64_t newest_given;
  // A frame waits in `frame` while lost ones before it are handed out.
  expected held;
  bool held_is_good;

  shown_part part;
  // Whether a frame was left out that begins before the shown part.
  bool is_cut;
  // Whether the newest of these is shown where it stands when the part begins: it waits like one that is held. While it is
  // shown itself, the held one waits in its place.
  bool takes_standing, has_standing, standing_is_shown;
  AVFrame *standing_frame;
  expected standing;
  bool standing_is_good, held_waits;

  // Into how many parts a tick of the track is divided in what is handed out: parts of a millisecond or two.
  int32_t parts;
  // In such parts.
  int64_t last_time;
  bool has_last;
  avfence_layout announced, first;
  bool has_first;
  avfence_tags tags;
  int32_t orientation;
  int64_t pixel_limit;
  avfence_layout copied;
  uint16_t *row;
};

// Whether a Matroska file has an edition whose chapters say in which order its parts are played (RFC 9559, section 20.1).
bool edition_is_ordered(const byte_stream *bytes);

// Packets

// Reads on to the next packet of the track and hands it to the decoder; at the end tells the decoder so.
avfence_status packets_feed(avfence_reader *reader);
// Takes the packet at a place out of those that wait for their frames.
void packets_forget(avfence_reader *reader, size_t place);
// The place of the waiting packet that is shown first; there is one.
size_t packets_earliest(const avfence_reader *reader);
// Whether a packet's picture depends on what comes before the recording: it follows the first key frame and is shown before
// it. Of these, none counts that cannot be decoded, as players have it.
bool packets_are_cut_off(const avfence_reader *reader, expected entry);
// Takes the packet at a place for lost; false where memory is short.
bool packets_give_up(avfence_reader *reader, size_t place);
// Whether a frame came after all of a packet that was given up: it has come out already, as a lost one.
bool packets_came_late(avfence_reader *reader, int64_t number);
// Whether packets are missing without a trace before the frame of a packet.
bool packets_are_behind_hole(const avfence_reader *reader, int64_t number);
// A packet was damaged: so is what depends on it, and behind it the count of frames, where packets are looked for.
void packets_note_damage(avfence_reader *reader, int64_t number);
// Errors that the decoder has told since the last look concern any packet that it has.
void packets_note_errors(avfence_reader *reader);

// Whether a container shows a part of its pictures only.
typedef enum {
  CROPPING_NONE,
  CROPPING_FOUND,
  // It has more parts than are looked at.
  CROPPING_UNKNOWN,
} cropping;
// `container` is FFmpeg's name of it.
cropping cropping_of(const byte_stream *bytes, const char *container);

// What packets say of themselves; each has at least a byte.

// Whether a packet's picture is never shown, and is not meant to be.
bool packet_is_hidden(const AVCodecParameters *said, const AVPacket *packet);
// Whether a packet that has to give a frame says that it gives none: it is damaged, or the container counts other frames than
// players. VP9 packs what is not shown into one packet with what is.
bool packet_lacks_frame(const AVCodecParameters *said, const AVPacket *packet);
// False for a packet whose picture depends on earlier ones, whatever its container says: what was damaged before it may show in it.
// Where the decoder has to tell, this is true.
bool packet_restarts(const AVCodecParameters *said, const AVPacket *packet);
// Whether a packet of HEVC has units of a second layer: transparency, or another eye's picture.
bool packet_has_layers(const AVCodecParameters *said, const AVPacket *packet);
// Whether a packet holds a second picture: its size is wrong, and those behind it lie elsewhere.
bool packet_holds_next(const AVCodecParameters *said, const AVPacket *packet);
// False where parts of a packet are gone that its decoder does not miss: it looks for the next picture's beginning, or takes
// zeros for empty slices of FFV1, whose checksum is right; and where a picture may be turned without its decoder's saying so.
bool packet_is_whole(const AVCodecParameters *said, const AVPacket *packet);
