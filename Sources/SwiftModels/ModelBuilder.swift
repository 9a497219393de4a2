/// Follows a type through the declarations of a model.
struct ModelBuilder {
    let declarations: Declarations
    private(set) var types: [DeclaredType] = []
    private var numbers: [TypeName: Int] = [:]

    // The unified symbol resolutions of protocols.
    private static let rawRepresentable = "s:SY"
    private static let codingKeyRepresentable = "s:s22CodingKeyRepresentableP"

    /// Generic types can hold ever longer ones of their own kind.
    private static let maxTypes = 2_000

    init(_ declarations: Declarations) { self.declarations = declarations }

    /// What a type expects; `nil` for what has no name, such as a tuple.
    mutating func type(_ name: TypeName?) -> ModelType {
        guard let name else { return .notFollowed("a type without a name") }
        if let scalar = Scalar(name) { return .scalar(scalar) }
        let arguments = name.parts.last?.arguments ?? []
        switch (name.declaration, arguments.count) {
        case ("Swift.Optional", 1): return .optional(type(arguments[0]))
        case ("Swift.Array", 1), ("Swift.ContiguousArray", 1), ("Swift.Set", 1):
            return .list(type(arguments[0]))
        case ("Swift.Dictionary", 2):
            let value = type(arguments[1])
            guard let keys = mapKeys(arguments[0]) else { return .pairs(type(arguments[0]), value) }
            return .map(keys, value)
        default:
            guard let declaration = declarations[name.declaration] else {
                return .notFollowed("\(name), which the files do not declare")
            }
            return numbers[name] == nil && types.count == Self.maxTypes
                ? .notFollowed("one of more than \(Self.maxTypes) types")
                : .declared(number(of: name, declaration))
        }
    }

    private func mapKeys(_ name: TypeName) -> MapKeys? {
        if let scalar = Scalar(name) { return scalar == .string ? .texts : scalar == .int ? .integers : nil }
        guard let declaration = declarations[name.declaration],
            declaration.protocols.contains(Self.codingKeyRepresentable),
            let values = rawValues(of: declaration)
        else {
            return nil
        }
        return .values(values)
    }

    private mutating func number(of name: TypeName, _ declaration: Declaration) -> Int {
        if let number = numbers[name] { return number }
        let number = types.count
        numbers[name] = number
        // A type may hold itself: it is there before its members are looked at.
        types.append(
            DeclaredType(label: "\(name) (\(declaration.node.place))", form: .notFollowed("\(name)"))
        )
        types[number].form = form(of: declaration, name)
        return number
    }

    // MARK: Declarations

    private mutating func form(of declaration: Declaration, _ name: TypeName) -> DeclaredType.Form {
        switch declaration.decoding {
        case .own: .notFollowed("the init(from:) of \(name)")
        case .inherited: inheritedForm(of: declaration, name)
        case .synthesised where declaration.kind == .enumeration: alternatives(of: declaration, name)
        case .synthesised: record(of: declaration, name)
        case .elsewhere:
            rawValues(of: declaration).map(DeclaredType.Form.raw)
                ?? .notFollowed("an init(from:) that \(name) has from a protocol")
        }
    }

    private mutating func inheritedForm(of declaration: Declaration, _ name: TypeName) -> DeclaredType.Form {
        guard let superclass = declaration.superclass?.replacing(name.arguments),
            let inherited = declarations[superclass.declaration]
        else {
            return .notFollowed("the init(from:) of the superclass of \(name)")
        }
        return form(of: inherited, superclass)
    }

    private mutating func record(of declaration: Declaration, _ name: TypeName) -> DeclaredType.Form {
        guard let keys = keys(named: "CodingKeys", of: declaration, name) else { return unreadKeys(name) }
        guard !keys.isEmpty else { return .nothing }
        var properties: [Property] = []
        for (word, key) in keys {
            guard let variable = declaration.variable(word), !variable.keepsItsValue else { continue }
            let property = property(
                key,
                variable,
                called: "\(name).\(word)",
                name,
                isWrapped: declaration.isWrapped(variable),
                at: variable.place
            )
            properties.append(property)
        }
        return .record(properties)
    }

