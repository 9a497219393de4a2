#pragma once

#include <stddef.h>
#include <stdint.h>

// libFuzzer has no header. The toolchain links it for -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test_one_input)(const uint8_t *data, size_t size));
