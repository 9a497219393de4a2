#pragma once

#include <zlib.h>

/// `inflateInit2` is a macro, which Swift does not see. 15 is the largest window, 16 asks for gzip's header and nothing else.
static inline int fk_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
