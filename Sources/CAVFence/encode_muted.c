/// Sound that is silenced, on its way out: samples become what the encoder takes, and packets.
#include "muted.h"

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
static int encode(muted_track *muted, AVFormatContext *target, bool all) {
  AVCodecContext *codec = muted->encoder;
  int piece = codec->frame_size > 0 ? codec->frame_size : MUTED_PIECE, held;
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

int muted_encode(muted_track *muted, AVFormatContext *target) { return encode(muted, target, false); }

int muted_encode_rest(muted_track *muted, AVFormatContext *target) {
  int result = encode(muted, target, true);
  if (result >= 0) result = avcodec_send_frame(muted->encoder, NULL);
  return result >= 0 ? write_packets(muted, target) : result;
}

int muted_push(muted_track *muted, const uint8_t **planes, int count) {
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

int muted_push_silence(muted_track *muted, AVFormatContext *target, int64_t count) {
  uint8_t **planes = NULL;
  int channels = muted->layout.nb_channels;
  int result = av_samples_alloc_array_and_samples(&planes, NULL, channels, MUTED_PIECE, AV_SAMPLE_FMT_FLTP, 0);
  if (result < 0) return result;
  av_samples_set_silence(planes, 0, MUTED_PIECE, channels, AV_SAMPLE_FMT_FLTP);
  result = 0;
  muted->next += count;
  while (count > 0 && result >= 0) {
    int part = count < MUTED_PIECE ? (int)count : MUTED_PIECE;
    result = muted_push(muted, (const uint8_t **)planes, part);
    if (result >= 0) result = muted_encode(muted, target);
    count -= part;
  }
  av_freep(&planes[0]);
  av_freep(&planes);
  return result;
}

int muted_take_kind(muted_track *muted) {
  const AVFrame *frame = muted->frame;
  AVCodecContext *codec = muted->encoder;
  swr_free(&muted->widen);
  muted->format = frame->format;
  int result = 0;
  bool is_same = muted->convert && muted->rate == frame->sample_rate &&
                av_channel_layout_compare(&muted->layout, &frame->ch_layout) == 0;
  if (!is_same) {
    if (muted->convert) result = muted_push(muted, NULL, 0);
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
