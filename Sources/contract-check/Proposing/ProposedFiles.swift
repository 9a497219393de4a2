import JSONCore

/// What a proposal makes of files: changes of those that are there, and new ones.
struct ProposedFiles {
    private struct File {
        let path: String

        /// Nil for a new file.
        let old: [UInt8]?
        let new: [UInt8]
    }

    private let files: [File]
    private let operations: [(file: String, operation: PatchOperation)]

    /// The version in force as it was changed.
    init(changing files: WorkingFiles) {
        operations = files.operations
        self.files = files.changed.map { path in
            File(path: path, old: files.originals[path], new: files.contents[path] ?? [])
        }
    }

    /// The version in force as it was, and the next one beside it.
    init(adding version: NextVersion, to files: WorkingFiles) {
        let feed = File(
            path: version.feed.path,
            old: files.originals[version.feed.path],
            new: version.feed.bytes
        )
        self.files = version.files.map { File(path: $0.path, old: nil, new: $0.bytes) } + [feed]
        operations = files.operations + [(feed.path, .raising(to: version.number))]
    }

    /// As `diff -u` writes it.
    var patch: String {
        files.map { file in
            UnifiedDiff(
                file.path,
                old: file.old.map { String(decoding: $0, as: UTF8.self) },
                new: String(decoding: file.new, as: UTF8.self)
            ).text
        }.joined()
    }

    /// As a JSON Patch (RFC 6902) for each file; of a new file its content.
    var json: JSONOutput {
        .object([("version", .number(1)), ("files", .array(files.map(json)))])
    }

    private func json(_ file: File) -> JSONOutput {
        guard file.old == nil else {
            let own = operations.filter { $0.file == file.path }.map(\.operation.json)
            return .object([("file", .text(file.path)), ("patch", .array(own))])
        }
        // Samples may be anything, and then there is no JSON to show.
        let content = try? JSONDocument(file.new).root
        return .object([("file", .text(file.path)), ("content", content.map(JSONOutput.value) ?? .null)])
    }

    /// Writes the changed files, each whole or not at all.
    ///
    /// - Throws: ``CheckError`` `notWritten`, for the first that cannot be.
    func write() throws(CheckError) {
        for file in files { try replaceFile(file.path, file.new) }
    }

    var paths: [String] { files.map(\.path) }
}
