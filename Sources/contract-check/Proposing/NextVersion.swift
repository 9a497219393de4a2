import Contracts
import FoundationEssentials
import JSONCore

/// The next version of a contract: files that are not there yet, and `feed.json`, which puts it into force.
struct NextVersion {
    let number: Int

    /// By path, sorted.
    let files: [(path: String, bytes: [UInt8])]

    /// With the version raised.
    let feed: (path: String, bytes: [UInt8])

    /// The folders that hold all the files.
    private let folders: [String]

    /// Those of the version in force with all changes, their identifiers and references moved, and its samples.
    ///
    /// - Throws: ``CheckError`` `versionExists`.
    init(after files: WorkingFiles, base: String, version: Int) throws(CheckError) {
        let number = version + 1
        let folders = ["\(base)v\(number)", "\(base)samples/v\(number)"]
        guard !folders.contains(where: fileExists) else { throw CheckError(.versionExists(number), base) }
        let schemas = Self.schemas(of: files, in: "\(base)v\(version)/", from: version)
        let samples = Self.samples(in: "\(base)samples/v\(version)")
        self.files =
            schemas.map { ("\(folders[0])/\($0.name)", $0.bytes) }
            + samples.map { ("\(folders[1])/\($0.name)", $0.bytes) }
        self.number = number
        self.folders = folders
        feed = (files.feedFile, files.feedRaised(to: number))
    }

    private static func schemas(
        of files: WorkingFiles,
        in folder: String,
        from version: Int
    ) -> [(name: String, bytes: [UInt8])] {
        files.contents.sorted { $0.key < $1.key }.filter { $0.key.hasPrefix(folder) }.map { path, bytes in
            let moved = moved(bytes, from: "/v\(version)/", to: "/v\(version + 1)/")
            return (String(path.dropFirst(folder.count)), moved)
        }
    }

    private static func samples(in folder: String) -> [(name: String, bytes: [UInt8])] {
        // A contract may be without samples.
        let paths = (try? jsonFiles(below: folder)) ?? []
        return paths.compactMap { path in
            readFile(path).map { (String(path.dropFirst(folder.count + 1)), $0) }
        }
    }

    /// Puts it in place, whole or not at all.
    ///
    /// Each folder is made beside its place and gets its name when all is in it; `feed.json` comes last.
    ///
    /// - Throws: ``CheckError`` `notWritten`; then nothing has changed.
    func install() throws(CheckError) {
        var placed: [String] = []
        do throws(CheckError) {
            for folder in folders { try write(folder) }
            for folder in folders where fileExists(partial(folder)) {
                try place(folder)
                placed.append(folder)
            }
            try replaceFile(feed.path, feed.bytes)
        } catch {
            for folder in folders.map(partial) + placed { removeFolder(folder) }
            throw error
        }
    }

    private func write(_ folder: String) throws(CheckError) {
        for (path, bytes) in files where path.hasPrefix(folder + "/") {
            let beside = partial(folder) + path.dropFirst(folder.count)
            try makeFolder(URL(filePath: beside).deletingLastPathComponent().path)
            try writeFile(beside, bytes)
        }
    }

    private func place(_ folder: String) throws(CheckError) {
        do throws(SystemError) {
            try renameFile(partial(folder), to: folder)
        } catch {
            throw CheckError(.notWritten("\(error)"), folder)
        }
    }

    private func partial(_ folder: String) -> String { "\(folder).partial" }

    private func removeFolder(_ folder: String) {
        // It may never have been made.
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: Identifiers

    /// A schema whose identifiers and references name another version.
    private static func moved(_ bytes: [UInt8], from old: String, to new: String) -> [UInt8] {
        guard let document = try? JSONDocument(bytes) else { return bytes }
        var text = EditedText(bytes)
        for pointer in identifiers(in: document.root) {
            let value = document.root.value(at: pointer)?.string?.replacing(old, with: new) ?? ""
            // It is JSON, and stays so.
            try? text.apply(PatchOperation(kind: .replace, pointer: pointer, value: .text(value)))
        }
        return text.bytes
    }

    private static func identifiers(
        in value: JSONValue,
        at pointer: JSONPointer = JSONPointer()
    ) -> [JSONPointer] {
        let own = ["$id", "$ref", "$dynamicRef"].filter { value[$0]?.string?.contains("/v") == true }
            .map { pointer.appending($0) }
        let members = value.members.map { ($0.string, $1) }
        let parts = members + value.elements.enumerated().map { ("\($0)", $1) }
        return parts.reduce(own) { $0 + identifiers(in: $1.1, at: pointer.appending($1.0)) }
    }
}

extension WorkingFiles {
    /// The next version; nil for a schema alone.
    ///
    /// - Throws: ``CheckError`` `versionExists`.
    func nextVersion() throws(CheckError) -> NextVersion? {
        guard let base, let version = feedVersion else { return nil }
        return try NextVersion(after: self, base: base, version: version)
    }

    /// Whether the version in force was released, so that it stays as it is.
    var isReleased: Bool {
        guard let base, let version = feedVersion, let bytes = readFile(base + ReleasedVersions.file) else {
            return false
        }
        var problem: String?
        // What is wrong with the file is for lint to say.
        return ReleasedVersions(bytes, problem: &problem)?.digests[version] != nil
    }

    fileprivate func feedRaised(to version: Int) -> [UInt8] {
        var text = EditedText(contents[feedFile] ?? [])
        // A feed.json that was loaded is JSON.
        try? text.apply(.raising(to: version))
        return text.bytes
    }

    private var feedVersion: Int? {
        let feed = try? JSONDocument(contents[feedFile] ?? []).root
        return feed?["contract"]?.int64.map { Int($0) }
    }

    /// The folder of the version in force, with a slash at its end; nil for a schema alone.
    var versionFolder: String? {
        guard let base, let version = feedVersion else { return nil }
        return "\(base)v\(version)/"
    }
}

extension PatchOperation {
    /// Puts a version into force, in `feed.json`.
    static func raising(to version: Int) -> PatchOperation {
        PatchOperation(kind: .replace, pointer: JSONPointer(tokens: ["contract"]), value: .number(version))
    }
}
