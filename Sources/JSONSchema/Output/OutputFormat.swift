package import JSONCore

/// The forms in which the specifications have an evaluation told.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// The verdict alone.
    case flag
    /// Errors or annotations, one by one, of 2019-09 and 2020-12 (core §10.4.2 and §12.4.2).
    case basic
    /// The units that have errors or annotations, as "Machine-Readable Output for JSON Schema" has it.
    case list
    /// All units as a tree, by the same specification.
    case hierarchical
}

extension EvaluationRecord {
    /// The members of a format's document; `"truncated": true` is one of them where units are missing.
    package func members(_ format: OutputFormat) -> [(String, JSONOutput)] {
        let members: [(String, JSONOutput)] =
            switch format {
            case .flag: heading
            case .basic: root.basicRoot
            case .list:
                heading + [("details", .array(root.all.filter(\.isTelling).map { .object($0.facts) }))]
            case .hierarchical: heading + root.facts.dropFirst() + root.nestedDetails
            }
        return members + (isTruncated ? [("truncated", .bool(true))] : [])
    }

    private var heading: [(String, JSONOutput)] {
        [
            ("valid", .bool(root.isValid)), ("dialect", .text(dialect)),
            ("schema", .text(root.schemaLocation.uriOfRoot)),
        ]
    }
}

extension OutputUnit {
    fileprivate var isTelling: Bool { !errors.isEmpty || !annotations.isEmpty }

    // MARK: List and hierarchical

    fileprivate var facts: [(String, JSONOutput)] {
        var facts: [(String, JSONOutput)] = [
            ("valid", .bool(isValid)), ("evaluationPath", .text(evaluationPath.description)),
            ("schemaLocation", .text(schemaLocation.uriText)),
            ("instanceLocation", .text(instanceLocation.description)),
        ]
        if !errors.isEmpty { facts.append(("errors", .object(messages))) }
        if !annotations.isEmpty {
            facts.append(("annotations", .object(annotations.map { ($0.keyword, $0.value) })))
        }
        return facts
    }

    /// Several errors of one keyword are one text.
    private var messages: [(String, JSONOutput)] {
        var messages: [(keyword: String, text: String)] = []
        for error in errors {
            if let known = messages.firstIndex(where: { $0.keyword == error.keyword }) {
                messages[known].text += "; \(error.kind)"
            } else {
                messages.append((error.keyword, error.kind.description))
            }
        }
        return messages.map { ($0.keyword, .text($0.text)) }
    }

    fileprivate var nestedDetails: [(String, JSONOutput)] {
        details.isEmpty ? [] : [("details", .array(details.map { .object($0.facts + $0.nestedDetails) }))]
    }

    // MARK: Basic

    fileprivate var basicRoot: [(String, JSONOutput)] {
        let units = isValid ? ("annotations", basicAnnotations) : ("errors", basicErrors)
        return basicFacts(nil) + [(units.0, .array(units.1))]
    }

    private var basicAnnotations: [JSONOutput] {
        all.flatMap { unit in
            unit.annotations.map { annotation in
                .object(unit.basicFacts(annotation.keyword) + [("annotation", annotation.value)])
            }
        }
    }

    /// Only what makes the root fail.
    private var basicErrors: [JSONOutput] {
        let own = errors.map { error in
            JSONOutput.object(basicFacts(error.keyword) + [("error", .text(error.kind.description))])
        }
        return own + details.filter { !$0.isValid && isCause($0) }.flatMap(\.basicErrors)
    }

    /// Whether that a subschema fails makes this schema fail.
    private func isCause(_ detail: OutputUnit) -> Bool {
        let keyword = detail.evaluationPath.tokens.dropFirst(evaluationPath.tokens.count).first
        return switch keyword {
        case "not", "if": false
        case "anyOf", "oneOf", "contains": errors.contains { $0.keyword == keyword }
        default: true
        }
    }

    private func basicFacts(_ keyword: String?) -> [(String, JSONOutput)] {
        // The schema `false` has no keyword.
        let tokens = keyword.map { $0.isEmpty ? [] : [$0] } ?? []
        let address = SchemaAddress(
            uri: schemaLocation.uri,
            pointer: JSONPointer(tokens: schemaLocation.pointer.tokens + tokens)
        )
        return [
            ("valid", .bool(isValid)),
            ("keywordLocation", .text(JSONPointer(tokens: evaluationPath.tokens + tokens).description)),
            ("absoluteKeywordLocation", .text(address.uriText)),
            ("instanceLocation", .text(instanceLocation.description)),
        ]
    }
}

extension SchemaAddress {
    /// As a URI, the pointer being its fragment (RFC 6901 §6).
    package var uriText: String { "\(uri)#\(URIReference.encodedFragment(pointer.description))" }

    /// As a URI, without a fragment where there is no pointer.
    fileprivate var uriOfRoot: String { pointer.tokens.isEmpty ? uri : uriText }
}
