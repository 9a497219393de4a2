import FoundationEssentials
import JSONSchema

/// Where a response comes from.
enum Input: Equatable {
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

    /// The inputs that words name; a folder stands for every `.json` file below it, sorted by path.
    ///
    /// A folder without any stays in the list as itself, so that reading it fails: a CI job that checks nothing must not
    /// pass.
    static func all(_ words: [String]) throws(CheckError) -> [Input] {
        guard words.filter({ $0 == "-" }).count < 2 else { throw CheckError(.standardInputTwice) }
        var inputs: [Input] = []
        for word in words {
            let input = Input(word)
            if case .file(let path) = input, isFolder(path) {
                let files = try jsonFiles(below: path)
                inputs += files.isEmpty ? [input] : files.map(Input.file)
            } else {
                inputs.append(input)
            }
        }
        return inputs
    }
}

/// Every `.json` file below a folder, sorted; links are not followed.
///
/// - Throws: ``CheckError`` `unreadable`.
func jsonFiles(below folder: String) throws(CheckError) -> [String] {
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    do {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return names.filter { $0.hasSuffix(".json") }.sorted().map { base + $0 }.filter { !isFolder($0) }
    } catch {
        throw CheckError(.unreadable("the folder cannot be read"), folder)
    }
}

/// Whether a path leads to a folder.
func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
}

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
