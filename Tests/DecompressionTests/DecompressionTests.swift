import Decompression
import Testing

/// One text, and a million noughts, as each format writes them.
struct Packed: Sendable, CustomTestStringConvertible {
    let format: CompressionFormat
    let text: [UInt8]

    /// None of gzip's: they take a thousand bytes.
    let noughts: [UInt8]

    static let plain = #"{"error": 0, "data": {"id": 1, "fullName": "A", "pictureUrl": "p"}}"# + "\n"

    var testDescription: String { format.rawValue }

    /// Made with gzip 1.12, zstd 1.5.4 and brotli 1.1.
    static let all = [
        Packed(
            format: .gzip,
            text: bytes(
                "1f8b0800000000000203ab564a2d2aca2f52b25230d051504a492c490432ab9532538094215024ad3427c72f31"
                    + "3715c8557254020a146426979416a58616e580840a946a6bb90029ec5bf444000000"
            ),
            noughts: []
        ),
        Packed(
            format: .zstd,
            text: bytes(
                "28b52ffd0068dd010042c40d11a0ed8579a46fde715bf12d9727f5bb3e02a0d6c37bdfa251714ac4e01d4eeebd72a7b4"
                    + "36d71d86f7899d7a7fe4497710dec717a33a0d00"
            ),
            noughts: bytes(
                "28b52ffd00684c000008000100fcff39100202001000020010000200100002001000020010000200100003120a00"
            )
        ),
        Packed(
            format: .brotli,
            text: bytes(
                "8b21807b226572726f72223a20302c202264617461223a207b226964223a20312c202266756c6c4e616d65223a202241"
                    + "222c20227069637475726555726c223a202270227d7d0a03"
            ),
            noughts: bytes("5b3f428f7f02201e0b04f2731e00")
        ),
    ]

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0..<$0 + 2]), radix: 16)
        }
    }
}

@Suite struct DecompressionTests {
    /// What comes out when the bytes go in by so many at a time.
    private func text(_ packed: [UInt8], _ format: CompressionFormat, by step: Int) throws -> String {
        let decompressor = try Decompressor(format, limitBytes: 1 << 20)
        var text: [UInt8] = []
        for start in stride(from: 0, to: packed.count, by: step) {
            decompressor.supply(Array(packed[start..<min(start + step, packed.count)]))
            while case let piece = try decompressor.next(), !piece.isEmpty { text += piece }
        }
        try decompressor.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: Packed.all, [1, 7, 1_000])
    func `what was packed comes out, in whatever pieces it comes in`(packed: Packed, step: Int) throws {
        #expect(try text(packed.text, packed.format, by: step) == Packed.plain)
    }

    @Test(arguments: Packed.all.filter { $0.format != .brotli }, [1, 50, 1_000])
    func `files that were put behind each other are one text`(packed: Packed, step: Int) throws {
        #expect(try text(packed.text + packed.text, packed.format, by: step) == Packed.plain + Packed.plain)
    }

    @Test(arguments: Packed.all)
    func `what ends too early is named, wherever it ends`(packed: Packed) {
        for end in 1..<packed.text.count {
            let error = #expect(throws: DecompressionError.self) {
                try Decompressor.decompressed(Array(packed.text[..<end]), packed.format, limitBytes: 1 << 20)
            }
            #expect(error?.code == .truncated, "the first \(end) bytes")
        }
    }

    @Test(arguments: Packed.all)
    func `what is no stream of the format, or has bytes behind it, is corrupt`(packed: Packed) {
        for bytes in [Array("<html>".utf8), packed.text + Array("more".utf8)] {
            let error = #expect(throws: DecompressionError.self) {
                try Decompressor.decompressed(bytes, packed.format, limitBytes: 1 << 20)
            }
            #expect(error?.code == .corrupt || error?.code == .truncated, "\(bytes.prefix(8))")
        }
    }

    @Test(arguments: Packed.all.filter { $0.format != .gzip })
    func `more than the limit is refused by its name, and not unpacked first`(packed: Packed) throws {
        let limit = 200_000
        let decompressor = try Decompressor(packed.format, limitBytes: limit)
        decompressor.supply(packed.noughts)
        var count = 0
        let error = #expect(throws: DecompressionError.self) {
            while case let piece = try decompressor.next(), !piece.isEmpty { count += piece.count }
        }
        #expect(error?.code == .tooLong(limitBytes: limit))
        #expect(error?.format == packed.format)
        #expect(count <= limit)
    }

    @Test func `gzip and zstd are told by their marks, brotli by nothing`() {
        #expect(Packed.all.map { CompressionFormat(markOf: $0.text) } == [.gzip, .zstd, nil])
    }

    @Test(
        arguments: [("gzip", .gzip), ("X-GZIP", .gzip), ("br", .brotli), ("zstd", .zstd), ("deflate", nil)]
            as [(String, CompressionFormat?)]
    )
    func `a content coding names a format`(coding: String, format: CompressionFormat?) {
        #expect(CompressionFormat(contentCoding: coding) == format)
    }
}