    private func unreadKeys(_ name: TypeName) -> DeclaredType.Form {
        .notFollowed("coding keys of \(name) that compute their stringValue")
    }

    /// What is read for a key into what a node declares.
    private mutating func property(
        _ key: String,
        _ node: SyntaxNode,
        called word: String,
        _ owner: TypeName,
        isWrapped: Bool = false,
        at place: SourcePlace
    ) -> Property {
        // What stands for a generic parameter may be optional; the key must be there all the same.
        let declared = node.type("interface_type")
        let isOptional = declared?.declaration == "Swift.Optional"
        let read = isOptional ? declared?.parts.last?.arguments.first : declared
        let stranger =
            isWrapped ? "the property wrapper of \(word)" : overload(reading: read, isOptional: isOptional)
        return Property(
            key: key,
            type: stranger.map(ModelType.notFollowed) ?? type(read?.replacing(owner.arguments)),
            // Whoever reads the value decides what becomes of an absent one.
            isOptional: isOptional || stranger != nil,
            name: word,
            typeName: declared?.replacing(owner.arguments),
            place: place
        )
    }

    private func overload(reading type: TypeName?, isOptional: Bool) -> String? {
        let method = isOptional ? "decodeIfPresent" : "decode"
        guard let type, declarations.overload(method, reading: type) else { return nil }
        return "\(method)(_:forKey:) of the model for \(type)"
    }

    private mutating func alternatives(
        of declaration: Declaration,
        _ name: TypeName
    ) -> DeclaredType.Form {
        guard let keys = keys(named: "CodingKeys", of: declaration, name) else { return unreadKeys(name) }
        var alternatives: [Alternative] = []
        for (word, key) in keys {
            guard let element = declaration.cases.first(where: { $0.name == word }) else { continue }
            let enumeration = word.prefix(1).uppercased() + word.dropFirst() + "CodingKeys"
            guard let labels = self.keys(named: enumeration, of: declaration, name) else {
                return unreadKeys(name)
            }
            let payload = payload(of: element, Dictionary(labels) { first, _ in first }, name)
            alternatives.append(Alternative(key: key, payload: payload))
        }
        return .alternatives(alternatives)
    }

    private mutating func payload(
        of element: SyntaxNode,
        _ keys: [String: String],
        _ owner: TypeName
    ) -> [Property] {
        var payload: [Property] = []
        for (position, parameter) in (element["params"]?.children("params") ?? []).enumerated() {
            let label = parameter.text("apiName") ?? "_\(position)"
            guard let key = keys[label] else { continue }
            let word = "\(owner).\(element.name ?? "").\(label)"
            payload.append(property(key, parameter, called: word, owner, at: element.place))
        }
        return payload
    }

    // MARK: Enumerations of texts

    /// The cases of an enumeration of coding keys, each with its text; none where there is no such enumeration, as for a
    /// structure without properties, and nil where its texts are computed.
    private func keys(
        named enumeration: String,
        of declaration: Declaration,
        _ name: TypeName
    ) -> [(word: String, key: String)]? {
        let place = "\(name.declaration).\(enumeration)"
        let nested = declaration.members.first { $0.kind == "enum_decl" && $0.name == enumeration }
        let found =
            declarations.alias(place)?.declaration
            ?? nested?.text("usr").flatMap(TypeName.init(usr:))?.declaration
        guard let keys = found.flatMap({ declarations[$0] }) else { return [] }
        guard let literals = keys.literals(of: "stringValue") ?? keys.literals(of: "rawValue") else {
            return nil
        }
        return literals
    }

    private func rawValues(of declaration: Declaration) -> RawValues? {
        if let scalar = declaration.rawType.flatMap(Scalar.init) {
            return RawValues(scalar: scalar, literals: declaration.literals(of: "rawValue")?.map(\.key))
        }
        guard declaration.protocols.contains(Self.rawRepresentable),
            let scalar = declaration.variable("rawValue")?.type("interface_type").flatMap(Scalar.init)
        else {
            return nil
        }
        return RawValues(scalar: scalar, literals: nil)
    }
}

