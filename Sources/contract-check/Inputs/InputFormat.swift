import Decompression

/// What a file, or standard input, is made of.
enum InputFormat: String, CaseIterable {
    /// One body.
    case json
    /// A body or a recording on each line (`.ndjson`, `.jsonl`).
    case ndjson
    /// A JSON array of bodies or recordings.
    case array
    /// What browsers export (HAR 1.2).
    case har
    /// What `contract-check record` writes.
    case recording
    /// What `curl -i` prints: status lines, headers and bodies.
    case curl

    /// The format that a name or else the beginning of a text tells; a text that tells nothing is one body.
    init(name: String, head: some Collection<UInt8>) {
        switch Self.extension(of: name) {
        case "ndjson", "jsonl": self = .ndjson
        case "har": self = .har
        default: self = Self.told(by: head)
        }
    }

    /// Whether a file in a folder is looked at.
    static func isRecording(_ name: String) -> Bool {
        ["json", "ndjson", "jsonl", "har", "http"].contains(Self.extension(of: name))
    }

    /// `json` for `blocks.2020.json.gz`.
    private static func `extension`(of name: String) -> String {
        let parts = name.split(separator: "/").last?.split(separator: ".").map { $0.lowercased() } ?? []
        let isCompressed = CompressionFormat.allCases.contains { $0.fileExtension == parts.last }
        return (isCompressed ? parts.dropLast() : parts[...]).last ?? ""
    }

    private static func told(by head: some Collection<UInt8>) -> InputFormat {
        // Only marks that no answer of a feed begins with by chance; blanks do not matter.
        let text = head.prefix(512).drop { $0 >= 0x80 }.filter { $0 > 0x20 }
        let marks: [(String, InputFormat)] = [
            ("HTTP/", .curl), (#"{"log":{"#, .har), (#"{"recording":1,"#, .recording),
            (#"[{"recording":1,"#, .array),
        ]
        return marks.first { text.starts(with: $0.0.utf8) }?.1 ?? .json
    }
}
