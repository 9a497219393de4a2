package import JSONCore
package import JSONSchema

/// A hostile schema or value, and what must come of the two, in bounded time and stack.
package struct Probe: Sendable {
    /// Unique among ``all``.
    package let name: String

    /// JSON text, or what is to be refused as such.
    package let schema: String

    /// As `schema`.
    package let value: String

    /// What must come of them.
    package let expected: Outcome

    /// Deepest nesting of both texts; that of ``ParseLimits`` unless the probe is about depth behind the parser.
    package let maxDepth: Int

    /// What came of a schema and a value.
    package enum Outcome: Equatable, Sendable {
        case verdict(Verdict)
        /// The schema's text, or the value's, is refused.
        case notRead(JSONError.Code)
        /// By its first problem.
        case notCompiled(SchemaError.Code)
    }

    init(
        _ name: String,
        schema: String,
        value: String,
        _ expected: Outcome,
        maxDepth: Int = ParseLimits().maxDepth
    ) {
        self.name = name
        self.schema = schema
        self.value = value
        self.expected = expected
        self.maxDepth = maxDepth
    }

    /// All probes, those about the schema first.
    package static var all: [Probe] { loops + depths + choices + names + numbers + arrays + objects + tables }
}

extension String {
    /// So many times `open`, then `inner`, then as many times `close`.
    static func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> String {
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    }

    static func nested(_ depth: Int, _ open: String, _ close: String) -> String {
        nested(depth, open, "", close)
    }

    /// `[…]` of so many elements.
    static func array(_ count: Int, _ element: (Int) -> String) -> String { "[" + list(count, element) + "]" }

    /// `{…}` of so many members.
    static func object(_ count: Int, _ member: (Int) -> String) -> String { "{" + list(count, member) + "}" }

    static func list(_ count: Int, _ entry: (Int) -> String) -> String {
        (0..<count).map(entry).joined(separator: ",")
    }
}
