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
            (declarations.isDecodedByProtocol(declaration) ? nil : rawValues(of: declaration))
                .map(DeclaredType.Form.raw)
                ?? .notFollowed("the init(from:) that \(name) has from a protocol")
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
        guard let enumeration = keys(named: "CodingKeys", of: declaration, name) else {
            return declaration.hasVariables ? unreadKeys(name) : .nothing
        }
        guard let keys = enumeration.keys else { return unreadKeys(name) }
        guard !keys.isEmpty else { return .nothing }
        var properties: [Property] = []
        for (word, key) in keys {
            guard let variable = declaration.variable(word) else { return unreadKeys(name) }
            if variable.keepsItsValue { continue }
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
        .notFollowed("the coding keys of \(name), whose texts are not known,")
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
        guard let keys = keys(named: "CodingKeys", of: declaration, name)?.keys else {
            return unreadKeys(name)
        }
        var alternatives: [Alternative] = []
        for (word, key) in keys {
            let enumeration = word.prefix(1).uppercased() + word.dropFirst() + "CodingKeys"
            guard let element = declaration.cases.first(where: { $0.name == word }),
                let labels = self.keys(named: enumeration, of: declaration, name)?.keys
            else {
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

    /// An enumeration of coding keys inside a type; the compiler writes none for a structure without properties.
    private func keys(
        named enumeration: String,
        of declaration: Declaration,
        _ name: TypeName
    ) -> Declaration? {
        let place = "\(name.declaration).\(enumeration)"
        let nested = declaration.members.first { $0.kind == "enum_decl" && $0.name == enumeration }
        let found =
            declarations.alias(place)?.declaration
            ?? nested?.text("usr").flatMap(TypeName.init(usr:))?.declaration
        return found.flatMap { declarations[$0] }
    }

    private func rawValues(of declaration: Declaration) -> RawValues? {
        let type = declaration.rawType ?? declaration.variable("rawValue")?.type("interface_type")
        guard declaration.protocols.contains(Self.rawRepresentable), let scalar = type.flatMap(Scalar.init)
        else {
            return nil
        }
        let own = declaration.ownRawInitializer
        let literals = own == nil ? declaration.literals(of: "rawValue") : nil
        let isChosen = own?.flag("failable") ?? false
        return RawValues(scalar: scalar, literals: literals?.map(\.key), isChosenByCode: isChosen)
    }
}
