#pragma once

#include <stddef.h>
#include <stdint.h>

/* The Swift runtime has it (swift/Demangling/Demangle.h) and no module declares it before Swift 6.4.
   The flags must be 0; the result is the caller's to free, and null for what is no mangled name. */
char *swift_demangle(const char *mangledName, size_t mangledNameLength, char *outputBuffer, size_t *outputBufferSize,
                     uint32_t flags);
