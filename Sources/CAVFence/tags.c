/// What is said of pictures: colour, shape, how they are turned. All as numbers; no text crosses.
#include <libavutil/display.h>
#include <libavutil/mastering_display_metadata.h>
#include <string.h>

#include "internal.h"

const uint8_t *stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *count) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  if (data == NULL) return NULL;
  *count = data->size;
  return data->data;
#else
  return av_stream_get_side_data(stream, type, count);
#endif
}

// Code points beyond a byte do not exist.
static uint8_t code_point(int value) { return value >= 0 && value < 256 ? (uint8_t)value : 2; }

static uint32_t in_units(AVRational value, int units) {
  int64_t result = value.den > 0 ? av_rescale(value.num, units, value.den) : 0;
  return result < 0 ? 0 : result > UINT32_MAX ? UINT32_MAX : (uint32_t)result;
}

static void take_mastering(const AVMasteringDisplayMetadata *data, avfence_tags *tags) {
  if (!data->has_primaries || !data->has_luminance) return;
  tags->has_mastering = true;
  for (int colour = 0; colour < 3; colour++) {
    tags->mastering[2 * colour] = in_units(data->display_primaries[colour][0], 50000);
    tags->mastering[2 * colour + 1] = in_units(data->display_primaries[colour][1], 50000);
  }
  tags->mastering[6] = in_units(data->white_point[0], 50000);
  tags->mastering[7] = in_units(data->white_point[1], 50000);
  tags->mastering[8] = in_units(data->max_luminance, 10000);
  tags->mastering[9] = in_units(data->min_luminance, 10000);
}

static void take_light_level(const AVContentLightMetadata *data, avfence_tags *tags) {
  tags->has_light_level = true;
  tags->light_level[0] = data->MaxCLL;
  tags->light_level[1] = data->MaxFALL;
}

static uint8_t fields_of(const AVFrame *frame, enum AVFieldOrder order) {
  if (frame->interlaced_frame) return frame->top_field_first ? 1 : 2;
  // The second letter is the field that is shown first.
  return order == AV_FIELD_TT || order == AV_FIELD_BT ? 1 : order == AV_FIELD_BB || order == AV_FIELD_TB ? 2 : 0;
}

void tags_of_frame(const AVFrame *frame, const AVStream *stream, avfence_tags *tags) {
  const AVCodecParameters *said = stream->codecpar;
  // The codec's word first; the container's where the codec says nothing.
  int primaries = frame->color_primaries != AVCOL_PRI_UNSPECIFIED ? (int)frame->color_primaries : (int)said->color_primaries;
  int transfer = frame->color_trc != AVCOL_TRC_UNSPECIFIED ? (int)frame->color_trc : (int)said->color_trc;
  int matrix = frame->colorspace != AVCOL_SPC_UNSPECIFIED ? (int)frame->colorspace : (int)said->color_space;
  int range = frame->color_range != AVCOL_RANGE_UNSPECIFIED ? (int)frame->color_range : (int)said->color_range;
  const AVPixFmtDescriptor *kind = av_pix_fmt_desc_get(frame->format);
  // Formats that are full range by name.
  if (range == AVCOL_RANGE_UNSPECIFIED && kind && !strncmp(kind->name, "yuvj", 4)) range = AVCOL_RANGE_JPEG;
  AVRational aspect = frame->sample_aspect_ratio.num ? frame->sample_aspect_ratio : stream->sample_aspect_ratio;
  *tags = (avfence_tags){
      .primaries = code_point(primaries),
      .transfer = code_point(transfer),
      .matrix = code_point(matrix),
      .range = (uint8_t)range,
      .chroma_place = (uint8_t)frame->chroma_location,
      .fields = fields_of(frame, said->field_order),
      .pixel_aspect = {aspect.num, aspect.num ? aspect.den : 1},
  };
  size_t count;
  const uint8_t *block;
  const AVFrameSideData *beside = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  if (beside) {
    take_mastering((const AVMasteringDisplayMetadata *)beside->data, tags);
  } else if ((block = stream_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &count)) &&
             count >= sizeof(AVMasteringDisplayMetadata)) {
    take_mastering((const AVMasteringDisplayMetadata *)block, tags);
  }
  beside = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  if (beside) {
    take_light_level((const AVContentLightMetadata *)beside->data, tags);
  } else if ((block = stream_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &count)) &&
             count >= sizeof(AVContentLightMetadata)) {
    take_light_level((const AVContentLightMetadata *)block, tags);
  }
}

