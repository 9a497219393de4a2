#pragma once

// simdjson's DOM parser behind a C face: one handle owns the padded source text and, after a parse, simdjson's tape
// and string buffer, which Swift reads in place. Its first stage alone is there, too: the tokens of a text.

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

/// Valid after FK_JSON_PARSED, as long as the handle lives.
const uint64_t *_Nullable fk_json_tape(const fk_json *json);
const uint8_t *_Nullable fk_json_strings(const fk_json *json);

/// Bytes behind the text of fk_json_tokens that may be read; they are zero.
enum { FK_JSON_TEXT_PADDING = 64 };

/// A copy of a text, and where in it each token begins: brackets, colons, commas, strings, and runs of other characters that
/// are no white space. Behind the last place stands the length. `first_escape` is the place of the first backslash, or the length.
typedef struct {
    const uint8_t *_Nullable text;
    const uint32_t *_Nullable places;
    size_t count;
    size_t first_escape;
} fk_json_tokens;

/// Finds the tokens of a text. What is found is valid UTF-8, strings are closed and hold no control characters; nothing
/// else of the grammar is checked. It is the calling thread's until that parses or finds tokens again, or ends this by
/// fk_json_end_tokens. `FK_JSON_REFUSED` for any other text, and for an empty one.
int fk_json_find_tokens(const uint8_t *bytes, size_t length, fk_json_tokens *found);

/// Writes the unescaped bytes of a string whose opening quote stands before `string`, and says where they end; NULL for an escape
/// that is none, and for half a surrogate pair. The text must be that whose tokens were found last. The buffer must have room for the
/// string and FK_JSON_TEXT_PADDING bytes.
uint8_t *_Nullable fk_json_unescape(const uint8_t *string, uint8_t *buffer);

/// Gives back what a large text took.
void fk_json_end_tokens(void);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
