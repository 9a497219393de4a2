import Contracts
import JSONCore

extension WorkingFiles {
    /// The files of the next version: those of the version in force with all changes, their identifiers and references
    /// moved, its samples, and `feed.json` with the version raised.
    ///
    /// - Throws: ``CheckError`` `versionExists`.
    func nextVersion() throws(CheckError) -> [(path: String, bytes: [UInt8])] {
        guard let base, let version = feedVersion else { return [] }
        let (old, new) = ("v\(version)", "v\(version + 1)")
        guard !contents.keys.contains(where: { $0.hasPrefix("\(base)\(new)/") }) else {
            throw CheckError(.versionExists(version + 1), base)
        }
        var files: [(path: String, bytes: [UInt8])] = []
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) where path.hasPrefix("\(base)\(old)/") {
            let name = path.dropFirst("\(base)\(old)/".count)
            files.append(("\(base)\(new)/\(name)", moved(bytes, from: "/\(old)/", to: "/\(new)/")))
        }
        let samples = "\(base)samples/\(old)"
        for path in (try? jsonFiles(below: samples)) ?? [] {
            files.append(("\(base)samples/\(new)" + path.dropFirst(samples.count), readFile(path) ?? []))
        }
        return files + [(feedFile, raised(to: version + 1))]
    }

    /// A schema whose identifiers and references name another version.
    private func moved(_ bytes: [UInt8], from old: String, to new: String) -> [UInt8] {
        guard let document = try? JSONDocument(bytes) else { return bytes }
        var text = EditedText(bytes)
        for pointer in identifiers(in: document.root) {
            let value = document.root.value(at: pointer)?.string?.replacing(old, with: new) ?? ""
            // It is JSON, and stays so.
            try? text.apply(PatchOperation(kind: .replace, pointer: pointer, value: .text(value)))
        }
        return text.bytes
    }

    private func identifiers(in value: JSONValue, at pointer: JSONPointer = JSONPointer()) -> [JSONPointer] {
        let own = ["$id", "$ref", "$dynamicRef"].filter { value[$0]?.string?.contains("/v") == true }
            .map { pointer.appending($0) }
        let members = value.members.map { ($0.string, $1) }
        let parts = members + value.elements.enumerated().map { ("\($0)", $1) }
        return parts.reduce(own) { $0 + identifiers(in: $1.1, at: pointer.appending($1.0)) }
    }

    private func raised(to version: Int) -> [UInt8] {
        var text = EditedText(contents[feedFile] ?? [])
        let pointer = JSONPointer(tokens: ["contract"])
        // A feed.json that was loaded is JSON.
        try? text.apply(PatchOperation(kind: .replace, pointer: pointer, value: .number(version)))
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
