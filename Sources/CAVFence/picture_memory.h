// The memory that decoders put pictures into: what they do not write in it would be an earlier frame's picture, and masks lie
// elsewhere now.
#pragma once
#include "internal.h"

// [called by the decoder] Memory that is blank.
int memory_blank(AVCodecContext *codec, AVFrame *frame, int flags);

// [called by the decoder] Memory in which one can see what was not written.
int memory_marked(AVCodecContext *codec, AVFrame *frame, int flags);
// Whether nothing as large as a block of 16 by 16 samples of luma was left out in marked memory.
bool memory_is_written(const AVFrame *frame);
