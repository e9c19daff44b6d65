/// Opening a video file: its encoder, its container, and what is left out of both.
#include <libavutil/cpu.h>
#include <stdlib.h>
#include <string.h>

#include "writer.h"

static bool supports(const AVCodec *encoder, enum AVPixelFormat format) {
  if (format == AV_PIX_FMT_NONE) return false;
  for (const enum AVPixelFormat *one = encoder->pix_fmts; one && *one != AV_PIX_FMT_NONE; one++) {
    if (*one == format) return true;
  }
  return false;
}

static const char *encoder_name(avfence_codec codec) {
  switch (codec) {
    case AVFENCE_H264: return "libx264";
    case AVFENCE_HEVC: return "libx265";
    case AVFENCE_VP9: return "libvpx-vp9";
    case AVFENCE_FFV1: return "ffv1";
    case AVFENCE_PALETTES: return "gif";
  }
  return NULL;
}

static const char *muxer_name(avfence_container container) {
  switch (container) {
    case AVFENCE_MP4: return "mp4";
    case AVFENCE_MOV: return "mov";
    case AVFENCE_WEBM: return "webm";
    case AVFENCE_MKV: return "matroska";
    case AVFENCE_GIF: return "gif";
  }
  return NULL;
}

// x264's choices follow what memory held that it has not written, with AVX-512, where a row of its blocks of 16 samples is not of
// whole eights: freed pictures too. What comes out is no pixel of theirs, but the same recording gave other bytes, and what masks
// hide had a say in them. Without these instructions it is a tenth slower. All names but theirs: what else such a processor has.
static void keep_to_written_memory(int width, AVDictionary **options) {
  bool has_wide = av_get_cpu_flags() & AV_CPU_FLAG_AVX512;
  if (has_wide && (width + 15) / 16 % 8) {
    av_dict_set(options, "x264-params", "asm=MMX2,SSE2Fast,SSSE3,SSE4.2,AVX,FMA3,BMI2,AVX2", 0);
  }
}

static void set_options(avfence_codec codec, int quality, int width, int height, AVDictionary **options) {
  switch (codec) {
    case AVFENCE_H264:
      av_dict_set(options, "preset", "medium", 0);
      keep_to_written_memory(width, options);
      if (quality == 0) av_dict_set(options, "qp", "0", 0);
      else av_dict_set_int(options, "crf", quality, 0);
      break;
    case AVFENCE_HEVC:
      av_dict_set(options, "preset", "medium", 0);
      if (quality > 0) av_dict_set_int(options, "crf", quality, 0);
      // It writes to stderr by itself, and puts all its settings into the stream. One frame after the other: the same bytes
      // on any number of processors.
      av_dict_set(options, "x265-params", "log-level=none:info=0:frame-threads=1", 0);
      if (quality == 0) av_dict_set(options, "x265-params", "log-level=none:info=0:frame-threads=1:lossless=1", 0);
      break;
    case AVFENCE_VP9:
      av_dict_set_int(options, "crf", quality, 0);
      av_dict_set(options, "b", "0", 0);
      if (quality == 0) av_dict_set(options, "lossless", "1", 0);
      av_dict_set(options, "deadline", "good", 0);
      av_dict_set(options, "cpu-used", "4", 0);
      av_dict_set(options, "row-mt", "1", 0);
      break;
    case AVFENCE_FFV1:
      av_dict_set(options, "level", "3", 0);
      av_dict_set(options, "slicecrc", "1", 0);
      // In two by two slices, FFmpeg's encoder loses rows and columns of pictures that are next to nothing.
      if (width < 16 || height < 16) av_dict_set(options, "slices", "1", 0);
      break;
    case AVFENCE_PALETTES:
      // Whole pictures: none shows a pixel of the one before.
      av_dict_set(options, "gifflags", "0", 0);
      break;
  }
}

