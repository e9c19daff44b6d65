// What is shown of a recording, as far as programs agree on it.
#pragma once
#include "reader.h"

// Refuses a recording that has been opened where they do not, or where its frames cannot be counted or read; sets the shown part.
avfence_status presented_check(avfence_reader *reader, char message[160]);
