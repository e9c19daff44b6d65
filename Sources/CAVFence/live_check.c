/// A video is decoded while it is written: each packet as it leaves the encoder, on a thread of its own.
///
/// What the container says of its packets has to wait for the file; that they are frames need not, and costs the time that
/// processors are idle between the encoder's threads. Packets wait in a queue with a bound, so that an encoder that is faster
/// waits for the decoder, and memory stays what it is.
#include <pthread.h>
#include <stdlib.h>

#include "check.h"

// Packets that wait: so many, and not more bytes unless it is one.
#define QUEUE_PACKETS 16
#define QUEUE_BYTES (32 << 20)

struct live_check {
  // The thread's own until it has been waited for.
  AVCodecParameters *said;
  AVCodecContext *codec;
  complaints of_codec;
  AVPacket *packet;
  AVFrame *frame;
  packets_print packets;
  decoded_video found;

  pthread_t thread;
  bool has_thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  // With the lock held.
  AVPacket *queue[QUEUE_PACKETS];
  size_t first, count, bytes;
  // No packet comes any more; nobody wants the rest.
  bool is_complete, is_abandoned;
  avfence_status status;
  char message[160];
};

// The thread

static avfence_status wrong(live_check *check, const char *what) {
  pthread_mutex_lock(&check->lock);
  long long number = check->found.times.count;
  snprintf(check->message, sizeof check->message, "frame %lld of what was written %s", number, what);
  pthread_mutex_unlock(&check->lock);
  return AVFENCE_FAILED;
}

static avfence_status take_frame(live_check *check) {
  const AVFrame *frame = check->frame;
  if (frame->decode_error_flags || frame->flags & AV_FRAME_FLAG_CORRUPT) return wrong(check, "cannot be decoded");
  if (!picture_is_of(frame, check->said)) return wrong(check, "has another size or other pixels");
  if (check->found.times.count == 0 && !picture_print(frame, check->found.first_picture)) return AVFENCE_OUT_OF_MEMORY;
  times_print_add(&check->found.times, frame->pts);
  return AVFENCE_OK;
}

// Decodes a packet, or for NULL what the decoder still has.
static avfence_status decode(live_check *check, const AVPacket *packet) {
  int result = avcodec_send_packet(check->codec, packet);
  while (result >= 0) {
    result = avcodec_receive_frame(check->codec, check->frame);
    if (result < 0) break;
    avfence_status status = take_frame(check);
    if (status != AVFENCE_OK) return status;
  }
  if (result == AVERROR(ENOMEM)) return AVFENCE_OUT_OF_MEMORY;
  // What a decoder complains of it may have made up for.
  bool is_done = result == (packet ? AVERROR(EAGAIN) : AVERROR_EOF) && atomic_load(&check->of_codec.errors) == 0;
  return is_done ? AVFENCE_OK : wrong(check, "cannot be decoded");
}

// Waits for a packet; false where none comes any more.
static bool take_packet(live_check *check) {
  pthread_mutex_lock(&check->lock);
  while (check->count == 0 && !check->is_complete && !check->is_abandoned) pthread_cond_wait(&check->changed, &check->lock);
  bool has_packet = check->count > 0 && !check->is_abandoned;
  if (has_packet) {
    av_packet_move_ref(check->packet, check->queue[check->first]);
    check->first = (check->first + 1) % QUEUE_PACKETS;
    check->count -= 1;
    check->bytes -= (size_t)check->packet->size;
    pthread_cond_signal(&check->changed);
  }
  pthread_mutex_unlock(&check->lock);
  return has_packet;
}

static void *run(void *opaque) {
  live_check *check = opaque;
  avfence_status status = AVFENCE_OK;
  while (status == AVFENCE_OK && take_packet(check)) {
    bool is_divided = packets_print_add(&check->packets, check->packet);
    status = is_divided ? decode(check, check->packet) : wrong(check, "cannot be decoded");
    av_packet_unref(check->packet);
  }
  if (status == AVFENCE_OK) status = decode(check, NULL);
  pthread_mutex_lock(&check->lock);
  check->status = status;
  // Who waits for room must hear of it.
  pthread_cond_signal(&check->changed);
  pthread_mutex_unlock(&check->lock);
  return NULL;
}

// The one who writes

