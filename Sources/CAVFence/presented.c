/// What programs show differently, or Scrim's reader would pass over: such recordings are refused with a word about what settles it.
#include <libavcodec/bsf.h>
#include <string.h>

#include "container_words.h"
#include "presented.h"

static avfence_status refuse(char message[160], const char *words) {
  snprintf(message, 160, "%s", words);
  return AVFENCE_UNSUPPORTED;
}

// A second stream of pictures beside these, which their decoder passes over: what it makes transparent would be seen.
static bool has_alpha_beside(const AVStream *stream) {
  const AVDictionaryEntry *alpha = av_dict_get(stream->metadata, "alpha_mode", NULL, 0);
  return alpha && strcmp(alpha->value, "0") != 0;
}

// Whether two pictures may lie in one packet, as DivX and XviD write B frames to AVIs; false where memory is short. An empty packet
// follows each such one, which is as small as a picture without changes: what tells them apart by their sizes, as FFmpeg's filter
// does, drops pictures now and then, and gives each frame behind them the views of its neighbour.
static bool says_packed(const AVCodecParameters *said, bool *is_packed) {
  *is_packed = false;
  if (said->codec_id != AV_CODEC_ID_MPEG4 || said->extradata_size <= 0) return true;
  AVBSFContext *unpacker = NULL;
  int result = av_bsf_list_parse_str("mpeg4_unpack_bframes", &unpacker);
  if (result >= 0) result = avcodec_parameters_copy(unpacker->par_in, said);
  if (result >= 0) result = av_bsf_init(unpacker);
  // It takes the word for it out of the setup.
  if (result >= 0) *is_packed = memcmp(unpacker->par_out->extradata, said->extradata, said->extradata_size) != 0;
  av_bsf_free(&unpacker);
  return result >= 0;
}

// FFmpeg's reader leaves samples of another codec out of its index, and counts on without them.
static bool lacks_samples(const AVStream *stream) {
  return stream->nb_frames > avformat_index_get_entries_count(stream);
}

static avfence_status check_edits(avfence_reader *reader, bool is_iso, bool is_matroska, char message[160]) {
  reader->part = (shown_part){INT64_MIN, INT64_MAX};
  const AVStream *stream = reader->stream;
  if (is_iso && edits_of(&reader->bytes, stream->id, stream->time_base, &reader->part) != EDITS_PLAIN) {
    return refuse(
        message, "programs differ in what they show of it: its edit list has several parts, or another speed, or is broken; "
        "`ffmpeg -i IN -c:v ffv1 OUT.mkv` settles it");
  }
  if (is_matroska && edition_is_ordered(&reader->bytes)) {
    return refuse(
        message, "programs differ in what they show of it: its chapters put parts of it in an order of their own; "
        "`ffmpeg -i IN -c copy OUT.mkv` leaves the stored one");
  }
  return AVFENCE_OK;
}

avfence_status presented_check(avfence_reader *reader, char message[160]) {
  const char *container = reader->format->iformat->name;
  bool is_iso = strstr(container, "mov") != NULL, is_matroska = strstr(container, "matroska") != NULL;
  switch (cropping_of(&reader->bytes, container)) {
  case CROPPING_NONE: break;
  case CROPPING_FOUND:
    return refuse(
        message, "its container shows a part of each picture only (clap, PixelCrop), and masks would lie elsewhere: crop it first");
  case CROPPING_UNKNOWN:
    return refuse(message, "its container has too many parts to be looked through; `ffmpeg -i IN -c copy OUT.mkv` writes it anew");
  }
  avfence_status status = check_edits(reader, is_iso, is_matroska, message);
  if (status != AVFENCE_OK) return status;
  if (is_iso && lacks_samples(reader->stream)) {
    return refuse(message, "some of its frames are of another codec, or its lists contradict each other: they cannot be counted; "
        "encode its parts by themselves");
  }
  const AVCodecParameters *said = reader->stream->codecpar;
  if (has_alpha_beside(reader->stream)) return refuse(message, "its transparency stands beside its pictures, where it cannot be read");
  // The frames of an AVI have the times of their count.
  if (!strcmp(container, "avi") && reader->entry_count == 0) {
    return refuse(
        message, "it has no index of its frames, or was cut: some may be missing; `ffmpeg -i IN -c:v ffv1 OUT.mkv` takes what is there");
  }
  bool is_packed;
  if (!says_packed(said, &is_packed)) return AVFENCE_OUT_OF_MEMORY;
  if (is_packed) {
    return refuse(
        message,
        "two of its frames lie in one packet (DivX, XviD), and cannot be counted: `ffmpeg -i IN -c:v ffv1 OUT.mkv` gives each its own");
  }
  return AVFENCE_OK;
}
