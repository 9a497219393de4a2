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
        var alternatives = kinds.map { writer.recordSchema(of: $0.root, kind: (member, $0.values)) }
        if writer.places.counts(of: root).objects > 0 { alternatives.append(writer.recordSchema(of: root)) }
        alternatives.append(unknownKind)
        return [
            ("anyOf", .array(alternatives.map(JSONOutput.object))), ("x-discriminator", .text(member)),
        ]
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
