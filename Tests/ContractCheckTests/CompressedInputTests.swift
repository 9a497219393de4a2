import JSONCore
import Testing

/// Compressed files.
@Suite struct CompressedInputTests {
    @Test(arguments: [
        ("p.json.gz", Packed.gzip), ("p.json", Packed.gzip), ("p.json.zst", Packed.zstd),
        ("p.json.br", Packed.brotli),
    ])
    func `a compressed file is read by its mark, or by its name`(name: String, bytes: [UInt8]) async throws {
        try await Place.withScratch { folder in
            try write(bytes, name, folder)
            let checked = try await check([name], in: folder)
            #expect(checked.results == ["\(name) answer"])
            #expect(checked.inputs.first?["bytes"]?.int64 == Int64(Packed.plain.utf8.count))
            #expect(checked.run.status == 0)
        }
    }

    @Test func `compressed lines are lines, and so they are from standard input`() async throws {
        try await Place.withScratch { folder in
            try write(Packed.gzip + Packed.gzip, "p.ndjson.gz", folder)
            #expect(
                try await check(["p.ndjson.gz"], in: folder).results == [
                    "p.ndjson.gz:1 answer", "p.ndjson.gz:2 answer",
                ]
            )
            let piped = try await check(
                ["--input-format", "ndjson", "-"],
                in: folder,
                input: Packed.gzip + Packed.gzip
            )
            #expect(piped.results == ["-:1 answer", "-:2 answer"])
        }
    }

    @Test(arguments: [Packed.gzip, Packed.zstd])
    func `a compressed file that was cut off could not be read`(bytes: [UInt8]) async throws {
        try await Place.withScratch { folder in
            try write(Array(bytes.dropLast(9)), "p.json", folder)
            let checked = try await check(["p.json"], in: folder)
            #expect(checked.results == ["p.json not-read"])
            #expect(
                checked.inputs.first?["fault"]?["message"]?.string?.hasSuffix("data ends too early") == true
            )
            #expect(checked.run.status == 3)
        }
    }

    @Test func `a small file that unpacks to more than the limit is refused with the limit named`()
        async throws
    {
        try await Place.withScratch { folder in
            try write(Packed.bomb(), "p.json.zst", folder)
            let checked = try await check(["p.json.zst"], in: folder)
            #expect(checked.results == ["p.json.zst too-large"])
            #expect(
                checked.inputs.first?["fault"]?["message"]?.string?.contains("limit of 67108864 bytes")
                    == true
            )
            #expect(checked.run.status == 3)
        }
    }
}

/// Compressed texts, made with gzip, zstd and brotli.
enum Packed {
    static let plain = #"{"error": 0, "data": {"id": 1, "fullName": "A", "pictureUrl": "p"}}"# + "\n"
    static let gzip = bytes(
        "1f8b0800000000000203ab564a2d2aca2f52b25230d051504a492c490432ab9532538094215024ad3427c72f313715c85572"
            + "54020a146426979416a58616e580840a946a6bb90029ec5bf444000000"
    )
    static let zstd = bytes(
        "28b52ffd0068dd010042c40d11a0ed8579a46fde715bf12d9727f5bb3e02a0d6c37bdfa251714ac4e01d4eeebd72a7b436d71d"
            + "86f7899d7a7fe4497710dec717a33a0d00"
    )
    static let brotli = bytes(
        "8b21807b226572726f72223a20302c202264617461223a207b226964223a20312c202266756c6c4e616d65223a202241222c20"
            + "227069637475726555726c223a202270227d7d0a03"
    )

    /// Frames of a million noughts each, 80 MB together.
    static func bomb() -> [UInt8] {
        let million = bytes(
            "28b52ffd00684c000008000100fcff39100202001000020010000200100002001000020010000200100003120a00"
        )
        return Array(repeatElement(million, count: 80).joined())
    }

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal.utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }
}
