import Drift
import JSONCore
import JSONSchema
import TypeInference

/// What has to be changed at one keyword of a schema file, so that values pass.
enum SchemaMend {
    /// `type` allows these, too.
    case allow(types: [String])
    /// `enum` or `x-known-values` lists these, too.
    case list(values: [JSONValue])
    /// `const` becomes an `enum` with these.
    case replaceConstant(values: [JSONValue])
    /// `required` does not name these.
    case makeOptional(names: [String])
    /// A limit is met by this value.
    case limit(to: ExactDecimal)
    /// The keyword goes.
    case drop
    /// `properties` describes these.
    case describe(members: [(name: String, values: [JSONValue])])
    /// `anyOf` or `oneOf` has an alternative for these.
    case choose(values: [JSONValue])
}

/// The keyword that is changed.
struct MendTarget: Hashable {
    let file: String

    /// Of the keyword, which need not be there yet.
    let pointer: JSONPointer
}

/// Collects what has to be changed, one change for each keyword.
struct SchemaMends {
    private(set) var targets: [MendTarget] = []
    private(set) var mends: [MendTarget: SchemaMend] = [:]

    mutating func add(_ mend: SchemaMend, at target: MendTarget) {
        guard let known = mends[target] else {
            targets.append(target)
            mends[target] = mend
            return
        }
        mends[target] = known.joined(with: mend, isLower: target.isLowerLimit)
    }
}

extension MendTarget {
    /// Whether the keyword is a lower limit.
    fileprivate var isLowerLimit: Bool {
        ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].contains(
            pointer.tokens.last ?? ""
        )
    }
}

extension SchemaMend {
    fileprivate func joined(with other: SchemaMend, isLower: Bool) -> SchemaMend {
        switch (self, other) {
        case (.allow(let one), .allow(let other)): .allow(types: one + other.filter { !one.contains($0) })
        case (.list(let one), .list(let other)): .list(values: one.adding(other))
        case (.replaceConstant(let one), .replaceConstant(let other)):
            .replaceConstant(values: one.adding(other))
        case (.makeOptional(let one), .makeOptional(let other)):
            .makeOptional(names: one + other.filter { !one.contains($0) })
        case (.limit(let one), .limit(let other)): .limit(to: isLower ? min(one, other) : max(one, other))
        case (.describe(let one), .describe(let other)):
            .describe(members: other.reduce(one) { $0.adding($1) })
        case (.choose(let one), .choose(let other)): .choose(values: one + other)
        default: self
        }
    }
}

extension [JSONValue] {
    fileprivate func adding(_ others: [JSONValue]) -> [JSONValue] {
        others.reduce(self) { all, value in all.contains { $0.equals(value) } ? all : all + [value] }
    }
}

extension [(name: String, values: [JSONValue])] {
    fileprivate func adding(_ member: Element) -> Self {
        guard let position = firstIndex(where: { $0.name == member.name }) else { return self + [member] }
        var copy = self
        copy[position].values += member.values
        return copy
    }
}

// MARK: From what is wrong

extension SchemaMend {
    /// What mends a violation, and the keyword it is to be done at, seen from the schema; nil where nobody knows.
    static func mending(_ violation: Violation, keyword: String) -> (keyword: String, mend: SchemaMend)? {
        let value = violation.value
        // Alternatives that only name types or values are told as these.
        if keyword == "anyOf" || keyword == "oneOf", violation.isWithoutFit {
            return (keyword, .choose(values: [value]))
        }
        switch violation.kind {
        case .type(_, let found): return (keyword, .allow(types: [found.rawValue]))
        case .constant: return (keyword, .replaceConstant(values: [value]))
        case .enumeration, .lookalike:
            return (keyword, keyword == "const" ? .replaceConstant(values: [value]) : .list(values: [value]))
        case .required(let name): return (keyword, .makeOptional(names: [name]))
        case .minimum, .maximum: return value.decimal.map { (keyword, .limit(to: $0)) }
        case .minLength(_, let actual), .maxLength(_, let actual), .minItems(_, let actual),
            .maxItems(_, let actual),
            .minProperties(_, let actual), .maxProperties(_, let actual):
            return (keyword, .limit(to: ExactDecimal(Int64(actual))))
        case .exclusiveMinimum, .exclusiveMaximum, .multipleOf, .pattern, .format, .uniqueItems,
            .contentEncoding,
            .contentMediaType, .dependentRequired:
            return (keyword, .drop)
        case .additionalProperty(let name):
            return ("properties", .describe(members: [(name, value[name].map { [$0] } ?? [value])]))
        case .unknownKind, .anyOf, .oneOf, .falseSchema, .contains, .propertyName, .not, .limit: return nil
        }
    }

