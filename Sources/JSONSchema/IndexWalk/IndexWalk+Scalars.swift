internal import JSONCore

extension IndexWalk {
    // MARK: Strings

    @inline(never)
    func judgeString(_ node: Int, _ at: Token) -> WalkOutcome {
        guard !tables.nodes[node].strings.isEmpty else { return skipString(at) }
        guard let text = utf8(at) else { return .unknown }
        for place in tables.nodes[node].strings.range {
            guard let accepts = accepts(tables.instructions[place], text) else { return .unknown }
            guard accepts else { return .refused }
        }
        return .accepted(upTo: at.next)
    }

    /// Whether a string satisfies an instruction of its family; nil when that is not known.
    @inline(__always)
    private func accepts(_ instruction: Instruction, _ text: UTF8View) -> Bool? {
        switch instruction {
        case .pattern(let pattern): matches(pattern, text)
        case .content: nil
        default: tables.acceptsString(instruction, text)
        }
    }

    /// Whether a pattern matches; nil where that takes memory, or more than the limits.
    @inline(__always)
    func matches(_ pattern: Int, _ text: UTF8View) -> Bool? {
        let handle = tables.patterns[pattern]
        guard case .simple(let simple) = handle else { return matches(handle, text) }
        return unsafe simple._withUnsafeGuaranteedRef { $0.matches(text) }
    }

    @inline(never)
    private func matches(_ handle: PatternHandle, _ text: UTF8View) -> Bool? {
        guard case .linear(let expression) = handle else { return nil }
        switch unsafe expression._withUnsafeGuaranteedRef({ $0.match(text, limits) }) {
        case .match: return true
        case .mismatch: return false
        case .limit: return nil
        }
    }

    // MARK: Numbers

    @inline(never)
    func judgeNumber(_ node: Int, _ at: Token, _ depth: Int) -> WalkOutcome {
        guard let number = scanNumber(at) else { return .unknown }
        let end = endOfScalar(at, number.end)
        guard end.isAccepted, !tables.nodes[node].decided.isSuperset(of: .number) else { return end }
        let types = tables.nodes[node].types
        if types.isDisjoint(with: .number) { return .refused }
        guard types.isSuperset(of: number.isInteger ? .integer : .number),
            tables.nodes[node].unevaluated.isEmpty
        else { return .unknown }
        guard let accepts = accepts(number, from: at.offset, node) else { return .unknown }
        guard accepts else { return .refused }
        return judgeValue(tables.nodes[node].values, at, depth, end)
    }

    /// Whether a number satisfies the instructions of its family; nil when that is not known.
    @inline(__always)
    private func accepts(_ number: NumberRun, from start: Int, _ node: Int) -> Bool? {
        if !number.isInteger, tables.nodes[node].wantsInteger { return nil }
        if tables.nodes[node].numbers.isEmpty { return true }
        guard number.isInteger else { return isWithin(tables.nodes[node].bounds, number, from: start) }
        guard let value = integer(number, from: start) else { return nil }
        let bounds = tables.nodes[node].bounds
        return bounds.isNone
            ? accepts(value, tables.nodes[node].numbers)
            : tables.bounds[bounds.index].integers.contains(value)
    }

    private func accepts(_ value: Int64, _ run: TableSlice) -> Bool? {
        for place in run.range {
            guard let accepts = accepts(value, tables.instructions[place]) else { return nil }
            guard accepts else { return false }
        }
        return true
    }

    private func accepts(_ value: Int64, _ instruction: Instruction) -> Bool? {
        switch instruction {
        case .multipleOf(let divisor) where tables.limits[divisor].isInteger:
            value % tables.limits[divisor].integer == 0
        case .minimum(let limit) where tables.limits[limit].isInteger: value >= tables.limits[limit].integer
        case .maximum(let limit) where tables.limits[limit].isInteger: value <= tables.limits[limit].integer
        case .constant(let enumeration), .enumeration(let enumeration):
            tables.place(of: value, in: tables.enumerations[enumeration].integers) != nil
        default: nil
        }
    }

    /// The value of an integer of up to 18 digits.
    @inline(__always)
    func integer(_ number: NumberRun, from start: Int) -> Int64? {
        let isNegative = text[start] == UInt8(ascii: "-")
        guard number.end &- start <= 18 else { return nil }
        var value: Int64 = 0
        for offset in (isNegative ? start &+ 1 : start)..<number.end {
            value = value &* 10 &+ Int64(text[offset] &- UInt8(ascii: "0"))
        }
        return isNegative ? -value : value
    }

    /// True where the nearest double of a decimal is within bounds.
    private func isWithin(_ bounds: Place, _ number: NumberRun, from start: Int) -> Bool? {
        guard !bounds.isNone, let value = double(number, from: start) else { return nil }
        let isWithin = tables.bounds[bounds.index].above < value && value < tables.bounds[bounds.index].below
        return isWithin ? true : nil
    }

    /// The nearest double of a decimal without exponent, of up to 15 digits: as many as a double holds, so that one division
    /// by a power of ten that is one, too, rounds as it should.
    private func double(_ number: NumberRun, from start: Int) -> Double? {
        guard number.end &- start <= 16, text[number.integerEnd] == UInt8(ascii: ".") else { return nil }
        var (digits, scale) = (0.0, 1.0)
        for offset in start..<number.end where offset != number.integerEnd {
            let byte = text[offset]
            guard isDigit(byte) else {
                if offset == start { continue }
                return nil
            }
            digits = digits * 10 + Double(byte &- UInt8(ascii: "0"))
            if offset > number.integerEnd { scale *= 10 }
        }
        return text[start] == UInt8(ascii: "-") ? -digits / scale : digits / scale
    }
}