static avfence_status open_encoder(avfence_writer *writer, const avfence_output *output) {
  const AVCodec *encoder = avcodec_find_encoder_by_name(encoder_name(output->codec));
  if (encoder == NULL) return writer_refuse(writer, "this build of FFmpeg has no encoder for this codec");
  const avfence_layout *layout = &output->layout;
  enum AVPixelFormat format = picture_format(output->codec, layout);
  if (!supports(encoder, format)) {
    if (output->codec == AVFENCE_FFV1) return writer_refuse(writer, "samples of this depth cannot be encoded");
    if (output->codec == AVFENCE_H264 && layout->bit_depth <= 12) {
      return writer_refuse(writer, "H.264 cannot hold samples of this depth; --codec hevc, .webm and .mkv can");
    }
    return writer_refuse(writer, "the encoder cannot hold samples of this depth; .mkv can");
  }
  bool needs_even = output->codec == AVFENCE_H264 || output->codec == AVFENCE_HEVC;
  if (needs_even && picture_is_cut(layout, format)) {
    return writer_refuse(writer, "this codec cannot hold an odd size with halved chroma; .mkv and .webm can");
  }
  writer->codec = avcodec_alloc_context3(encoder);
  if (writer->codec == NULL) return AVFENCE_OUT_OF_MEMORY;
  AVCodecContext *codec = writer->codec;
  codec->width = layout->width;
  codec->height = layout->height;
  codec->pix_fmt = format;
  codec->time_base = (AVRational){output->tick.numerator, output->tick.denominator};
  codec->framerate = (AVRational){output->rate.numerator, output->rate.denominator};
  codec->flags |= AV_CODEC_FLAG_BITEXACT;
  if (writer->format->oformat->flags & AVFMT_GLOBALHEADER) codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  codec->thread_count = 0;
  if (output->codec == AVFENCE_FFV1) codec->gop_size = 1;
  tags_to_codec(&output->tags, codec);
  // H.264 says it in the stream, too, where blocks of both fields fit in; the others in the container alone.
  bool has_field_blocks = layout->model != AVFENCE_420 || layout->height % 4 == 0;
  if (output->codec == AVFENCE_H264 && output->tags.fields && has_field_blocks) codec->flags |= AV_CODEC_FLAG_INTERLACED_DCT;
  AVDictionary *options = NULL;
  set_options(output->codec, output->quality, layout->width, layout->height, &options);
  int result = avcodec_open2(codec, encoder, &options);
  av_dict_free(&options);
  return result < 0 ? writer_fail(writer, "the encoder refuses these frames", result) : AVFENCE_OK;
}

static avfence_status open_filter(avfence_writer *writer) {
  // Supplemental information: the encoder's name and all its settings.
  const char *units = NULL;
  if (writer->codec->codec_id == AV_CODEC_ID_H264) units = "filter_units=remove_types=6";
  if (writer->codec->codec_id == AV_CODEC_ID_HEVC) units = "filter_units=remove_types=39-40";
  if (units == NULL) return AVFENCE_OK;
  int result = av_bsf_list_parse_str(units, &writer->filter);
  if (result >= 0) result = avcodec_parameters_from_context(writer->filter->par_in, writer->codec);
  if (result >= 0) {
    writer->filter->time_base_in = writer->codec->time_base;
    result = av_bsf_init(writer->filter);
  }
  return result < 0 ? writer_fail(writer, "the packets cannot be filtered", result) : AVFENCE_OK;
}

static avfence_status open_track(avfence_writer *writer, const avfence_output *output) {
  writer->track = avformat_new_stream(writer->format, NULL);
  if (writer->track == NULL) return AVFENCE_OUT_OF_MEMORY;
  AVCodecParameters *said = writer->track->codecpar;
  int result = writer->filter ? avcodec_parameters_copy(said, writer->filter->par_out)
                              : avcodec_parameters_from_context(said, writer->codec);
  if (result < 0) return writer_fail(writer, "the track cannot be made", result);
  // Players of one large maker know HEVC under this name alone.
  bool is_iso = output->container == AVFENCE_MP4 || output->container == AVFENCE_MOV;
  said->codec_tag = is_iso && output->codec == AVFENCE_HEVC ? MKTAG('h', 'v', 'c', '1') : 0;
  writer->track->time_base = writer->codec->time_base;
  writer->track->avg_frame_rate = writer->codec->framerate;
  writer->track->sample_aspect_ratio = writer->codec->sample_aspect_ratio;
  writer->track->disposition = AV_DISPOSITION_DEFAULT;
  if (!tags_to_stream(&output->tags, writer->track)) return AVFENCE_OUT_OF_MEMORY;
  return AVFENCE_OK;
}

