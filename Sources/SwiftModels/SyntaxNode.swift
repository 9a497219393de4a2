import JSONCore

/// A node of the tree that `swiftc -dump-ast -dump-ast-format json` writes.
///
/// The form belongs to no specification; what is read of it is what Swift 6.3 writes. What is not as expected
/// is nil, and who needs it says so with its place.
struct SyntaxNode: Sendable {
    let value: JSONValue
    let file: SourceFile

    /// The children in a member; none where it is not there.
    func children(_ member: String) -> [SyntaxNode] {
        value[member].map { $0.elements.map { SyntaxNode(value: $0, file: file) } } ?? []
    }

    subscript(member: String) -> SyntaxNode? {
        value[member].map { SyntaxNode(value: $0, file: file) }
    }

    func text(_ member: String) -> String? { value[member]?.string }

    /// Flags are there when they are set.
    func flag(_ member: String) -> Bool { value[member] != nil }

    /// What kind of node it is: `struct_decl`, `call_expr`.
    var kind: String { text("_kind") ?? "" }

    /// The name that a declaration gives; nil for initializers and such.
    var name: String? { self["name"]?["base_name"]?.text("name") }

    /// The labels of the arguments.
    var labels: [String] { self["name"]?.value["args"]?.elements.compactMap(\.string) ?? [] }

    /// The type that a member names by its mangled name.
    func type(_ member: String) -> TypeName? { text(member).flatMap(TypeName.init(mangled:)) }

    func hasAttribute(_ kind: String) -> Bool { children("attrs").contains { $0.kind == kind } }

    /// Where it begins; the beginning of the file for what the compiler made itself.
    var place: SourcePlace {
        let offset = self["range"]?.value["start"]?.int64 ?? 0
        return SourcePlace(file: file.path, line: file.line(ofByte: Int(offset)))
    }
}

/// A line of a file of Swift.
package struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    package let file: String
    /// From 1.
    package let line: Int

    /// `HomePage.swift:12`, the file without its folder.
    package var description: String { "\(file.split(separator: "/").last ?? ""):\(line)" }
}

/// A file of Swift, as far as places in it need it.
package final class SourceFile: Sendable {
    package let path: String
    private let lineEnds: [Int]

    package init(path: String, text: [UInt8]) {
        self.path = path
        lineEnds = text.indices.filter { text[$0] == UInt8(ascii: "\n") }
    }

    /// From 1.
    func line(ofByte offset: Int) -> Int {
        var (low, high) = (0, lineEnds.count)
        while low < high {
            let middle = (low + high) / 2
            if lineEnds[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low + 1
    }
}
