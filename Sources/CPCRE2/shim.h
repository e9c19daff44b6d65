// The library has one interface for each width of code unit; ours is UTF-8.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
