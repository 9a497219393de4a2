internal import JSONCore

extension SchemaCompiler {
    mutating func compileStrings(_ schema: SchemaObject, into draft: inout NodeDraft) {
        if let limit = count(.minLength, of: schema), limit > 0 { draft.strings.append(.minLength(limit)) }
        if let limit = count(.maxLength, of: schema) { draft.strings.append(.maxLength(limit)) }
        guard let value = schema[.pattern] else { return }
        guard let source = value.string else {
            return malformed(.pattern, expected: "a string", value, in: schema)
        }
        if let pattern = pattern(source, at: value, in: schema) { draft.strings.append(.pattern(pattern)) }
    }

    /// An instruction only where formats are asserted, and for a format that the edition defines.
    mutating func compileFormat(_ schema: SchemaObject, into draft: inout NodeDraft) {
        guard assertsFormats || schema.assertsFormats, let value = schema[.format]
        else { return }
        guard let name = value.string else {
            return malformed(.format, expected: "a string", value, in: schema)
        }
        if let format = Format.named(name, in: schema.dialect) { draft.strings.append(.format(format)) }
    }

    mutating func pattern(_ source: String, at value: JSONValue, in schema: SchemaObject) -> Int? {
        do throws(PatternSyntaxError) {
            return try builder.add(pattern: source)
        } catch {
            let code = SchemaError.Code.malformedPattern(source, reason: error.reason, offset: error.offset)
            report(code, at: value, in: schema)
            return nil
        }
    }
}

extension Evaluation {
    @inline(never)
    func acceptsString(_ node: Int, _ index: Int) -> Bool {
        for at in tables.nodes[node].strings.range where !acceptsString(tables.instructions[at], index) {
            return false
        }
        return true
    }

    /// Whether a string satisfies one instruction of its family.
    func acceptsString(_ instruction: Instruction, _ index: Int) -> Bool {
        let text = tape.utf8(at: index)
        switch instruction {
        case .pattern(let pattern): return matches(pattern, text)
        case .content(let content): return content.violatedKeyword(by: text) == nil
        default: return tables.acceptsString(instruction, text)
        }
    }
}

extension ProgramTables {
    /// Whether a text satisfies an instruction for strings that is decided by the text and these tables alone.
    @inline(__always)
    func acceptsString(_ instruction: Instruction, _ text: UTF8View) -> Bool {
        switch instruction {
        case .minLength(let limit): hasLength(text, atLeast: limit)
        case .maxLength(let limit): !hasLength(text, atLeast: limit, orOneMore: true)
        case .format(let format): format.accepts(text)
        case .constant(let enumeration), .enumeration(let enumeration):
            isMember(text, of: enumerations[enumeration])
        default: true
        }
    }

    func isMember(_ text: UTF8View, of enumeration: Enumeration) -> Bool {
        find(text, in: enumeration.strings) != nil
    }

    /// Counts code points only where the count of bytes, one to four for each, leaves it open.
    @inline(__always)
    private func hasLength(_ text: UTF8View, atLeast limit: Int, orOneMore: Bool = false) -> Bool {
        let least = orOneMore ? (limit == .max ? limit : limit &+ 1) : limit
        if text.count < least { return false }
        if (text.count &+ 3) / 4 >= least { return true }
        return text.codePointCount >= least
    }
}