extension Declaration {
    /// Who decodes a type.
    enum Decoding {
        case synthesised
        case own
        case inherited
        /// An extension of a protocol.
        case elsewhere
    }

    var decoding: Decoding {
        guard let initializer = members.first(where: \.isDecodingInitializer) else { return .elsewhere }
        if !initializer.flag("implicit") { return .own }
        return initializer.flag("override") ? .inherited : .synthesised
    }

    /// What a variable that the compiler wrote gives for each case; nil where somebody else wrote it.
    fileprivate func literals(of variable: String) -> [(word: String, key: String)]? {
        guard let variable = self.variable(variable), variable.flag("implicit") else { return nil }
        guard let body = variable.children("accessors").first?["body"] else { return nil }
        let statement = body.children("elements").first
        guard !cases.isEmpty else { return [] }
        guard let statement, statement.kind == "switch_stmt" else { return nil }
        let pairs = statement.children("cases").map { choice in
            (
                word: choice.children("case_label_items").first?["pattern"]?["element"]?["base_name"]?
                    .text("name"), key: choice["body"]?.children("elements").first?["result"]?.literal
            )
        }
        let complete = pairs.compactMap { pair in
            pair.word.flatMap { word in pair.key.map { (word: word, key: $0) } }
        }
        return complete.count == pairs.count ? complete : nil
    }
}

extension SyntaxNode {
    fileprivate var isDecodingInitializer: Bool {
        kind == "constructor_decl" && labels == ["from"]
            && self["params"]?.children("params").first?.type("interface_type")?.declaration
                == "Swift.Decoder"
    }

    /// Whether it is a constant that has its value already, which decoding leaves alone.
    fileprivate var keepsItsValue: Bool { flag("let") && hasAttribute("has_initial_value_attr") }

    /// The text of a literal without quotes.
    fileprivate var literal: String? {
        switch kind {
        case "string_literal_expr": text("value")
        case "integer_literal_expr": text("value").map { sign + Self.decimal($0) }
        case "float_literal_expr": text("value").map { sign + $0 }
        default: nil
        }
    }

    private var sign: String { flag("negative") ? "-" : "" }

    /// The digits of `0x10` in tens.
    private static func decimal(_ digits: String) -> String {
        let radixes = ["0x": 16, "0o": 8, "0b": 2]
        guard let radix = radixes[String(digits.prefix(2))] else { return digits }
        return UInt128(digits.dropFirst(2), radix: radix)?.description ?? digits
    }
}

extension SwiftModel {
    /// The text of a file that names the type of the whole, to be given to the compiler beside the model's own: generic arguments
    /// and brackets are understood by it and by nobody else, and so is whether the type can be decoded.
    package static func rootFile(naming type: String) -> String {
        """
        enum \(rootAlias)Decoded<Value: Decodable> {}
        typealias \(rootAlias) = \(rootAlias)Decoded<\(type)>

        """
    }

    private static let rootAlias = "ContractCheckRoot"

    /// The model in the trees of its files, one of which names the type of the whole.
    ///
    /// - Throws: ``ModelError``.
    package init(_ trees: [SyntaxTree]) throws(ModelError) {
        let declarations = Declarations(trees)
        guard let name = declarations.alias(Self.rootAlias)?.parts.last?.arguments.first else {
            throw ModelError.rootNotUnderstood
        }
        var builder = ModelBuilder(declarations)
        root = builder.type(name)
        types = builder.types
        if case .declared(let number) = root {
            rootName = types[number].label
        } else {
            rootName = "\(name)"
        }
    }

    /// The names of the types that files declare, for who mistyped one.
    package static func names(in trees: [SyntaxTree]) -> [String] { Declarations(trees).names }
}

/// Why a model could not be read although it compiles.
package enum ModelError: Error, Equatable, CustomStringConvertible {
    /// The type of the whole is a tuple, or the compiler writes another form than those known.
    case rootNotUnderstood

    package var description: String {
        "what the compiler says of the type is not understood: it must be a structure, an enumeration, a class or a collection"
    }
}
