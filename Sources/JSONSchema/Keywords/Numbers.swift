internal import JSONCore

extension SchemaCompiler {
    mutating func compileNumbers(_ schema: SchemaObject, into draft: inout NodeDraft) {
        if schema.dialect.exclusionsAreBoolean {
            compileBoundsWithFlags(schema, into: &draft)
        } else {
            compileBounds(schema, into: &draft)
        }
        if let divisor = divisor(of: schema) { draft.numbers.append(.multipleOf(divisor)) }
    }

    private mutating func compileBounds(_ schema: SchemaObject, into draft: inout NodeDraft) {
        if let limit = limit(.minimum, of: schema) { draft.numbers.append(.minimum(limit)) }
        if let limit = limit(.exclusiveMinimum, of: schema) { draft.numbers.append(.exclusiveMinimum(limit)) }
        if let limit = limit(.maximum, of: schema) { draft.numbers.append(.maximum(limit)) }
        if let limit = limit(.exclusiveMaximum, of: schema) { draft.numbers.append(.exclusiveMaximum(limit)) }
    }

    /// Draft 4: booleans say whether the bounds themselves are out.
    private mutating func compileBoundsWithFlags(_ schema: SchemaObject, into draft: inout NodeDraft) {
        let (excludesMinimum, excludesMaximum) = (
            flag(.exclusiveMinimum, of: schema), flag(.exclusiveMaximum, of: schema)
        )
        if let limit = limit(.minimum, of: schema) {
            draft.numbers.append(excludesMinimum ? .exclusiveMinimum(limit) : .minimum(limit))
        }
        if let limit = limit(.maximum, of: schema) {
            draft.numbers.append(excludesMaximum ? .exclusiveMaximum(limit) : .maximum(limit))
        }
    }

    private mutating func flag(_ keyword: Keyword, of schema: SchemaObject) -> Bool {
        guard let value = schema[keyword] else { return false }
        if let isSet = value.bool { return isSet }
        malformed(keyword, expected: "a boolean", value, in: schema)
        return false
    }

    private mutating func limit(_ keyword: Keyword, of schema: SchemaObject) -> Int? {
        guard let value = schema[keyword] else { return nil }
        guard let decimal = value.decimal else {
            malformed(keyword, expected: "a number", value, in: schema)
            return nil
        }
        return builder.add(limit: decimal, nearest: value.document.nearestDouble(at: value.index))
    }

    private mutating func divisor(of schema: SchemaObject) -> Int? {
        guard let value = schema[.multipleOf] else { return nil }
        guard let decimal = value.decimal, decimal.sign > 0 else {
            malformed(.multipleOf, expected: "a number greater than zero", value, in: schema)
            return nil
        }
        return builder.add(limit: decimal, nearest: value.document.nearestDouble(at: value.index))
    }
}

extension Evaluation {
    func runNumbers(_ run: TableSlice, _ index: Int, _ tag: UInt8) -> Bool {
        for at in run.range where !acceptsNumber(tables.instructions[at], index, tag) { return false }
        return true
    }

    /// Whether a number satisfies one instruction of its family.
    func acceptsNumber(_ instruction: Instruction, _ index: Int, _ tag: UInt8) -> Bool {
        switch instruction {
        case .minimum(let limit): order(index, tag, tables.limits[limit]) >= 0
        case .exclusiveMinimum(let limit): order(index, tag, tables.limits[limit]) > 0
        case .maximum(let limit): order(index, tag, tables.limits[limit]) <= 0
        case .exclusiveMaximum(let limit): order(index, tag, tables.limits[limit]) < 0
        case .multipleOf(let divisor): isMultiple(index, tag, tables.limits[divisor])
        default: true
        }
    }

    /// Negative, zero or positive as the number is below, at or above the limit.
    @inline(__always)
    private func order(_ index: Int, _ tag: UInt8, _ limit: NumberLimit) -> Int {
        if tag == TapeTag.int, limit.isInteger {
            let value = tape.int64(at: index)
            return value < limit.integer ? -1 : value > limit.integer ? 1 : 0
        }
        return tag == TapeTag.big ? exactOrder(index, limit) : roundedOrder(index, tag, limit)
    }

    private func roundedOrder(_ index: Int, _ tag: UInt8, _ limit: NumberLimit) -> Int {
        let value =
            switch tag {
            case TapeTag.int: Double(tape.int64(at: index))
            case TapeTag.uint: Double(tape.uint64(at: index))
            default: tape.double(at: index)
            }
        return value < limit.double ? -1 : value > limit.double ? 1 : exactOrder(index, limit)
    }

    private func exactOrder(_ index: Int, _ limit: NumberLimit) -> Int {
        withDocument { document, program in
            let value = document.decimal(at: index)
            let bound = program.decimals[limit.decimal]
            return value < bound ? -1 : bound < value ? 1 : 0
        }
    }

    private func isMultiple(_ index: Int, _ tag: UInt8, _ divisor: NumberLimit) -> Bool {
        if tag == TapeTag.int, divisor.isInteger { return tape.int64(at: index) % divisor.integer == 0 }
        return withDocument { document, program in
            document.decimal(at: index).isMultiple(of: program.decimals[divisor.decimal])
        }
    }

    /// Whether a value that may be a number is an integer, if it is a number: in value, or as written where the allowed
    /// types leave out decimals.
    @inline(__always)
    func isIntegral(_ index: Int, _ tag: UInt8, among types: TypeMask) -> Bool {
        !TypeMask.inexactNumber.allows(tag: tag) || isIntegralExactly(index, tag, among: types)
    }

    private func isIntegralExactly(_ index: Int, _ tag: UInt8, among types: TypeMask) -> Bool {
        guard types.allows(tag: TapeTag.double) else {
            return withDocument { document, _ in JSONValue(document: document, index: index).kind == .integer
            }
        }
        if tag == TapeTag.double {
            // Every integer below 2^53 is a double, and every double above is an integer: so a fraction here is one.
            let value = tape.double(at: index)
            guard value == value.rounded(.towardZero) else { return false }
        }
        return withDocument { document, _ in document.decimal(at: index).isInteger }
    }
}
