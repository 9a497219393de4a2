/// A way in which files are compressed.
package enum CompressionFormat: String, CaseIterable, Sendable {
    /// RFC 1952.
    case gzip
    /// RFC 8878.
    case zstd
    /// RFC 7932.
    case brotli

    /// What files of this format end in, without the dot.
    package var fileExtension: String {
        switch self {
        case .gzip: "gz"
        case .zstd: "zst"
        case .brotli: "br"
        }
    }

    /// The format whose mark the bytes begin with; brotli has none.
    package init?(markOf bytes: some Collection<UInt8>) {
        if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
            self = .gzip
        } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstd
        } else {
            return nil
        }
    }

    /// The format of an HTTP content coding (RFC 9110 §8.4.1), in any letter case; nil for `deflate` and unknown ones.
    package init?(contentCoding: String) {
        switch contentCoding.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "zstd": self = .zstd
        case "br": self = .brotli
        default: return nil
        }
    }
}
