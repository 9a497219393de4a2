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

extension NumberBounds {
    /// All limits of a node together; nil when there is one that its nearest double does not tell from an integer.
    init?(_ run: TableSlice, in builder: borrowing ProgramBuilder) {
        let limits = builder.limits
        for at in run.range {
            switch builder.instructions[at] {
            case .constant(let number), .enumeration(let number):
                let values = builder.onlyIntegers(of: builder.enumerations[number])
                guard let integer = values?.first, values?.count == 1 else { return nil }
                integers.lower = max(integers.lower, integer)
                integers.upper = min(integers.upper, integer)
                above = .infinity
            case .minimum(let limit): guard raise(limits[limit], excluding: 0) else { return nil }
            case .exclusiveMinimum(let limit): guard raise(limits[limit], excluding: 1) else { return nil }
            case .maximum(let limit): guard lower(limits[limit], excluding: 0) else { return nil }
            case .exclusiveMaximum(let limit): guard lower(limits[limit], excluding: 1) else { return nil }
            default: return nil
            }
        }
    }

    /// `excluding` is 1 where an integer limit itself is out.
    private mutating func raise(_ limit: NumberLimit, excluding excluded: Int64) -> Bool {
        guard let least = limit.nextInteger(.up, beyond: excluded) else { return false }
        integers.lower = max(integers.lower, least)
        above = max(above, limit.double)
        return true
    }

    private mutating func lower(_ limit: NumberLimit, excluding excluded: Int64) -> Bool {
        guard let greatest = limit.nextInteger(.down, beyond: -excluded) else { return false }
        integers.upper = min(integers.upper, greatest)
        below = min(below, limit.double)
        return true
    }
}

extension NumberLimit {
    /// The integer that an integer's limit comes to.
    ///
    /// A limit whose nearest double has a fraction lies between the same two integers as that.
    fileprivate func nextInteger(_ rule: FloatingPointRoundingRule, beyond step: Int64) -> Int64? {
        if isInteger {
            let (next, isPast) = integer.addingReportingOverflow(step)
            return isPast ? nil : next
        }
        return double == double.rounded() ? nil : Int64(exactly: double.rounded(rule))
    }
}

extension Evaluation {
    /// Whether a number is of the node's types and within its limits.
    @inline(never)
    func acceptsNumber(_ node: Int, _ index: Int) -> Bool {
        let tag = tape.tag(at: index)
        if tables.nodes[node].wantsInteger, TypeMask.inexactNumber.allows(tag: tag) {
            return acceptsInexactInteger(node, index)
        }
        let bounds = tables.nodes[node].bounds
        guard !bounds.isNone else { return runNumbers(node, index) }
        if tag == TapeTag.int { return tables.bounds[bounds.index].integers.contains(tape.int64(at: index)) }
        if tag == TapeTag.double {
            let value = tape.double(at: index)
            if tables.bounds[bounds.index].above < value, value < tables.bounds[bounds.index].below {
                return true
            }
        }
        return runNumbers(node, index)
    }

    @inline(never)
    private func acceptsInexactInteger(_ node: Int, _ index: Int) -> Bool {
        isIntegral(index, tape.tag(at: index), among: tables.nodes[node].types) && runNumbers(node, index)
    }

    @inline(never)
    private func runNumbers(_ node: Int, _ index: Int) -> Bool {
        let tag = tape.tag(at: index)
        for at in tables.nodes[node].numbers.range where !acceptsNumber(tables.instructions[at], index, tag) {
            return false
        }
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
        case .constant(let enumeration), .enumeration(let enumeration):
            isMember(index, of: tables.enumerations[enumeration])
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
            let value = exactValue(index, document)
            let bound = program.decimals[limit.decimal]
            return value < bound ? -1 : bound < value ? 1 : 0
        }
    }

    private func isMultiple(_ index: Int, _ tag: UInt8, _ divisor: NumberLimit) -> Bool {
        if tag == TapeTag.int, divisor.isInteger { return tape.int64(at: index) % divisor.integer == 0 }
        return withDocument { document, program in
            let value = exactValue(index, document)
            let divisor = program.decimals[divisor.decimal]
            return mayGoOn(counting: value.costOfDivision(by: divisor) / 32) && value.isMultiple(of: divisor)
        }
    }

    /// Counts the length of its text.
    private func exactValue(_ index: Int, _ document: JSONDocument) -> ExactDecimal {
        let value = document.decimal(at: index)
        if TypeMask.inexactNumber.allows(tag: tape.tag(at: index)) {
            count(document.sourceRange(at: index).count / 32)
        }
        return value
    }

    /// Whether a value that may be a number is an integer, if it is a number: in value, or as written where the allowed
    /// types leave out decimals.
    @inline(__always)
    func isIntegral(_ index: Int, _ tag: UInt8, among types: TypeMask) -> Bool {
        !TypeMask.inexactNumber.allows(tag: tag) || isIntegralExactly(index, tag, among: types)
    }

    @inline(never)
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
        return withDocument { document, _ in exactValue(index, document).isInteger }
    }
}
