/// Sound that is silenced where something was covered: decoded, put on the pictures' clock, silenced, encoded.
///
/// Samples are counted at the source's rate from the instant of the first frame. What a packet's time says is held against that
/// count: what is missing becomes silence, what is there twice is left out. Silence comes before any change of rate: a filter
/// would carry covered sound into clear times. What is damaged, and what has no time, is silent.
#include <libavutil/audio_fifo.h>
#include <libswresample/swresample.h>
#include <stdlib.h>

#include "sound.h"

// Silence is made in pieces of so many samples.
#define PIECE 4096

struct muted_track {
  AVStream *source, *track;
  AVCodecContext *decoder, *encoder;
  complaints of_decoder;
  int seen_errors;
  // A decoded piece, and whether it waits until its times are decided.
  AVFrame *frame;
  // To floats of the source's rate and channels, and from there to what is encoded.
  struct SwrContext *widen, *convert;
  int rate, format;
  AVChannelLayout layout;
  AVAudioFifo *ready;
  AVFrame *encoded;
  AVPacket *packet;
  // The place behind the last sample that was taken, at `rate`.
  int64_t next;
  // How far packets reach that could not be decoded, at `rate`.
  int64_t owed;
  bool has_begun, has_ended, is_flushed;
  size_t cursor;
  // The first sample's place and the count of those that were encoded, at the encoder's rate.
  int64_t start, count;
  // What the times of packets are moved by in the container.
  int64_t shift;
};

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
  muted->ready = av_audio_fifo_alloc(codec->sample_fmt, codec->ch_layout.nb_channels, PIECE);
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

// Out: samples to packets

