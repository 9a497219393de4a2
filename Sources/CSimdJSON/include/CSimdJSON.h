#pragma once

// simdjson's DOM parser behind a C face: one handle owns the padded source text and, after a parse, simdjson's tape
// and string buffer, which Swift reads in place.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

typedef struct fk_json fk_json;

/// A handle with room for `length` bytes of source text plus the padding simdjson reads past the end, or NULL.
fk_json *_Nullable fk_json_new(size_t length);
void fk_json_free(fk_json *json);

/// Where the caller writes the `length` bytes before parsing.
uint8_t *fk_json_source(fk_json *json);

/// What a parse gave. `FK_JSON_REFUSED` says only that simdjson cannot build the tape: the text may still be JSON
/// (integers past 64 bits, lone surrogates), and simdjson does not tell where it stopped.
enum { FK_JSON_PARSED = 0, FK_JSON_DUPLICATE_KEYS = 1, FK_JSON_REFUSED = 2, FK_JSON_NO_MEMORY = 3 };

/// Parses source[offset ..< length]; `max_depth` is the deepest nesting simdjson accepts.
int fk_json_parse(fk_json *json, size_t offset, size_t length, size_t max_depth);

/// The same without the search for duplicate keys: simdjson alone, for benchmarks to compare with.
int fk_json_parse_only(fk_json *json, size_t offset, size_t length, size_t max_depth);

/// Valid after FK_JSON_PARSED or FK_JSON_DUPLICATE_KEYS, as long as the handle lives.
const uint64_t *_Nullable fk_json_tape(const fk_json *json);
const uint8_t *_Nullable fk_json_strings(const fk_json *json);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
