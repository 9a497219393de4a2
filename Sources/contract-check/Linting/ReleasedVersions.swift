import Contracts
import FoundationEssentials
import JSONCore

/// The schemas of released versions, each with the digest it was released with: `released.json` in a contract's folder.
///
/// Digests are of canonical texts, so that a schema may be formatted anew.
struct ReleasedVersions {
    static let file = "released.json"

    /// Digests by path below the version's folder, by version.
    private(set) var digests: [Int: [String: String]] = [:]

    /// Nothing released.
    init() {}

    /// Reads a `released.json`; nil, and why, where it is none.
    init?(_ bytes: [UInt8], problem: inout String?) {
        do {
            let root = try JSONDocument(bytes).root
            guard let versions = root["versions"], versions.kind == .object else {
                problem = "the member \"versions\" is missing"
                return nil
            }
            for (name, files) in versions.members {
                guard let version = Int(name.string.dropFirst()) else { continue }
                let pairs = files.members.map { ($0.string, $1.string ?? "") }
                digests[version] = Dictionary(pairs) { first, _ in first }
            }
        } catch {
            problem = "\(error)"
            return nil
        }
    }

    /// Adds a version as its schemas are now; one that is released stays as it is.
    mutating func release(_ version: Int, _ schemas: ContractSchemas) {
        guard digests[version] == nil else { return }
        digests[version] = schemas.documents.mapValues(Self.digest)
    }

    static func digest(_ schema: JSONDocument) -> String {
        ContentHash(stablePartOf: schema.root, volatile: .none).description
    }

    /// The file's text.
    var text: String {
        let versions = digests.sorted { $0.key < $1.key }.map { version, files in
            let members = files.sorted { $0.key < $1.key }.map { ($0.key, JSONOutput.text($0.value)) }
            return ("v\(version)", JSONOutput.object(members))
        }
        let about =
            "Digests of the schemas of released versions (XXH3-128 of their canonical text). contract-check lint refuses changes; lint --release adds the version in force."
        return JSONOutput.object([("description", .text(about)), ("versions", .object(versions))]).rendered
    }
}
