package import JSONCore

/// How numbers and texts should be written, by keywords that refuse nothing of it: what is noted where a value differs.
struct ValueForm: Sendable {
    /// The range of an integer; nil where the schema does not ask for one.
    var integers: IntegerRange?

    /// Whether numbers are asked for at all.
    var wantsNumber = false

    /// A format that only annotates.
    var format: Format?

    /// Whether an integer is surely as it should be.
    @inline(__always) func holds(_ integer: Int64) -> Bool {
        guard let integers else { return integer.magnitude <= 1 << 53 }
        return integers == .int64 || integers == .unlimited
    }

    /// Whether it says something.
    var isEmpty: Bool { !wantsNumber && format == nil }
}

/// The integers that a reader made from a schema can hold, by `format`.
package enum IntegerRange: String, CaseIterable, Sendable {
    case int32
    /// The range where no format says another.
    case int64
    case uint32
    case uint64
    /// Of any size.
    case unlimited = "x-big-integer"

    /// The least and the greatest; nil where there is no end.
    package var bounds: (least: ExactDecimal, greatest: ExactDecimal)? {
        switch self {
        case .int32: (ExactDecimal(Int64(Int32.min)), ExactDecimal(Int64(Int32.max)))
        case .int64: (ExactDecimal(Int64.min), ExactDecimal(Int64.max))
        case .uint32: (ExactDecimal(Int64(0)), ExactDecimal(Int64(UInt32.max)))
        case .uint64: (ExactDecimal(Int64(0)), ExactDecimal(UInt64.max))
        case .unlimited: nil
        }
    }
}

extension SchemaCompiler {
    mutating func compileForm(_ schema: SchemaObject, _ draft: NodeDraft, of id: NodeID) {
        var form = ValueForm()
        let name = schema[.format]?.string
        if schema[.type] != nil, !draft.types.isDisjoint(with: .number) {
            form.wantsNumber = true
            if draft.wantsInteger { form.integers = name.flatMap(IntegerRange.init) ?? .int64 }
        }
        if let name, draft.types.isSuperset(of: .string), !draft.strings.contains(where: \.isFormat) {
            form.format = Format.named(name, in: schema.dialect)
        }
        if !form.isEmpty { builder.forms[id] = form }
    }
}

extension Instruction {
    fileprivate var isFormat: Bool { if case .format = self { true } else { false } }
}

extension Evaluation {
    /// What is to be noted of a number or text that its schema may accept.
    ///
    /// - Complexity: O(1) for numbers of up to 15 digits, O(bytes) for texts with a format.
    func differences(of index: Int, from form: ValueForm, among types: TypeMask) -> [SchemaNote.Kind] {
        let tag = tape.tag(at: index)
        guard types.allows(tag: tag) else { return [] }
        switch tag {
        case TapeTag.string:
            guard let format = form.format, !format.accepts(tape.utf8(at: index)) else { return [] }
            return [.otherFormat(format.name)]
        case TapeTag.int where form.holds(tape.int64(at: index)): return []
        case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big:
            guard form.wantsNumber else { return [] }
            return withDocument { document, _ in
                NumberForm(JSONValue(document: document, index: index), tag).differences(from: form)
            }
        default: return []
        }
    }
}

/// A number as it is written.
private struct NumberForm {
    let value: JSONValue
    let tag: UInt8

    init(_ value: JSONValue, _ tag: UInt8) {
        self.value = value
        self.tag = tag
    }

    func differences(from form: ValueForm) -> [SchemaNote.Kind] {
        guard let integers = form.integers else { return isRounded ? [.precisionLost] : [] }
        if TypeMask.inexactNumber.allows(tag: tag), value.kind != .integer {
            return decimalDifferences(integers)
        }
        return isOutside(integers) ? [.integerOutOfRange(integers)] : []
    }

    /// Of an integer with a fraction or an exponent; a number that is no integer violates its schema, which says enough.
    private func decimalDifferences(_ integers: IntegerRange) -> [SchemaNote.Kind] {
        guard let decimal = value.decimal, decimal.isInteger else { return [] }
        if isOutside(integers) { return [.integerOutOfRange(integers)] }
        // From 2^53 on not every integer is a double.
        let isExact = abs(value.document.nearestDouble(at: value.index)) < 0x1p53
        return isExact ? [.integerAsDecimal] : [.integerAsDecimal, .precisionLost]
    }

    private func isOutside(_ integers: IntegerRange) -> Bool {
        guard let bounds = integers.bounds, let decimal = value.decimal else { return false }
        return decimal < bounds.least || bounds.greatest < decimal
    }

    /// Whether the nearest double does not keep all digits.
    private var isRounded: Bool {
        let double = value.document.nearestDouble(at: value.index)
        switch tag {
        case TapeTag.int, TapeTag.uint: return value.decimal != ExactDecimal("\(double)")
        case TapeTag.double: return hasManyDigits(double)
        default: return true
        }
    }

    private func hasManyDigits(_ double: Double) -> Bool {
        // Nearly all decimals have six places at most; only the text of others is looked at, which costs more.
        let millionths = double * 1e6
        if abs(millionths) < 0x1p53, abs(millionths - millionths.rounded()) <= abs(millionths) * 0x1p-52 {
            return false
        }
        // Seventeen digits are what programs print that want every double to be read back as it was.
        return value.decimal.map { $0.digits.count > 17 } ?? false
    }
}
