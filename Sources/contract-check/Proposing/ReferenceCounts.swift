import JSONCore
import JSONSchema

/// How many references lead to each schema of some files.
struct ReferenceCounts {
    private struct Place: Hashable {
        let file: String
        let pointer: JSONPointer
    }

    private var counts: [Place: Int] = [:]

    /// - Complexity: O(files).
    init(_ files: [(file: String, document: JSONDocument)], _ registry: SchemaRegistry) {
        let names = Dictionary(files.map { (ObjectIdentifier($0.document), $0.file) }) { first, _ in first }
        for (_, document) in files { count(in: document.root, names, registry) }
    }

    private mutating func count(
        in value: JSONValue,
        _ names: [ObjectIdentifier: String],
        _ registry: SchemaRegistry
    ) {
        for keyword in ["$ref", "$dynamicRef"] {
            guard let reference = value[keyword]?.string,
                let target = registry.schema(at: reference, from: value),
                let file = names[ObjectIdentifier(target.document)]
            else { continue }
            counts[Place(file: file, pointer: target.pointer), default: 0] += 1
        }
        for (_, member) in value.members { count(in: member, names, registry) }
        for element in value.elements { count(in: element, names, registry) }
    }

    /// The innermost schema around a keyword that more than one reference leads to.
    func shared(around target: MendTarget) -> (pointer: JSONPointer, count: Int)? {
        let tokens = target.pointer.tokens
        for length in (0..<tokens.count).reversed() {
            let pointer = JSONPointer(tokens: Array(tokens[..<length]))
            if let count = counts[Place(file: target.file, pointer: pointer)], count > 1 {
                return (pointer, count)
            }
        }
        return nil
    }
}
