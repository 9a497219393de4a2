#include "CRE2.h"

#include <re2/re2.h>

#include <new>

using re2::StringPiece;

struct fk_re2 {
    RE2 expression;

    fk_re2(StringPiece pattern, const RE2::Options &options) : expression(pattern, options) {}
};

static StringPiece piece(const uint8_t *bytes, size_t length) {
    return StringPiece(reinterpret_cast<const char *>(bytes), length);
}

fk_re2 *fk_re2_new(const uint8_t *pattern, size_t length, int64_t max_memory) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    options.set_max_mem(max_memory);
    return new (std::nothrow) fk_re2(piece(pattern, length), options);
}

void fk_re2_free(fk_re2 *expression) { delete expression; }

int fk_re2_match(fk_re2 *handle, const uint8_t *text, size_t length, uint64_t max_work) {
    const RE2 &expression = handle->expression;
    if (!expression.ok() || length > max_work / uint64_t(expression.ProgramSize())) { return FK_RE2_LIMIT; }
    bool matches = expression.Match(piece(text, length), 0, length, RE2::UNANCHORED, nullptr, 0);
    return matches ? FK_RE2_MATCH : FK_RE2_MISMATCH;
}
