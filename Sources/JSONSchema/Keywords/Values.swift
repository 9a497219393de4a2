internal import JSONCore

extension SchemaCompiler {
    /// `type`, `enum` and `const`.
    mutating func compileValues(_ schema: SchemaObject, into draft: inout NodeDraft) {
        compileType(schema, into: &draft)
        if let value = schema[.const] { draft.values.append(.constant(enumeration([value], in: schema))) }
        guard let value = schema[.enum] else { return }
        guard value.kind == .array else {
            return malformed(.enum, expected: "an array", value, in: schema)
        }
        draft.values.append(.enumeration(enumeration(Array(value.elements), in: schema)))
    }

    private mutating func compileType(_ schema: SchemaObject, into draft: inout NodeDraft) {
        guard let value = schema[.type] else { return }
        let expected = "one or more of null, boolean, object, array, number, integer and string"
        let names = value.kind == .array ? Array(value.elements) : [value]
        guard !names.isEmpty else { return malformed(.type, expected: expected, value, in: schema) }
        var types = TypeMask.none
        var hasNumber = false
        for name in names {
            guard let type = name.utf8.flatMap(TypeMask.init(typeName:)) else {
                return malformed(.type, expected: expected, name, in: schema)
            }
            types.formUnion(type)
            if name.utf8.map({ $0 == "number" }) == true { hasNumber = true }
        }
        draft.types = types
        draft.wantsInteger = types.isSuperset(of: .number) && !hasNumber
        if draft.wantsInteger, schema.dialect.integersAreLiteral { draft.types.subtract(.decimal) }
    }

    private mutating func enumeration(_ values: [JSONValue], in schema: SchemaObject) -> Int {
        var strings: [[UInt8]: JSONString] = [:]
        var others: [EnumeratedValue] = []
        var integers: [Int64] = []
        var types = TypeMask.none
        for value in values {
            if let text = value.utf8 {
                strings[text.bytes] = text
            } else {
                types.formUnion(TypeMask(value))
                if let integer = value.decimal?.int64 { integers.append(integer) }
                let document = schema.location.document
                let hash = value.document.structuralHash(at: value.index)
                others.append(EnumeratedValue(document: document, index: value.index, hash: hash))
            }
        }
        let ordered = strings.values.sorted { $0.precedes($1) }
        return builder.add(
            others,
            types: types,
            strings: ordered,
            integers: integers
        )
    }

    mutating func compileKnownValues(_ schema: SchemaObject, of id: NodeID) {
        guard let value = schema[.knownValues] else { return }
        guard value.kind == .array else {
            return malformed(.knownValues, expected: "an array", value, in: schema)
        }
        builder.knownValues[id] = enumeration(Array(value.elements), in: schema)
    }

    /// What `x-discriminator` chooses between; a branch for all other kinds excludes those that are known.
    mutating func compileVariants(_ schema: SchemaObject, of id: NodeID) {
        guard let value = schema[.discriminator] else { return }
        guard let name = value.string else {
            return malformed(.discriminator, expected: "a string", value, in: schema)
        }
        guard let branches = schema[.anyOf] ?? schema[.oneOf] else { return }
        let excluded = branches.elements.compactMap { branch in
            branch[Keyword.properties.name]?[name]?[Keyword.not.name]?[Keyword.enum.name]
        }
        let known = excluded.first.map { enumeration(Array($0.elements), in: schema) }
        builder.variants[id] = KnownVariants(discriminator: name, enumeration: known)
    }
}

/// The kinds of object that a schema knows, and the member that says which one an object is.
struct KnownVariants: Sendable {
    let discriminator: String

    /// A place in the table of enumerations; nil where no branch takes other kinds, so that they are violations.
    let enumeration: Int?
}

extension TypeMask {
    fileprivate init?(typeName: JSONString) {
        guard let mask = Self.byTypeName.first(where: { typeName == $0.name })?.mask else { return nil }
        self = mask
    }

    private static let byTypeName: [(name: String, mask: TypeMask)] = [
        ("string", .string), ("object", .object), ("array", .array), ("boolean", .boolean),
        ("integer", .number), ("number", .number), ("null", .null),
    ]

    /// The types of values that may equal this one.
    fileprivate init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = value.bool == true ? .true : .false
        case .object: self = .object
        case .array: self = .array
        case .number, .integer: self = .number
        case .string: self = .string
        }
    }
}

extension ProgramTables {
    /// The place of an integer in a run of them, of which there are few.
    @inline(__always)
    func place(of value: Int64, in run: TableSlice) -> Int? {
        for place in run.range where integers[place].value == value { return place }
        return nil
    }
}

extension Evaluation {
    func isMember(_ index: Int, of enumeration: Enumeration) -> Bool {
        let tag = tape.tag(at: index)
        if tag == TapeTag.string { return tables.isMember(tape.utf8(at: index), of: enumeration) }
        if tag == TapeTag.int {
            return tables.place(of: tape.int64(at: index), in: enumeration.integers) != nil
        }
        return enumeration.otherTypes.allows(tag: tag)
            && mayGoOn(counting: (tape.indexAfter(index) &- index) / 4) && isOther(index, enumeration.others)
    }

    private func isOther(_ index: Int, _ others: TableSlice) -> Bool {
        withDocument { document, program in
            let hash = document.structuralHash(at: index)
            for at in firstNotBelow(hash, others)..<others.range.upperBound {
                let value = tables.enumeratedValues[at]
                guard value.hash == hash else { return false }
                let other = program.registry.document(value.document).document
                if document.value(at: index, equals: other, at: value.index) { return true }
            }
            return false
        }
    }

    private func firstNotBelow(_ hash: UInt64, _ others: TableSlice) -> Int {
        var low = others.range.lowerBound
        var high = others.range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if tables.enumeratedValues[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
