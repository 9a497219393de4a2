package import JSONCore

/// What one schema came to on one value: a node of the evaluation's tree.
package struct OutputUnit: Sendable {
    /// Whether the value conforms to this schema.
    package let isValid: Bool

    /// The way to the schema, through `$ref` and the like.
    package let evaluationPath: JSONPointer

    /// The schema, where it is written.
    package let schemaLocation: SchemaAddress

    /// The value, seen from the one that was evaluated; of a member's name, the member.
    package let instanceLocation: JSONPointer

    /// In the order in which the schema is written; none when the value does not conform, or this schema's verdict does not
    /// make it conform (core §7.7.1.2).
    package let annotations: [Annotation]

    /// Of this schema's own keywords.
    package let errors: [KeywordError]

    /// What the schema's subschemas came to.
    package let details: [OutputUnit]

    /// What a keyword says of a value that conforms.
    package struct Annotation: Sendable {
        /// As it is written.
        package let keyword: String

        /// The keyword's value, or for keywords that apply subschemas what of the value they were applied to.
        package let value: JSONOutput
    }

    /// A keyword that a value violates.
    package struct KeywordError: Sendable {
        /// Empty for the schema `false`.
        package let keyword: String

        /// What is wrong.
        package let kind: Violation.Kind
    }

    /// This unit and all below it, each before its details.
    package var all: [OutputUnit] { [self] + details.flatMap(\.all) }
}
