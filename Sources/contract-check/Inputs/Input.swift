import FoundationEssentials
import JSONSchema

/// Where a response comes from.
enum Input: Equatable, Sendable {
    case file(String)
    case standardInput
    case url(String)

    /// An input as it is typed.
    init(_ word: String) {
        if word == "-" {
            self = .standardInput
        } else if ["http", "https"].contains(URIReference(word).scheme?.lowercased()) {
            self = .url(word)
        } else {
            self = .file(word)
        }
    }

    /// What it is called in reports; of a URL without user name, password, query and fragment, which may be secret.
    var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "-"
        case .url(let text):
            URIReference(text).withoutSecrets.description
        }
    }

    /// The scheme of a URL that nobody fetches here; nil for all else.
    var foreignScheme: String? {
        guard case .file(let path) = self, path.contains("://"), !fileExists(path) else { return nil }
        return URIReference(path).scheme
    }

    /// The inputs that words name: a folder stands for the files below it, sorted by path; a pattern for what fits it.
    ///
    /// A folder or a pattern without any file stays in the list as itself, so that reading it fails: a CI job that checks
    /// nothing must not pass. Which files of a folder are meant, `isWanted` tells by their names.
    ///
    /// - Throws: ``CheckError`` `standardInputTwice`, and `unreadable` for a folder.
    static func all(
        _ words: [String],
        where isWanted: (String) -> Bool = { $0.hasSuffix(".json") }
    ) throws(CheckError) -> [Input] {
        guard words.filter({ $0 == "-" }).count < 2 else { throw CheckError(.standardInputTwice) }
        var inputs: [Input] = []
        for word in words { inputs += try expanded(word, isWanted) }
        return inputs
    }

    private static func expanded(
        _ word: String,
        _ isWanted: (String) -> Bool
    ) throws(CheckError) -> [Input] {
        let input = Input(word)
        guard case .file(let path) = input else { return [input] }
        if isFolder(path) {
            let files = try files(below: path, where: isWanted)
            return files.isEmpty ? [input] : files.map(Input.file)
        }
        guard let glob = Glob(path), !FileManager.default.fileExists(atPath: path) else { return [input] }
        var inputs: [Input] = []
        for path in glob.paths { inputs += try expanded(path, isWanted) }
        return inputs.isEmpty ? [input] : inputs
    }
}

/// Every `.json` file below a folder, sorted; links are not followed.
///
/// - Throws: ``CheckError`` `unreadable`.
func jsonFiles(below folder: String) throws(CheckError) -> [String] {
    try files(below: folder) { $0.hasSuffix(".json") }
}

/// The files below a folder that are wanted, sorted; links are not followed.
///
/// - Throws: ``CheckError`` `unreadable`.
func files(
    below folder: String,
    where isWanted: (String) -> Bool
) throws(CheckError) -> [String] {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    do {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return names.filter(isWanted).sorted().map { base + $0 }.filter { !isFolder($0) }
    } catch {
        throw CheckError(.unreadable("the folder cannot be read"), folder)
    }
}

/// Whether a path leads to a folder.
func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
}

/// Whether there is something of that name.
func fileExists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

/// The folders in a folder, sorted; none when it cannot be read.
func subfolders(of folder: String) -> [String] {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    // They are only suggested: where there are none to be seen, nothing is.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { base + $0 }.filter(isFolder)
}

/// Whether a folder is that of a contract.
func holdsContract(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/feed.json") }

extension URIReference {
    fileprivate var withoutSecrets: URIReference {
        var kept = self
        kept.authority = authority.map {
            String($0.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
        }
        kept.query = nil
        kept.fragment = nil
        return kept
    }

    /// The host as an address exception names it: without user name, password, port and brackets.
    var host: String? {
        guard let authority else { return nil }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if place.hasPrefix("[") { return String(place.dropFirst().prefix { $0 != "]" }) }
        return String(place.prefix { $0 != ":" })
    }
}
