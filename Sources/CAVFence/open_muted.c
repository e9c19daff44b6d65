/// Opening sound that is silenced: a track's decoder, and an encoder that suits the container.
#include <stdlib.h>

#include "muted.h"

static const char *encoder_name(avfence_container container) {
  switch (container) {
    case AVFENCE_MP4:
    case AVFENCE_MOV: return "aac";
    case AVFENCE_WEBM: return "libopus";
    case AVFENCE_MKV: return "flac";
    case AVFENCE_GIF: break;
  }
  return NULL;
}

// The source's rate, or the next one that the encoder knows, or its highest.
static int rate_for(const AVCodec *encoder, int rate) {
  const int *rates = encoder->supported_samplerates;
  if (rates == NULL) return rate;
  int above = 0, highest = 0;
  for (; *rates; rates++) {
    if (*rates >= rate && (above == 0 || *rates < above)) above = *rates;
    if (*rates > highest) highest = *rates;
  }
  return above ? above : highest;
}

// Opens an encoder for a layout of channels; false where it refuses.
static bool open_encoder(muted_track *muted, const AVCodec *encoder, const AVChannelLayout *layout, bool global) {
  avcodec_free_context(&muted->encoder);
  muted->encoder = avcodec_alloc_context3(encoder);
  if (muted->encoder == NULL) return false;
  AVCodecContext *codec = muted->encoder;
  if (av_channel_layout_copy(&codec->ch_layout, layout) < 0) return false;
  codec->sample_rate = rate_for(encoder, muted->decoder->sample_rate);
  codec->time_base = (AVRational){1, codec->sample_rate};
  codec->sample_fmt = encoder->sample_fmts[0];
  codec->thread_count = 1;
  codec->flags |= AV_CODEC_FLAG_BITEXACT;
  if (global) codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  switch (encoder->id) {
    case AV_CODEC_ID_AAC: codec->bit_rate = 96000 * (int64_t)layout->nb_channels; break;
    case AV_CODEC_ID_OPUS:
      codec->bit_rate = 80000 * (int64_t)layout->nb_channels;
      codec->sample_fmt = AV_SAMPLE_FMT_FLT;
      break;
    default:
      // 16 bits stay 16 bits; all else has at most the 24 that FLAC holds.
      if (av_get_bytes_per_sample(muted->decoder->sample_fmt) <= 2) break;
      codec->sample_fmt = AV_SAMPLE_FMT_S32;
      codec->bits_per_raw_sample = 24;
  }
  return avcodec_open2(codec, encoder, NULL) >= 0;
}

static avfence_status open_both(
    muted_track *muted, AVFormatContext *target, avfence_container container, char message[160]) {
  const AVCodecParameters *said = muted->source->codecpar;
  const AVCodec *decoder = avcodec_find_decoder(said->codec_id);
  const AVCodec *encoder = avcodec_find_encoder_by_name(encoder_name(container));
  if (decoder == NULL || encoder == NULL) {
    snprintf(message, 160, "there is no %s for its sound (%s)", decoder ? "encoder" : "decoder", avcodec_get_name(said->codec_id));
    return AVFENCE_UNSUPPORTED;
  }
  muted->decoder = avcodec_alloc_context3(decoder);
  if (!muted->decoder || avcodec_parameters_to_context(muted->decoder, said) < 0) return AVFENCE_OUT_OF_MEMORY;
  muted->decoder->opaque = &muted->of_decoder;
  muted->decoder->pkt_timebase = muted->source->time_base;
  // One, so that what a decoder complains of is what it was given last.
  muted->decoder->thread_count = 1;
  muted->decoder->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER;
  AVChannelLayout layouts[3] = {muted->decoder->ch_layout};
  bool is_open = avcodec_open2(muted->decoder, decoder, NULL) >= 0 && muted->decoder->sample_rate > 0 &&
                muted->decoder->ch_layout.nb_channels > 0 && muted->decoder->sample_fmt != AV_SAMPLE_FMT_NONE;
  if (!is_open) {
    snprintf(message, 160, "its sound (%s) cannot be decoded", avcodec_get_name(said->codec_id));
    return AVFENCE_UNSUPPORTED;
  }
  // The source's own channels; as many in the usual order; two.
  layouts[0] = muted->decoder->ch_layout;
  av_channel_layout_default(&layouts[1], layouts[0].nb_channels);
  av_channel_layout_default(&layouts[2], 2);
  is_open = false;
  for (int i = 0; i < 3 && !is_open; i++) {
    bool is_known = layouts[i].order == AV_CHANNEL_ORDER_NATIVE;
    is_open = is_known && open_encoder(muted, encoder, &layouts[i], target->oformat->flags & AVFMT_GLOBALHEADER);
  }
  if (!is_open) {
    snprintf(message, 160, "this container's sound cannot hold these channels or this rate; .mkv can, or --audio drop");
    return AVFENCE_UNSUPPORTED;
  }
  return AVFENCE_OK;
}

static avfence_status open_all(
    muted_track *muted, AVFormatContext *target, avfence_container container, char message[160]) {
  avfence_status status = open_both(muted, target, container, message);
  if (status != AVFENCE_OK) return status;
  const AVCodecContext *codec = muted->encoder;
  muted->frame = av_frame_alloc();
  muted->encoded = av_frame_alloc();
  muted->packet = av_packet_alloc();
  muted->ready = av_audio_fifo_alloc(codec->sample_fmt, codec->ch_layout.nb_channels, MUTED_PIECE);
  muted->track = avformat_new_stream(target, NULL);
  if (!muted->frame || !muted->encoded || !muted->packet || !muted->ready || !muted->track) return AVFENCE_OUT_OF_MEMORY;
  if (avcodec_parameters_from_context(muted->track->codecpar, codec) < 0) return AVFENCE_OUT_OF_MEMORY;
  muted->track->codecpar->codec_tag = 0;
#if LIBAVFORMAT_VERSION_MAJOR < 61
  // Readers of Matroska take the encoder's delay off the times of packets; writers of these versions do not add it.
  if (container == AVFENCE_WEBM || container == AVFENCE_MKV) muted->shift = codec->initial_padding;
#endif
  muted->track->time_base = codec->time_base;
  muted->track->disposition = muted->source->disposition & AV_DISPOSITION_DEFAULT;
  return AVFENCE_OK;
}

muted_track *muted_open(
    AVStream *source, AVFormatContext *target, avfence_container container, avfence_status *status, char message[160]) {
  muted_track *muted = calloc(1, sizeof *muted);
  *status = AVFENCE_OUT_OF_MEMORY;
  if (muted == NULL) return NULL;
  muted->source = source;
  *status = open_all(muted, target, container, message);
  if (*status != AVFENCE_OK) muted_close(&muted);
  return muted;
}

void muted_close(muted_track **track) {
  muted_track *muted = *track;
  if (muted == NULL) return;
  avcodec_free_context(&muted->decoder);
  avcodec_free_context(&muted->encoder);
  av_frame_free(&muted->frame);
  av_frame_free(&muted->encoded);
  av_packet_free(&muted->packet);
  swr_free(&muted->widen);
  swr_free(&muted->convert);
  if (muted->ready) av_audio_fifo_free(muted->ready);
  av_channel_layout_uninit(&muted->layout);
  free(muted);
  *track = NULL;
}
