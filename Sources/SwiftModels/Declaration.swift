package import JSONCore

/// A structure, an enumeration or a class, with what extensions add to it.
struct Declaration: Sendable {
    enum Kind: String {
        case structure = "struct_decl"
        case enumeration = "enum_decl"
        case objectClass = "class_decl"
    }

    let kind: Kind
    let node: SyntaxNode
    fileprivate(set) var members: [SyntaxNode]

    /// The unified symbol resolutions of the protocols it conforms to.
    fileprivate(set) var protocols: Set<String>

    fileprivate init(_ kind: Kind, _ node: SyntaxNode) {
        self.kind = kind
        self.node = node
        members = node.children("members")
        protocols = node.conformances
    }

    var rawType: TypeName? { node["inherits"]?.type("raw_type") }

    var superclass: TypeName? { node["inherits"]?.type("superclass_type") }

    /// A variable of instances.
    func variable(_ name: String) -> SyntaxNode? {
        members.first { $0.kind == "var_decl" && $0.name == name && !$0.flag("static") }
    }

    /// Whether a variable stands behind another of another type: that of a property wrapper.
    func isWrapped(_ variable: SyntaxNode) -> Bool {
        variable.hasAttribute("custom_attr") && self.variable("_" + (variable.name ?? "")) != nil
    }

    /// The cases of an enumeration.
    var cases: [SyntaxNode] { members.filter { $0.kind == "enum_element_decl" } }
}

/// All declarations of a model, by their names with module and outer types.
struct Declarations: Sendable {
    private var byName: [String: Declaration] = [:]
    private var aliases: [String: TypeName] = [:]
    private var extensions: [SyntaxNode] = []

    /// The types that methods of keyed containers are overloaded for.
    private var overloads: [String: [TypeName]] = [:]

    /// The protocols whose extensions decode what conforms to them.
    private var decodingProtocols: Set<String> = []

    private static let container = "Swift.KeyedDecodingContainer"

    init(_ trees: [SyntaxTree]) {
        for tree in trees { for node in tree.items { add(node, inside: "") } }
        for node in extensions { extend(node) }
    }

    subscript(name: String) -> Declaration? { byName[name] }

    /// The type that a name stands for at the top level of the files.
    func alias(_ name: String) -> TypeName? { aliases[name] }

    /// Whether a type has its initializer from a protocol of the files.
    func isDecodedByProtocol(_ declaration: Declaration) -> Bool {
        declaration.protocols.contains {
            TypeName(usr: $0).map { decodingProtocols.contains($0.declaration) } ?? false
        }
    }

    /// Whether the files read a type from keyed containers by a method of their own, which synthesised code prefers.
    func overload(_ method: String, reading type: TypeName) -> Bool {
        overloads[method]?.contains { type.fits($0) } ?? false
    }

    /// The names of types as one writes them, in the order of the alphabet.
    var names: [String] {
        byName.values.compactMap { $0.node.text("usr").flatMap(TypeName.init(usr:))?.description }.sorted()
    }

    private mutating func add(_ node: SyntaxNode, inside outer: String) {
        if let kind = Declaration.Kind(rawValue: node.kind) {
            guard let name = node.text("usr").flatMap(TypeName.init(usr:))?.declaration else { return }
            let declaration = Declaration(kind, node)
            byName[name] = declaration
            for member in declaration.members { add(member, inside: name + ".") }
        } else if node.kind == "extension_decl" {
            extensions.append(node)
            let extended = node.type("extended_type").map { $0.declaration + "." } ?? ""
            for member in node.children("members") { add(member, inside: extended) }
        } else if node.kind == "typealias", let name = node.name {
            aliases[outer + name] = node.type("type")
        }
    }

    private mutating func extend(_ node: SyntaxNode) {
        guard let name = node.type("extended_type")?.declaration else { return }
        if name == Self.container { for member in node.children("members") { addOverload(member) } }
        if byName[name] == nil, node.children("members").contains(where: \.isDecodingInitializer) {
            decodingProtocols.insert(name)
        }
        byName[name]?.members += node.children("members")
        byName[name]?.protocols.formUnion(node.conformances)
    }

    private mutating func addOverload(_ method: SyntaxNode) {
        guard method.labels.last == "forKey", let name = method.name,
            let type = method["params"]?.children("params").first?.type("interface_type")?.instance
        else {
            return
        }
        overloads[name, default: []].append(type)
    }
}

/// A file of Swift as the compiler understood it.
package struct SyntaxTree: Sendable {
    fileprivate let items: [SyntaxNode]

    /// - Parameters:
    ///   - document: what the compiler wrote about the file.
    ///   - file: the file.
    package init(_ document: JSONDocument, of file: SourceFile) {
        items = SyntaxNode(value: document.root, file: file).children("items")
    }
}

extension SyntaxNode {
    fileprivate var conformances: Set<String> {
        Set(self["inherits"]?.children("conformances").compactMap { $0.text("protocol") } ?? [])
    }
}
