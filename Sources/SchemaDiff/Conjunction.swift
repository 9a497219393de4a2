import JSONCore

/// The values that fulfil all of some terms; without terms, all values.
struct Conjunction: Hashable {
    private(set) var terms: [Term] = []

    init() {}

    init(_ node: SchemaNode) { add(.schema(node)) }

    init(_ terms: [Term]) {
        for term in terms { add(term) }
    }

    mutating func add(_ term: Term) {
        if case .schema(let node) = term, node.value.bool == true { return }
        if !terms.contains(term) { terms.append(term) }
    }

    func and(_ other: Conjunction) -> Conjunction { Conjunction(terms + other.terms) }

    /// The schemas among the terms.
    var nodes: [SchemaNode] {
        terms.compactMap { if case .schema(let node) = $0 { node } else { nil } }
    }

    /// Whether it is seen at once that every value fulfils it.
    var isTrivial: Bool {
        terms.allSatisfy { if case .schema(let node) = $0 { node.isTrivial } else { false } }
    }

    /// Whether a value fulfils it; nil where a limit was met.
    func accepts(_ value: Constant) -> Bool? {
        var isCertain = true
        for term in terms {
            switch term.accepts(value) {
            case true?: continue
            case false?: return false
            case nil: isCertain = false
            }
        }
        return isCertain ? true : nil
    }
}

/// One condition on a value.
enum Term: Hashable {
    /// A schema accepts it.
    case schema(SchemaNode)
    /// The keywords of a schema accept it, apart from the alternatives among them.
    case plain(SchemaNode)
    case only(Set<Constant>)
    case except(Set<Constant>)
    /// No value fulfils it.
    case nothing

    fileprivate func accepts(_ value: Constant) -> Bool? {
        switch self {
        case .schema(let node): node.side.accepts(value.value, by: node)
        case .plain: nil
        case .only(let values): values.contains(value)
        case .except(let values): !values.contains(value)
        case .nothing: false
        }
    }
}

/// A single value, equal to others by JSON's equality.
struct Constant: Hashable {
    let value: JSONValue

    /// Its canonical text.
    let text: String

    init(_ value: JSONValue) {
        self.value = value
        text = JSONText(value, form: .canonical).string
    }

    /// A value by its text, which is one of this file or canonical.
    private init(text: String) {
        do {
            self.init(try JSONDocument(text).root)
        } catch {
            preconditionFailure("no JSON: \(text)")
        }
    }

    static func == (left: Constant, right: Constant) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    static let null = Constant(text: "null")
    static let booleans = [Constant(text: "false"), Constant(text: "true")]
    static let emptyText = Constant(text: #""""#)

    static func string(_ text: String) -> Constant { Constant(text: JSONText.quoted(text)) }

    static func integer(_ value: Int64) -> Constant { Constant(text: String(value)) }

    var type: TypeSet {
        switch value.kind {
        case .null: .null
        case .boolean: .boolean
        case .integer: .integer
        case .number: value.decimal?.isInteger == true ? .integer : .fraction
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

/// Types of values; numbers are integers or not, by their value.
struct TypeSet: OptionSet, Hashable {
    let rawValue: UInt8

    static let null = TypeSet(rawValue: 1 << 0)
    static let boolean = TypeSet(rawValue: 1 << 1)
    static let integer = TypeSet(rawValue: 1 << 2)
    static let fraction = TypeSet(rawValue: 1 << 3)
    static let string = TypeSet(rawValue: 1 << 4)
    static let array = TypeSet(rawValue: 1 << 5)
    static let object = TypeSet(rawValue: 1 << 6)

    static let number: TypeSet = [.integer, .fraction]
    static let all: TypeSet = [.null, .boolean, .number, .string, .array, .object]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The types that a `type` names, one or a list.
    init(_ keyword: JSONValue) {
        let names = keyword.string.map { [$0] } ?? keyword.elements.compactMap(\.string)
        self = names.reduce(into: []) { $0.formUnion(Self.named($1)) }
    }

    private static func named(_ name: String) -> TypeSet {
        switch name {
        case "null": .null
        case "boolean": .boolean
        case "integer": .integer
        case "number": .number
        case "string": .string
        case "array": .array
        case "object": .object
        default: []
        }
    }

    /// As a schema writes them, in a fixed order.
    var names: [String] {
        let number = contains(.fraction) ? ["number"] : contains(.integer) ? ["integer"] : []
        let before: [(TypeSet, String)] = [
            (.object, "object"), (.array, "array"), (.string, "string"),
        ]
        let after: [(TypeSet, String)] = [(.boolean, "boolean"), (.null, "null")]
        return before.filter { contains($0.0) }.map(\.1) + number + after.filter { contains($0.0) }.map(\.1)
    }
}
