/// The libraries' messages: counted, never shown. They can hold words of a file's metadata.
#include <pthread.h>
#include <string.h>

#include "internal.h"

// Whether a warning is of what is gone: packets of a transport stream, whose mark their parser may lose, and times of an ISO
// file's index.
static bool tells_of_loss(int level, const char *format) {
  if (level != AV_LOG_WARNING) return false;
  return !strncmp(format, "Packet corrupt", 14) || !strncmp(format, "CTTS invalid", 12) || !strncmp(format, "overread end of atom", 20);
}

// [called by the libraries, any thread]
static void take_message(void *context, int level, const char *format, va_list arguments) {
  (void)arguments;
  if ((level > AV_LOG_ERROR && !tells_of_loss(level, format)) || context == NULL) return;
  const AVClass *class = *(const AVClass **)context;
  if (class == NULL) return;
  bool is_codec = !strcmp(class->class_name, "AVCodecContext");
  if (!is_codec && strcmp(class->class_name, "AVFormatContext") != 0) return;
  // What is said beside the pictures (SEI) is not shown, and its faults are none of the pictures'.
  if (strstr(format, "SEI")) return;
  // Copies that decoder threads have hold the same `opaque`.
  complaints *found = is_codec ? ((AVCodecContext *)context)->opaque : ((AVFormatContext *)context)->opaque;
  if (found == NULL) return;
  atomic_fetch_add(&found->errors, 1);
  AVIOContext *bytes = is_codec ? NULL : ((AVFormatContext *)context)->pb;
  long long none = -1;
  if (bytes) atomic_compare_exchange_strong(&found->position, &none, avio_tell(bytes));
}

static void install(void) { av_log_set_callback(take_message); }

void log_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
}
