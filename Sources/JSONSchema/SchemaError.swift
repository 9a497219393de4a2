package import JSONCore

/// Why schemas do not compile: every problem that was found, each with its place.
package struct SchemaError: Error, Equatable, Sendable {
    /// At least one, in the order in which they were met.
    package let problems: [Problem]

    package init(_ problems: [Problem]) { self.problems = problems }

    /// One mistake in a schema.
    package struct Problem: Equatable, Sendable {
        /// What kind of mistake it is, with its facts.
        package let code: Code

        /// The document's retrieval URI.
        package let document: String

        /// From the document's root.
        package let pointer: JSONPointer

        /// Where that value begins in the document's text.
        package let byteOffset: Int
    }

    /// The kinds of mistakes.
    package enum Code: Equatable, Sendable {
        /// A schema is an object or a boolean.
        case notASchema(found: JSONKind)
        /// The keyword's value is not what the specification demands.
        case malformedKeyword(String, expected: String)
        /// Nothing among the known documents, of which some are named, stands under that URI; nothing was fetched.
        case unresolvableReference(String, uri: String, knownDocuments: [String])
        /// `$schema` names a dialect that this engine does not know.
        case unknownDialect(String)
        /// A meta-schema requires a vocabulary that this engine does not know.
        case unknownVocabulary(String)
        /// The pattern is not a regular expression of ECMA-262; the offset counts its UTF-8 bytes.
        case malformedPattern(String, reason: String, offset: Int)
        /// Two schemas claim one URI or one anchor.
        case duplicateIdentifier(String)
        /// Applying the schema would apply it again to the same value, for ever; the schemas on the way round.
        case referenceCycle([String])
        /// Schemas nest deeper than the limit, through references and applicators on one value.
        case tooDeep(limit: Int)
        /// More schemas, over all dynamic scopes, than the limit.
        case tooManySchemas(limit: Int)
    }
}

extension SchemaError: CustomStringConvertible {
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension SchemaError.Problem: CustomStringConvertible {
    package var description: String { "\(document)#\(pointer) (byte \(byteOffset)): \(code)" }
}

extension SchemaError.Code: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notASchema(let found): "a schema must be an object or a boolean, not \(found.rawValue)"
        case .malformedKeyword(let name, let expected): "\"\(name)\" must be \(expected)"
        case .unresolvableReference(let reference, let uri, let known):
            "the reference \"\(reference)\" leads to \"\(uri)\", which is not there"
                + (Self.isKnown(uri, known) ? "" : "; known documents: " + Self.list(known))
        case .unknownDialect(let uri):
            "the dialect \"\(uri)\" is not supported; those that are: "
                + Dialect.allCases.map(\.metaSchema).joined(separator: ", ")
        case .unknownVocabulary(let uri): "the required vocabulary \"\(uri)\" is not known"
        case .malformedPattern(let pattern, let reason, let offset):
            "the pattern \"\(pattern)\" is malformed at \(offset): \(reason)"
        case .duplicateIdentifier(let uri): "\"\(uri)\" is defined twice"
        case .referenceCycle(let schemas):
            "the schema applies itself to the same value without end: " + schemas.joined(separator: " → ")
        case .tooDeep(let limit): "schemas nest deeper than the limit of \(limit)"
        case .tooManySchemas(let limit): "more schemas than the limit of \(limit)"
        }
    }

    /// Whether a reference leads into a known document, and only the place in it is missing.
    package var isInKnownDocument: Bool {
        guard case .unresolvableReference(_, let uri, let known) = self else { return false }
        return Self.isKnown(uri, known)
    }

    private static func isKnown(_ uri: String, _ documents: [String]) -> Bool {
        documents.contains { uri.prefix { $0 != "#" } == $0 }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