static avfence_status open_all(avfence_writer *writer, const avfence_output *output) {
  if (!bytes_open_to_write(&writer->bytes, output->descriptor, output->is_pipe, output->wake)) return AVFENCE_OUT_OF_MEMORY;
  writer->format = bytes_format(&writer->bytes, muxer_name(output->container));
  if (writer->format == NULL) return writer_refuse(writer, "this build of FFmpeg cannot write this container");
  // No version, no random numbers, no time of day.
  writer->format->flags |= AVFMT_FLAG_BITEXACT;
  writer->layout = output->layout;
  writer->tags = output->tags;
  writer->kind = output->codec;
  avfence_status status = open_encoder(writer, output);
  if (status == AVFENCE_OK) status = open_filter(writer);
  if (status == AVFENCE_OK) status = open_track(writer, output);
  if (status == AVFENCE_OK) status = picture_open(writer);
  if (status == AVFENCE_OK && output->sound_descriptor >= 0) {
    writer->has_sound = true;
    status = sound_open(&writer->sound, output, writer->format, writer->message);
  }
  if (status != AVFENCE_OK) return status;
  AVDictionary *options = NULL;
  if (output->is_pipe && (output->container == AVFENCE_MP4 || output->container == AVFENCE_MOV)) {
    // Parts that each have their index. It waits for the first packets, which tell where time begins.
    av_dict_set(&options, "movflags", "frag_keyframe+delay_moov+default_base_moof", 0);
  }
  if (output->is_pipe) writer->format->flush_packets = 1;
  // An encoder's delay stands in the container's header, and moves neither sound nor pictures.
  if (output->sound_descriptor >= 0 && output->mutes_sound) writer->format->avoid_negative_ts = 0;
  int result = avformat_write_header(writer->format, &options);
  av_dict_free(&options);
  if (result < 0) return writer_fail(writer, "the container cannot be begun", result);
  if (output->is_pipe || output->codec == AVFENCE_PALETTES) return AVFENCE_OK;
  status = live_check_open(&writer->live, writer->track->codecpar, writer->track->time_base, &writer->bytes.error_number);
  return status == AVFENCE_UNSUPPORTED ? writer_refuse(writer, "this build of FFmpeg cannot decode this codec") : status;
}

avfence_status avfence_check_sound(int descriptor, avfence_container container, bool mutes, char message[160]) {
  log_install();
  message[0] = 0;
  AVFormatContext *target = NULL;
  if (avformat_alloc_output_context2(&target, NULL, muxer_name(container), NULL) < 0) return AVFENCE_OUT_OF_MEMORY;
  avfence_output output = {
      .container = container, .sound_descriptor = descriptor, .mutes_sound = mutes, .tick = {1, 1}, .sound_tick = {1, 1}};
  sound_source sound = {0};
  avfence_status status = sound_open(&sound, &output, target, message);
  sound_close(&sound);
  avformat_free_context(target);
  return status;
}

avfence_status avfence_writer_open(
    const avfence_output *output, avfence_writer **result, char message[160], int *error_number) {
  log_install();
  message[0] = 0;
  avfence_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return AVFENCE_OUT_OF_MEMORY;
  avfence_status status = open_all(writer, output);
  *error_number = writer->bytes.error_number;
  if (status != AVFENCE_OK) {
    memcpy(message, writer->message, sizeof writer->message);
    avfence_writer_close(writer);
    return status;
  }
  *result = writer;
  return AVFENCE_OK;
}
