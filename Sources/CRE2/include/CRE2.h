#pragma once

// RE2 behind a C face: whether an expression matches anywhere in a text, in time linear in the text.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

typedef struct fk_re2 fk_re2;

/// Compiles an expression in RE2's syntax, or gives NULL when there is no memory. `max_memory` bounds, in bytes, what the
/// compiled expression takes, the states it finds while matching among it.
fk_re2 *_Nullable fk_re2_new(const uint8_t *pattern, size_t length, int64_t max_memory);
void fk_re2_free(fk_re2 *expression);

enum { FK_RE2_MISMATCH = 0, FK_RE2_MATCH = 1, FK_RE2_LIMIT = 2 };

/// Whether the expression matches anywhere in the UTF-8 text. FK_RE2_LIMIT when RE2 refused the expression (it may be too big
/// for its memory), and when its instructions times the bytes of the text are more than `max_work`.
/// From any number of threads at a time.
int fk_re2_match(fk_re2 *expression, const uint8_t *_Nullable text, size_t length, uint64_t max_work);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