static int write_packets(muted_track *muted, AVFormatContext *target) {
  while (true) {
    int result = avcodec_receive_packet(muted->encoder, muted->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    if (result < 0) return result;
    muted->packet->stream_index = muted->track->index;
    muted->packet->pts += muted->shift;
    muted->packet->dts += muted->shift;
    av_packet_rescale_ts(muted->packet, muted->encoder->time_base, muted->track->time_base);
    result = av_interleaved_write_frame(target, muted->packet);
    if (result < 0) return result;
  }
}

// Encodes the samples that fill the encoder's pieces; at the end, all of them.
static int encode_ready(muted_track *muted, AVFormatContext *target, bool all) {
  AVCodecContext *codec = muted->encoder;
  int piece = codec->frame_size > 0 ? codec->frame_size : PIECE, held;
  while ((held = av_audio_fifo_size(muted->ready)) >= piece || (all && held > 0)) {
    AVFrame *frame = muted->encoded;
    av_frame_unref(frame);
    frame->nb_samples = held < piece ? held : piece;
    frame->format = codec->sample_fmt;
    frame->sample_rate = codec->sample_rate;
    frame->pts = muted->start + muted->count;
    muted->count += frame->nb_samples;
    int result = av_channel_layout_copy(&frame->ch_layout, &codec->ch_layout);
    if (result >= 0) result = av_frame_get_buffer(frame, 0);
    if (result >= 0) result = av_audio_fifo_read(muted->ready, (void **)frame->extended_data, frame->nb_samples);
    if (result >= 0) result = avcodec_send_frame(codec, frame);
    if (result >= 0) result = write_packets(muted, target);
    if (result < 0) return result;
  }
  return 0;
}

// Hands so many samples to the encoder's side; for none, what the filter still has.
static int push(muted_track *muted, const uint8_t **planes, int count) {
  const AVCodecContext *codec = muted->encoder;
  int room = swr_get_out_samples(muted->convert, count);
  if (room <= 0) return room;
  uint8_t **converted = NULL;
  int result = av_samples_alloc_array_and_samples(
      &converted, NULL, codec->ch_layout.nb_channels, room, codec->sample_fmt, 0);
  if (result < 0) return result;
  result = swr_convert(muted->convert, converted, room, planes, count);
  if (result > 0) {
    int written = av_audio_fifo_write(muted->ready, (void **)converted, result);
    result = written < result ? AVERROR(ENOMEM) : 0;
  }
  av_freep(&converted[0]);
  av_freep(&converted);
  return result;
}

static int push_silence(muted_track *muted, AVFormatContext *target, int64_t count) {
  uint8_t **planes = NULL;
  int channels = muted->layout.nb_channels;
  int result = av_samples_alloc_array_and_samples(&planes, NULL, channels, PIECE, AV_SAMPLE_FMT_FLTP, 0);
  if (result < 0) return result;
  av_samples_set_silence(planes, 0, PIECE, channels, AV_SAMPLE_FMT_FLTP);
  result = 0;
  muted->next += count;
  while (count > 0 && result >= 0) {
    int part = count < PIECE ? (int)count : PIECE;
    result = push(muted, (const uint8_t **)planes, part);
    if (result >= 0) result = encode_ready(muted, target, false);
    count -= part;
  }
  av_freep(&planes[0]);
  av_freep(&planes);
  return result;
}

// In: packets to samples

// Makes ready for samples of another kind than before.
static int take_kind(muted_track *muted) {
  const AVFrame *frame = muted->frame;
  AVCodecContext *codec = muted->encoder;
  swr_free(&muted->widen);
  muted->format = frame->format;
  int result = 0;
  bool is_same = muted->convert && muted->rate == frame->sample_rate &&
                av_channel_layout_compare(&muted->layout, &frame->ch_layout) == 0;
  if (!is_same) {
    if (muted->convert) result = push(muted, NULL, 0);
    swr_free(&muted->convert);
    if (muted->rate > 0) {
      const AVRational before = {1, muted->rate}, after = {1, frame->sample_rate};
      muted->next = av_rescale_q(muted->next, before, after);
      muted->owed = av_rescale_q(muted->owed, before, after);
    }
    muted->rate = frame->sample_rate;
    muted->cursor = 0;
    if (result >= 0) result = av_channel_layout_copy(&muted->layout, &frame->ch_layout);
    if (result >= 0 && muted->layout.order == AV_CHANNEL_ORDER_UNSPEC) {
      av_channel_layout_default(&muted->layout, muted->layout.nb_channels);
    }
    if (result >= 0) {
      result = swr_alloc_set_opts2(
          &muted->convert, &codec->ch_layout, codec->sample_fmt, codec->sample_rate, &muted->layout, AV_SAMPLE_FMT_FLTP,
          muted->rate, 0, NULL);
    }
    if (result >= 0) result = swr_init(muted->convert);
  }
  if (result >= 0) {
    result = swr_alloc_set_opts2(
        &muted->widen, &muted->layout, AV_SAMPLE_FMT_FLTP, muted->rate, &muted->layout, frame->format, muted->rate, 0, NULL);
  }
  return result >= 0 ? swr_init(muted->widen) : result;
}

static bool is_of_kind(const muted_track *muted) {
  const AVFrame *frame = muted->frame;
  return muted->widen && muted->format == frame->format && muted->rate == frame->sample_rate &&
         muted->layout.nb_channels == frame->ch_layout.nb_channels;
}

// A place on the output's clock, in samples of a rate.
static int64_t place_of(const sound_source *sound, const muted_track *muted, int64_t time, int rate) {
  const AVRational own = {1, rate};
  return av_rescale_q(time, muted->source->time_base, own) - av_rescale_q(sound->origin, sound->origin_tick, own);
}

// How far the source's clock and the count may differ, in samples.
static int slack_of(const muted_track *muted) {
  return (int)av_rescale_q_rnd(1, muted->source->time_base, (AVRational){1, muted->frame->sample_rate}, AV_ROUND_UP) + 1;
}

// Where the piece in hand ends, as its time says; else as counting says.
static int64_t end_of_frame(const sound_source *sound, const muted_track *muted) {
  const AVFrame *frame = muted->frame;
  int64_t counted = muted->rate > 0 ? av_rescale_q(muted->next, (AVRational){1, muted->rate}, (AVRational){1, frame->sample_rate}) : 0;
  int64_t start = frame->pts != AV_NOPTS_VALUE ? place_of(sound, muted, frame->pts, frame->sample_rate) : counted;
  return (start > counted ? start : counted) + frame->nb_samples;
}

// Silences samples of the piece in hand and hands them on.
static int push_frame(sound_source *sound, muted_track *muted, AVFormatContext *target, int skip, int count, bool is_good) {
  AVFrame *frame = muted->frame;
  int channels = muted->layout.nb_channels;
  uint8_t **planes = NULL;
  float *factors = calloc((size_t)frame->nb_samples, sizeof *factors);
  int result = av_samples_alloc_array_and_samples(&planes, NULL, channels, frame->nb_samples, AV_SAMPLE_FMT_FLTP, 0);
  if (factors == NULL || result < 0) {
    free(factors);
    return AVERROR(ENOMEM);
  }
  result = swr_convert(muted->widen, planes, frame->nb_samples, (const uint8_t **)frame->extended_data, frame->nb_samples);
  if (result >= 0 && result != frame->nb_samples) result = AVERROR_BUG;
  if (result >= 0) {
    if (is_good) clear_factors(&sound->clear, muted->rate, muted->next, slack_of(muted), &muted->cursor, factors, count);
    const uint8_t *parts[AV_NUM_DATA_POINTERS * 8];
    for (int channel = 0; channel < channels; channel++) {
      float *samples = (float *)planes[channel] + skip;
      // Not by multiplying alone: what is not a number stays one.
      for (int i = 0; i < count; i++) samples[i] = factors[i] > 0 ? samples[i] * factors[i] : 0;
      parts[channel] = (const uint8_t *)samples;
    }
    muted->next += count;
    result = push(muted, parts, count);
  }
  free(factors);
  av_freep(&planes[0]);
  av_freep(&planes);
  return result < 0 ? result : encode_ready(muted, target, false);
}

// Puts the piece in hand in its place.
static int take_frame(sound_source *sound, muted_track *muted, AVFormatContext *target) {
  AVFrame *frame = muted->frame;
  const clear_times *clear = &sound->clear;
  if (muted->has_ended || frame->nb_samples <= 0 || frame->sample_rate <= 0 || frame->ch_layout.nb_channels <= 0 ||
      frame->ch_layout.nb_channels > AV_NUM_DATA_POINTERS * 8) {
    return 0;
  }
  int errors = atomic_load(&muted->of_decoder.errors);
  bool has_time = frame->pts != AV_NOPTS_VALUE;
  bool is_good = has_time && errors == muted->seen_errors && !frame->decode_error_flags && !(frame->flags & AV_FRAME_FLAG_CORRUPT);
  muted->seen_errors = errors;
  int result = is_of_kind(muted) ? 0 : take_kind(muted);
  if (result < 0) return result;
  const int rate = muted->rate, slack = slack_of(muted);
  int64_t place = has_time ? place_of(sound, muted, frame->pts, rate) : muted->next;
  if (!muted->has_begun) {
    // What ends before the first frame belongs to nothing that is shown.
    if (place + frame->nb_samples <= 0) return 0;
    muted->next = place > 0 ? place : 0;
    muted->start = av_rescale_q(muted->next, (AVRational){1, rate}, muted->encoder->time_base);
    muted->has_begun = true;
  } else if (place >= muted->next - slack && place <= muted->next + slack) {
    place = muted->next;
  }
  int64_t end = clear->is_complete ? av_rescale_q_rnd(clear->end, clear->tick, (AVRational){1, rate}, AV_ROUND_DOWN) : INT64_MAX;
  // Silence behind the pictures is kept as long as sound goes on without a gap.
  if (clear->is_complete && place > (end > muted->next ? end : muted->next) + rate) {
    muted->has_ended = true;
    return 0;
  }
  if (clear->ends_with_pictures && muted->next >= end) return 0;
  if (place > muted->next) {
    int64_t until = clear->ends_with_pictures && place > end ? end : place;
    result = push_silence(muted, target, until - muted->next);
    if (result < 0) return result;
  }
  int64_t skip = muted->next - place, count = frame->nb_samples - skip;
  if (clear->ends_with_pictures && muted->next + count > end) count = end - muted->next;
  // The last piece may be longer than the track is said to be: it was filled up.
  if (muted->source->duration > 0 && muted->source->start_time != AV_NOPTS_VALUE) {
    int64_t said = place_of(sound, muted, muted->source->start_time + muted->source->duration, rate);
    if (muted->next < said && muted->next + count > said) count = said - muted->next;
  }
  if (skip >= frame->nb_samples || count <= 0) return 0;
  return push_frame(sound, muted, target, (int)skip, (int)count, is_good);
}

// The end of a track: silence for what was lost, and what filters and encoder still hold.
static int flush(sound_source *sound, muted_track *muted, AVFormatContext *target) {
  if (muted->is_flushed) return 0;
  muted->is_flushed = true;
  if (!muted->has_begun) return 0;
  int result = 0;
  const clear_times *clear = &sound->clear;
  int64_t end = av_rescale_q_rnd(clear->end, clear->tick, (AVRational){1, muted->rate}, AV_ROUND_DOWN);
  int64_t most = clear->ends_with_pictures ? end : (end > muted->next ? end : muted->next) + muted->rate;
  int64_t owed = muted->owed < most ? muted->owed : most;
  if (owed > muted->next) result = push_silence(muted, target, owed - muted->next);
  if (result >= 0) result = push(muted, NULL, 0);
  if (result >= 0) result = encode_ready(muted, target, true);
  if (result >= 0) result = avcodec_send_frame(muted->encoder, NULL);
  return result >= 0 ? write_packets(muted, target) : result;
}

// Decodes on; true where a piece is in hand.
static bool receive(muted_track *muted) {
  while (true) {
    int result = avcodec_receive_frame(muted->decoder, muted->frame);
    if (result == 0) return true;
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF || result == AVERROR(ENOMEM)) return false;
    // It has told of a piece that is lost; the next one may be there.
  }
}