void tags_to_codec(const avfence_tags *tags, AVCodecContext *codec) {
  codec->color_primaries = tags->primaries;
  codec->color_trc = tags->transfer;
  codec->colorspace = tags->matrix;
  codec->color_range = tags->range;
  codec->chroma_sample_location = tags->chroma_place;
  if (tags->fields) codec->field_order = tags->fields == 1 ? AV_FIELD_TT : AV_FIELD_BB;
  if (tags->pixel_aspect.numerator > 0 && tags->pixel_aspect.denominator > 0) {
    codec->sample_aspect_ratio = (AVRational){tags->pixel_aspect.numerator, tags->pixel_aspect.denominator};
  }
}

static bool add_side_data(AVStream *stream, enum AVPacketSideDataType type, void *data, size_t count) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  bool added = av_packet_side_data_add(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, data, count, 0) != NULL;
#else
  bool added = av_stream_add_side_data(stream, type, data, count) >= 0;
#endif
  if (!added) av_free(data);
  return added;
}

bool tags_to_stream(const avfence_tags *tags, AVStream *stream) {
  if (tags->has_mastering) {
    AVMasteringDisplayMetadata *data = av_mastering_display_metadata_alloc();
    if (data == NULL) return false;
    for (int colour = 0; colour < 3; colour++) {
      data->display_primaries[colour][0] = (AVRational){(int)tags->mastering[2 * colour], 50000};
      data->display_primaries[colour][1] = (AVRational){(int)tags->mastering[2 * colour + 1], 50000};
    }
    data->white_point[0] = (AVRational){(int)tags->mastering[6], 50000};
    data->white_point[1] = (AVRational){(int)tags->mastering[7], 50000};
    data->max_luminance = (AVRational){(int)tags->mastering[8], 10000};
    data->min_luminance = (AVRational){(int)tags->mastering[9], 10000};
    data->has_primaries = data->has_luminance = 1;
    if (!add_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, data, sizeof *data)) return false;
  }
  if (tags->has_light_level) {
    size_t count;
    AVContentLightMetadata *data = av_content_light_metadata_alloc(&count);
    if (data == NULL) return false;
    data->MaxCLL = tags->light_level[0];
    data->MaxFALL = tags->light_level[1];
    if (!add_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, data, count)) return false;
  }
  return true;
}

// How a matrix turns a picture, y down: x' = a x + c y, y' = b x + d y. 0 where it is no quarter turn.
static int orientation_of_matrix(const int32_t *matrix) {
  int32_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
  if (b == 0 && c == 0 && a != 0 && d != 0) return a > 0 ? (d > 0 ? 1 : 4) : (d > 0 ? 2 : 3);
  if (a == 0 && d == 0 && b != 0 && c != 0) return c > 0 ? (b > 0 ? 5 : 8) : (b > 0 ? 6 : 7);
  return 0;
}

int orientation_of(const AVFrame *frame, const AVStream *stream) {
  const AVFrameSideData *beside = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
  if (beside && beside->size >= 9 * sizeof(int32_t)) return orientation_of_matrix((const int32_t *)beside->data);
  size_t count;
  const uint8_t *block = stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &count);
  return block && count >= 9 * sizeof(int32_t) ? orientation_of_matrix((const int32_t *)block) : 1;
}