static avfence_status open_all(live_check *check, const AVCodecParameters *said, AVRational tick) {
  check->said = avcodec_parameters_alloc();
  check->packet = av_packet_alloc();
  check->frame = av_frame_alloc();
  if (!check->said || !check->packet || !check->frame) return AVFENCE_OUT_OF_MEMORY;
  for (int i = 0; i < QUEUE_PACKETS; i++) {
    check->queue[i] = av_packet_alloc();
    if (check->queue[i] == NULL) return AVFENCE_OUT_OF_MEMORY;
  }
  if (avcodec_parameters_copy(check->said, said) < 0) return AVFENCE_OUT_OF_MEMORY;
  if (!packets_print_open(&check->packets, said)) return AVFENCE_OUT_OF_MEMORY;
  const AVCodec *decoder = avcodec_find_decoder(said->codec_id);
  if (decoder == NULL) return AVFENCE_UNSUPPORTED;
  check->codec = avcodec_alloc_context3(decoder);
  if (!check->codec || avcodec_parameters_to_context(check->codec, said) < 0) return AVFENCE_OUT_OF_MEMORY;
  check->codec->opaque = &check->of_codec;
  check->codec->pkt_timebase = tick;
  check->codec->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER;
  // An encoder takes several times what its decoder takes, so that one thread keeps up. FFV1 takes as long both ways.
  check->codec->thread_count = said->codec_id == AV_CODEC_ID_FFV1 ? 0 : 1;
  check->codec->thread_type = FF_THREAD_SLICE;
  int result = avcodec_open2(check->codec, decoder, NULL);
  if (result < 0) return result == AVERROR(ENOMEM) ? AVFENCE_OUT_OF_MEMORY : AVFENCE_UNSUPPORTED;
  return AVFENCE_OK;
}

avfence_status live_check_open(live_check **result, const AVCodecParameters *said, AVRational tick, int *error_number) {
  live_check *check = calloc(1, sizeof *check);
  if (check == NULL) return AVFENCE_OUT_OF_MEMORY;
  pthread_mutex_init(&check->lock, NULL);
  pthread_cond_init(&check->changed, NULL);
  avfence_status status = open_all(check, said, tick);
  if (status == AVFENCE_OK) {
    *error_number = pthread_create(&check->thread, NULL, run, check);
    check->has_thread = *error_number == 0;
    if (!check->has_thread) status = AVFENCE_SYSTEM;
  }
  if (status != AVFENCE_OK) live_check_close(&check);
  *result = check;
  return status;
}

avfence_status live_check_add(live_check *check, const AVPacket *packet, char message[160]) {
  pthread_mutex_lock(&check->lock);
  size_t size = (size_t)packet->size;
  while (check->status == AVFENCE_OK && check->count > 0 &&
         (check->count == QUEUE_PACKETS || check->bytes + size > QUEUE_BYTES)) {
    pthread_cond_wait(&check->changed, &check->lock);
  }
  avfence_status status = check->status;
  if (status != AVFENCE_OK) {
    snprintf(message, 160, "%s", check->message);
  } else if (av_packet_ref(check->queue[(check->first + check->count) % QUEUE_PACKETS], packet) < 0) {
    status = AVFENCE_OUT_OF_MEMORY;
  } else {
    check->count += 1;
    check->bytes += size;
    pthread_cond_signal(&check->changed);
  }
  pthread_mutex_unlock(&check->lock);
  return status;
}

// Ends the thread.
static void join(live_check *check, bool abandon) {
  if (!check->has_thread) return;
  pthread_mutex_lock(&check->lock);
  check->is_complete = true;
  check->is_abandoned = abandon;
  pthread_cond_signal(&check->changed);
  pthread_mutex_unlock(&check->lock);
  pthread_join(check->thread, NULL);
  check->has_thread = false;
}

avfence_status live_check_finish(live_check *check, decoded_video *found, char message[160]) {
  join(check, false);
  if (check->status != AVFENCE_OK) {
    snprintf(message, 160, "%s", check->message);
    return check->status;
  }
  check->found.packet_count = check->packets.count;
  packets_print_end(&check->packets, check->found.packets);
  *found = check->found;
  return AVFENCE_OK;
}

void live_check_close(live_check **result) {
  live_check *check = *result;
  if (check == NULL) return;
  join(check, true);
  avcodec_free_context(&check->codec);
  avcodec_parameters_free(&check->said);
  av_packet_free(&check->packet);
  av_frame_free(&check->frame);
  for (int i = 0; i < QUEUE_PACKETS; i++) av_packet_free(&check->queue[i]);
  packets_print_close(&check->packets);
  pthread_cond_destroy(&check->changed);
  pthread_mutex_destroy(&check->lock);
  free(check);
  *result = NULL;
}
