import Contracts
import FoundationEssentials
import JSONCore
import JSONSchema

extension ContractLint {
    private var feedPath: String { base + "feed.json" }

    /// Checks `feed.json` by the schema that it names, and by the laws that no schema can say.
    mutating func checkFeed() {
        // A feed.json that is no JSON is told already.
        guard let bytes = files.contents["feed.json"], let document = try? JSONDocument(bytes) else { return }
        checkBySchema(document.root)
        for section in document.root["sections"]?.elements.map({ $0 }) ?? [] { check(section) }
        checkVolatileIdentities(document.root)
    }

    private mutating func checkBySchema(_ feed: JSONValue) {
        guard let reference = feed["$schema"]?.string, URIReference(reference).scheme == nil else { return }
        let path = URL(filePath: base).appending(path: reference).standardizedFileURL.path
        // The tools know the rules by heart; the file is for editors and may be elsewhere.
        guard let bytes = readFile(path) else { return }
        do {
            let schema = try CompiledSchema(compiling: JSONDocument(bytes), at: path)
            // What the contract's own reader has told is not told again.
            let told = Set(problems.map(\.place.pointer))
            for violation in schema.explain(feed, notes: false).violations
            where !told.contains(violation.value.pointer.description) {
                let message =
                    "expected \(violation.kind.expected), found \(violation.kind.found ?? violation.value.shortText)"
                add(LintProblem(.feedSchema, message, in: feedPath, at: violation.value))
            }
        } catch {
            add(
                LintProblem(
                    .feedSchema,
                    "the schema that $schema names cannot be used: \(error)",
                    in: feedPath
                )
            )
        }
    }

    private mutating func check(_ section: JSONValue) {
        if section["each"] != nil, section["unknownKind"] == nil {
            add(LintProblem(.unknownKindUnsaid, "unknownKind is missing", in: feedPath, at: section))
        }
        for kind in section["kinds"]?.elements.map({ $0 }) ?? [section] {
            let name = kind["kind"]?.string ?? ""
            if kind["schema"] == nil {
                add(
                    LintProblem(
                        .kindWithoutSchema,
                        "the kind \"\(name)\" has no schema",
                        in: feedPath,
                        at: kind
                    )
                )
            }
            // An only item needs nothing to tell it from others.
            let isOnly = kind["items"]?.string == ""
            if !isOnly, let identity = kind["item"]?["identity"], identity.count == 1,
                identity[0]?.kind == .string
            {
                let message = "items of \"\(name)\" are identified by \(identity[0]?.string ?? "") alone"
                add(LintProblem(.identityAlone, message, in: feedPath, at: identity))
            }
        }
    }

    private mutating func checkVolatileIdentities(_ feed: JSONValue) {
        guard let loaded else { return }
        for rule in loaded.contract.sections.flatMap(\.kinds) {
            for path in rule.volatileIdentities {
                let message = "items of \"\(rule.kind)\" are identified by \(path), which is volatile"
                add(
                    LintProblem(
                        .identityVolatile,
                        message,
                        in: feedPath,
                        at: feed.kind(named: rule.kind) ?? feed
                    )
                )
            }
        }
    }
}

extension JSONValue {
    /// The entry of a kind in `feed.json`.
    fileprivate func kind(named name: String) -> JSONValue? {
        let sections = self["sections"]?.elements.map { $0 } ?? []
        return sections.flatMap { $0["kinds"]?.elements.map { $0 } ?? [$0] }.first {
            $0["kind"]?.string == name
        }
    }
}
