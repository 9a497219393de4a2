internal import JSONCore

/// Writes a union of objects that a member tells apart.
struct UnionWriter {
    private let writer: SchemaWriter
    private let root: Int
    private let member: String
    private let branches: [(value: String, root: Int)]

    init(_ writer: SchemaWriter, _ root: Int, _ member: String, _ branches: [(value: String, root: Int)]) {
        self.writer = writer
        self.root = root
        self.member = member
        self.branches = branches
    }

    var schema: SchemaWriter.Members {
        var alternatives = kinds.map { schema(of: $0.root, $0.values) }
        if writer.places.counts(of: root).objects > 0 { alternatives.append(writer.recordSchema(of: root)) }
        alternatives.append(unknownKind)
        return [
            ("anyOf", .array(alternatives.map(JSONOutput.object))), ("x-discriminator", .text(member)),
        ]
    }

    /// A branch; one that is defined says its kind itself, unless it stands elsewhere, too.
    private func schema(of root: Int, _ values: [String]) -> SchemaWriter.Members {
        guard let reference = writer.reference(to: root) else {
            return writer.recordSchema(of: root, kind: (member, values))
        }
        guard writer.graph.kind(of: root) == nil else { return reference }
        let kind: SchemaWriter.Members = [
            ("properties", .object([(member, .object(writer.kindSchema(values)))])),
            ("required", .array([.text(member)])),
        ]
        return [("allOf", .array([.object(reference), .object(kind)]))]
    }

    /// The types of the branches, each with the values that choose it, by the least of them.
    private var kinds: [(values: [String], root: Int)] {
        var kinds: [(values: [String], root: Int)] = []
        for (value, root) in branches {
            if let known = kinds.firstIndex(where: { $0.root == root }) {
                kinds[known].values.append(value)
            } else {
                kinds.append(([value], root))
            }
        }
        return kinds
    }

    /// Kinds to come are no mistake.
    private var unknownKind: SchemaWriter.Members {
        let known = JSONOutput.array(branches.map { .text($0.value) })
        let other: SchemaWriter.Members = [("type", .text("string")), ("not", .object([("enum", known)]))]
        return [
            ("type", .text("object")), ("properties", .object([(member, .object(other))])),
            ("required", .array([.text(member)])),
        ]
    }
}
