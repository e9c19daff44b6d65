/// The tracks of a container: which one is the recording's, and of what kind the others are.
#include "internal.h"

static bool is_cover(const AVStream *stream) {
  return stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS);
}

int tracks_pictures(const AVFormatContext *format) {
  int best = -1, best_score = -1;
  for (unsigned i = 0; i < format->nb_streams; i++) {
    const AVStream *stream = format->streams[i];
    if (stream->codecpar->codec_type != AVMEDIA_TYPE_VIDEO || is_cover(stream)) continue;
    int score = stream->disposition & AV_DISPOSITION_DEFAULT ? 1 : 0;
    if (score > best_score) best = (int)i, best_score = score;
  }
  return best;
}

void tracks_count(const AVStream *stream, avfence_beside *beside) {
  switch (stream->codecpar->codec_type) {
    case AVMEDIA_TYPE_VIDEO:
      if (is_cover(stream)) beside->covers++;
      else beside->videos++;
      break;
    case AVMEDIA_TYPE_AUDIO: break;
    case AVMEDIA_TYPE_SUBTITLE: beside->subtitles++; break;
    case AVMEDIA_TYPE_ATTACHMENT: beside->attachments++; break;
    default: beside->data++;
  }
}