    // MARK: As operations

    /// The operations that do it; none where the schema does not have the form that is expected.
    func operations(at pointer: JSONPointer, of schema: JSONValue) -> [PatchOperation] {
        let keyword = schema.child(pointer.tokens.last ?? "")
        switch self {
        case .allow(let types): return keyword.map { Self.allow(types, beside: $0, at: pointer) } ?? []
        case .list(let values):
            return values.map {
                PatchOperation(kind: .add, pointer: pointer.appending("-"), value: .value($0))
            }
        case .replaceConstant(let values):
            guard let keyword else { return [] }
            let list = JSONPointer(tokens: pointer.tokens.dropLast() + ["enum"])
            return [
                PatchOperation(
                    kind: .add,
                    pointer: list,
                    value: .array(([keyword] + values).map(JSONOutput.value))
                ),
                PatchOperation(kind: .remove, pointer: pointer, value: nil),
            ]
        case .makeOptional(let names): return keyword.map { Self.remove(names, from: $0, at: pointer) } ?? []
        case .limit(let value):
            guard let number = try? JSONDocument(value.canonicalText).root else { return [] }
            return [PatchOperation(kind: .replace, pointer: pointer, value: .value(number))]
        case .drop: return [PatchOperation(kind: .remove, pointer: pointer, value: nil)]
        case .describe(let members):
            let described = members.map { ($0.name, Self.schema(of: $0.values)) }
            if keyword == nil {
                return [PatchOperation(kind: .add, pointer: pointer, value: .object(described))]
            }
            return described.map { PatchOperation(kind: .add, pointer: pointer.appending($0.0), value: $0.1) }
        case .choose(let values):
            return [
                PatchOperation(kind: .add, pointer: pointer.appending("-"), value: Self.schema(of: values))
            ]
        }
    }

    private static func allow(
        _ types: [String],
        beside keyword: JSONValue,
        at pointer: JSONPointer
    ) -> [PatchOperation] {
        let known = keyword.string.map { [$0] } ?? keyword.elements.compactMap(\.string)
        let widened = types.contains("number") ? known.filter { $0 != "integer" } : known
        let all = widened + types.filter { !widened.contains($0) }
        let value = all.count == 1 ? JSONOutput.text(all[0]) : .array(all.map(JSONOutput.text))
        return [PatchOperation(kind: .replace, pointer: pointer, value: value)]
    }

    private static func remove(
        _ names: [String],
        from keyword: JSONValue,
        at pointer: JSONPointer
    ) -> [PatchOperation] {
        let positions = keyword.elements.enumerated().filter { names.contains($1.string ?? "") }.map(\.offset)
        guard positions.count < keyword.count else {
            return [PatchOperation(kind: .remove, pointer: pointer, value: nil)]
        }
        return positions.reversed().map {
            PatchOperation(kind: .remove, pointer: pointer.appending("\($0)"), value: nil)
        }
    }

    /// A small schema that values fulfil, to stand inside of another.
    static func schema(of values: [JSONValue]) -> JSONOutput {
        guard case .object(let members) = inferredSchema(of: values) else { return .object([]) }
        // A definition would be looked for at the top of the file.
        return members.contains { $0.0 == "$defs" }
            ? plainSchema(of: values) : .object(members.filter { $0.0 != "$schema" })
    }

    /// What values say about those to come.
    static func inferredSchema(of values: [JSONValue]) -> JSONOutput {
        // What is written out of a document is JSON.
        Inference(values.compactMap { try? JSONDocument(JSONText($0, form: .received).bytes) }).schema
    }

    private static func plainSchema(of values: [JSONValue]) -> JSONOutput {
        let kinds = values.reduce(into: [String]()) { kinds, value in
            if !kinds.contains(value.kind.rawValue) { kinds.append(value.kind.rawValue) }
        }
        return .object([("type", kinds.count == 1 ? .text(kinds[0]) : .array(kinds.map(JSONOutput.text)))])
    }
}

extension Violation {
    /// Whether no alternative fits; otherwise too many do.
    fileprivate var isWithoutFit: Bool {
        if case .oneOf(let matched, _) = kind { matched.isEmpty } else { true }
    }
}
