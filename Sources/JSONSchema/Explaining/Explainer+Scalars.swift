internal import JSONCore

extension Explainer {
    /// - Returns: whether the value's type is allowed; if not, nothing else is said.
    mutating func explainType(_ node: Node, _ id: NodeID, _ index: Int, _ tag: UInt8) -> Bool {
        if node.types.allows(tag: tag),
            !node.wantsInteger || evaluation.isIntegral(index, tag, among: node.types)
        {
            return true
        }
        if schema(id).kind == .boolean {
            report(.falseSchema, nil, of: id, at: index)
        } else {
            report(.type(expected: typeNames(id), found: kind(at: index)), .type, of: id, at: index)
        }
        return false
    }

    private func typeNames(_ id: NodeID) -> [String] {
        guard let type = schema(id)[Keyword.type.name] else { return [] }
        return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
    }

    func kind(at index: Int) -> JSONKind { JSONValue(document: document, index: index).kind }

    mutating func explainNumber(_ instruction: Instruction, _ id: NodeID, _ index: Int, _ tag: UInt8) {
        guard !evaluation.acceptsNumber(instruction, index, tag) else { return }
        func limit(_ keyword: Keyword) -> String { text(of: keyword, in: id) }
        switch instruction {
        case .minimum: report(.minimum(limit: limit(.minimum)), .minimum, of: id, at: index)
        case .maximum: report(.maximum(limit: limit(.maximum)), .maximum, of: id, at: index)
        case .exclusiveMinimum:
            let limit = exclusiveLimit(.exclusiveMinimum, flagOf: .minimum, in: id)
            report(.exclusiveMinimum(limit: limit), .exclusiveMinimum, of: id, at: index)
        case .exclusiveMaximum:
            let limit = exclusiveLimit(.exclusiveMaximum, flagOf: .maximum, in: id)
            report(.exclusiveMaximum(limit: limit), .exclusiveMaximum, of: id, at: index)
        default: report(.multipleOf(divisor: limit(.multipleOf)), .multipleOf, of: id, at: index)
        }
    }

    /// In draft 4 the keyword is a flag, and the limit that of the other.
    private func exclusiveLimit(_ keyword: Keyword, flagOf bound: Keyword, in id: NodeID) -> String {
        text(of: schema(id)[keyword.name]?.kind == .boolean ? bound : keyword, in: id)
    }

    mutating func explainString(_ instruction: Instruction, _ id: NodeID, _ index: Int) {
        guard !evaluation.acceptsString(instruction, index) else { return }
        let length = tape.utf8(at: index).codePointCount
        switch instruction {
        case .minLength(let limit):
            report(.minLength(limit: limit, actual: length), .minLength, of: id, at: index)
        case .maxLength(let limit):
            report(.maxLength(limit: limit, actual: length), .maxLength, of: id, at: index)
        case .pattern(let number):
            report(.pattern(program.patterns[number].source), .pattern, of: id, at: index)
        case .format(let format): report(.format(format.name), .format, of: id, at: index)
        case .content(let content): explainContent(content, id, index)
        default: break
        }
    }

    private mutating func explainContent(_ content: ContentAssertion, _ id: NodeID, _ index: Int) {
        guard let keyword = content.violatedKeyword(by: tape.utf8(at: index)) else { return }
        let name = schema(id)[keyword.name]?.string ?? ""
        let kind: Violation.Kind =
            keyword == .contentEncoding ? .contentEncoding(name) : .contentMediaType(name)
        report(kind, keyword, of: id, at: index)
    }
}
