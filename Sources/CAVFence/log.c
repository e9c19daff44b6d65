/// The libraries' messages: counted, never shown. They can hold words of a file's metadata.
#include <pthread.h>
#include <string.h>

#include "internal.h"

// Whether a warning is of what is gone: packets of a transport stream, whose mark their parser may lose, and tables of an ISO
// file's index. Sloppy boxes of metadata concern nobody.
static bool tells_of_loss(int level, const char *format, va_list arguments) {
  static const char *const tables[] = {"stts", "ctts", "stsc", "stsz", "stz2", "stco",
                                       "co64", "stss", "elst", "tfhd", "tfdt", "trun"};
  if (level != AV_LOG_WARNING) return false;
  if (!strncmp(format, "Packet corrupt", 14)) return true;
  // The atom's name is the first argument.
  if (strncmp(format, "overread end of atom '%s'", 25) != 0) return false;
  va_list copy;
  va_copy(copy, arguments);
  const char *name = va_arg(copy, const char *);
  va_end(copy);
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (!strcmp(name, tables[i])) return true;
  }
  return false;
}

// [called by the libraries, any thread]
static void take_message(void *context, int level, const char *format, va_list arguments) {
  if ((level > AV_LOG_ERROR && !tells_of_loss(level, format, arguments)) || context == NULL) return;
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
