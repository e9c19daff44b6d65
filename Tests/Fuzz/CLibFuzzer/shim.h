// What of libFuzzer's interface is used; its own header (fuzzer/FuzzerInterface.h) is C++ at heart.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Runs the fuzzer with its options and folders; gives the program's exit code.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *bytes, size_t count));

// Changes bytes in place, up to `limit` of them, as libFuzzer does by itself; gives the new count.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t limit);