// Hands the packet in hand to its decoder.
static void send_packet(sound_source *sound, muted_track *muted) {
  AVPacket *packet = sound->packet;
  if (packet->flags & AV_PKT_FLAG_CORRUPT) atomic_fetch_add(&muted->of_decoder.errors, 1);
  if (packet->pts != AV_NOPTS_VALUE && muted->rate > 0) {
    int64_t end = place_of(sound, muted, packet->pts + packet->duration, muted->rate);
    if (avcodec_send_packet(muted->decoder, packet) < 0 && end > muted->owed) muted->owed = end;
  } else {
    avcodec_send_packet(muted->decoder, packet);
  }
  av_packet_unref(packet);
}

int muted_write(sound_source *sound, AVFormatContext *target) {
  const clear_times *clear = &sound->clear;
  while (true) {
    muted_track *waiting = sound->waiting;
    if (waiting) {
      int rate = waiting->frame->sample_rate;
      if (rate > 0 && !clear_is_decided(clear, rate, end_of_frame(sound, waiting), slack_of(waiting))) return 0;
      int result = take_frame(sound, waiting, target);
      av_frame_unref(waiting->frame);
      if (result < 0) return result;
      if (!receive(waiting)) sound->waiting = NULL;
      continue;
    }
    if (!sound->at_end && sound_read(sound) < 0) sound->at_end = true;
    if (!sound->at_end) {
      muted_track *muted = sound->muted[sound->packet->stream_index];
      send_packet(sound, muted);
      if (receive(muted)) sound->waiting = muted;
      continue;
    }
    if (!clear->is_complete) return 0;
    for (unsigned i = 0; i < sound->track_count; i++) {
      muted_track *muted = sound->muted[i];
      if (muted == NULL) continue;
      avcodec_send_packet(muted->decoder, NULL);
      if (receive(muted)) {
        sound->waiting = muted;
        break;
      }
      int result = flush(sound, muted, target);
      if (result < 0) return result;
    }
    if (sound->waiting == NULL) return 0;
  }
}
