/// Sound that is silenced where something was covered: decoded, put on the pictures' clock, silenced, encoded.
///
/// Samples are counted at the source's rate from the instant of the first frame. What a packet's time says is held against that
/// count: what is missing becomes silence, what is there twice is left out. Silence comes before any change of rate: a filter
/// would carry covered sound into clear times. What is damaged, and what has no time, is silent.
#include <stdlib.h>

#include "muted.h"

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
    result = muted_push(muted, parts, count);
  }
  free(factors);
  av_freep(&planes[0]);
  av_freep(&planes);
  return result < 0 ? result : muted_encode(muted, target);
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
  int result = is_of_kind(muted) ? 0 : muted_take_kind(muted);
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
    result = muted_push_silence(muted, target, until - muted->next);
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
  if (owed > muted->next) result = muted_push_silence(muted, target, owed - muted->next);
  if (result >= 0) result = muted_push(muted, NULL, 0);
  return result >= 0 ? muted_encode_rest(muted, target) : result;
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
