extension SwiftPrinter {
    func enumeration(_ name: String, _ enumeration: Enumeration) -> CodeLines {
        enumeration.isOpen
            ? openEnumeration(name, enumeration.cases) : closedEnumeration(name, enumeration.cases)
    }

    private func closedEnumeration(_ name: String, _ cases: [EnumerationCase]) -> CodeLines {
        var body = CodeLines()
        for each in cases {
            let value = Array(each.name.utf8) == Array(each.text.utf8) ? "" : " = \(Self.literal(each.text))"
            body += "case \(Self.declared(each.name))\(value)"
        }
        var code = CodeLines()
        code.block("\(access)enum \(name): String, CaseIterable, \(conformances().dropFirst(2)) {", body)
        return code
    }

    private func openEnumeration(_ name: String, _ cases: [EnumerationCase]) -> CodeLines {
        var list = CodeLines()
        for each in cases { list += "case \(Self.declared(each.name))" }
        list += "/// A value that was not known when this was made."
        list += "case unknown(String)"
        var reading = CodeLines(["switch rawValue {"])
        var writing = CodeLines(["switch self {"])
        for each in cases {
            reading += "case \(Self.literal(each.text)): self = .\(each.name)"
            writing += "case .\(each.name): \(Self.literal(each.text))"
        }
        reading += "default: self = .unknown(rawValue)"
        writing += "case .unknown(let value): value"
        reading += "}"
        writing += "}"
        var initializer = CodeLines()
        initializer.block("\(access)init(rawValue: String) {", reading)
        var rawValue = CodeLines()
        rawValue.block("\(access)var rawValue: String {", writing)
        var body = CodeLines()
        body.append(separated: [list, initializer, rawValue])
        var code = CodeLines()
        code.block("\(access)enum \(name)\(conformances(after: ["RawRepresentable"])) {", body)
        return code
    }

    // MARK: Objects of several kinds

    func union(_ name: String, _ union: DiscriminatedUnion) -> CodeLines {
        var body = CodeLines()
        body.append(separated: [
            cases(of: union), codingKey(of: union), decoding(of: union), encoding(of: union),
            shared(by: union),
        ])
        var code = CodeLines()
        let indirect = union.isIndirect ? "indirect " : ""
        code.block("\(access)\(indirect)enum \(name)\(conformances()) {", body)
        return code
    }

    private func cases(of union: DiscriminatedUnion) -> CodeLines {
        var code = CodeLines()
        for each in union.cases { code += "case \(Self.declared(each.name))(\(text(of: each.payload)))" }
        code += "/// A kind that was not known when this was made, with the whole value."
        if let unknown = union.unknown {
            code += "case unknown(\(text(of: unknown)))"
        } else {
            code += "case unknown(code: \(union.isInteger ? "Int" : "String"), \(support("JSONValue")))"
        }
        return code
    }

    private func codingKey(of union: DiscriminatedUnion) -> CodeLines {
        var body = CodeLines(["case code = \(Self.literal(union.discriminator))"])
        if union.discriminator == "code" { body = CodeLines(["case code"]) }
        var code = CodeLines()
        code.block("private enum CodingKeys: String, CodingKey {", body)
        return code
    }

    private func decoding(of union: DiscriminatedUnion) -> CodeLines {
        let type = union.isInteger ? "Int" : "String"
        var body = CodeLines([
            "let container = try decoder.container(keyedBy: CodingKeys.self)",
            "let code = try container.decode(\(type).self, forKey: .code)", "switch code {",
        ])
        for each in union.cases {
            let codes = each.codes.map { union.isInteger ? $0 : Self.literal($0) }.joined(separator: ", ")
            body += "case \(codes): self = .\(each.name)(try \(text(of: each.payload))(from: decoder))"
        }
        if let unknown = union.unknown {
            body += "default: self = .unknown(try \(text(of: unknown))(from: decoder))"
        } else {
            body += "default: self = .unknown(code: code, try \(support("JSONValue"))(from: decoder))"
        }
        body += "}"
        var code = CodeLines()
        code.block("\(access)init(from decoder: any Decoder) throws {", body)
        return code
    }

    private func encoding(of union: DiscriminatedUnion) -> CodeLines {
        var body = CodeLines(["switch self {"])
        for each in union.cases { body += "case .\(each.name)(let value): try value.encode(to: encoder)" }
        body += "case .unknown(\(union.unknown == nil ? "_, " : "")let value): try value.encode(to: encoder)"
        body += "}"
        var code = CodeLines()
        code.block("\(access)func encode(to encoder: any Encoder) throws {", body)
        return code
    }

    /// The members that all kinds have, the unknown ones too, without looking at the kind.
    private func shared(by union: DiscriminatedUnion) -> CodeLines {
        guard let unknown = union.unknown else { return CodeLines() }
        let payloads = (union.cases.map(\.payload) + [unknown]).map(properties)
        let shared = payloads[0].filter { first in
            payloads.allSatisfy { $0.contains { first.isAlike($0) } }
        }
        var parts: [CodeLines] = []
        for property in shared {
            var body = CodeLines(["switch self {"])
            for name in union.cases.map(\.name) + ["unknown"] {
                body += "case .\(name)(let value): value.\(property.name)"
            }
            body += "}"
            var code = comment(property.explanation, indentation: 4)
            code.block("\(access)var \(Self.declared(property.name)): \(storedType(of: property)) {", body)
            parts.append(code)
        }
        var code = CodeLines()
        code.append(separated: parts)
        return code
    }

    private func properties(of type: TypeReference) -> [Property] {
        guard case .named(let position) = type,
            case .structure(let properties) = declarations.list[position].body
        else { return [] }
        return properties
    }

    // MARK: Values of several kinds

    func mixture(_ name: String, _ cases: [MixedCase]) -> CodeLines {
        var list = CodeLines()
        for each in cases { list += "case \(Self.declared(each.name))(\(text(of: each.type)))" }
        var encoding = CodeLines(["var container = encoder.singleValueContainer()", "switch self {"])
        for each in cases { encoding += "case .\(each.name)(let value): try container.encode(value)" }
        encoding += "}"
        var encode = CodeLines()
        encode.block("\(access)func encode(to encoder: any Encoder) throws {", encoding)
        var body = CodeLines()
        body.append(separated: [list, decoding(name, cases), encode])
        var code = CodeLines()
        code.block("\(access)enum \(name)\(conformances()) {", body)
        return code
    }

    /// What kind came is found out first, so that a mistake inside of it is told as what it is.
    private func decoding(_ name: String, _ cases: [MixedCase]) -> CodeLines {
        var body = CodeLines(["let container = try decoder.singleValueContainer()"])
        for (position, each) in cases.enumerated() {
            let type = text(of: each.type)
            let decoded = "self = .\(each.name)(try container.decode(\(type).self))"
            if position == cases.count - 1, each.kind != .scalar {
                body += decoded
            } else {
                switch each.kind {
                case .scalar: body += "if let value = try? container.decode(\(type).self) {"
                case .list, .object: body += "if (try? decoder.unkeyedContainer()) != nil {"
                }
                body.indent(
                    CodeLines([each.kind == .scalar ? "self = .\(each.name)(value)" : decoded, "return"])
                )
                body += "}"
            }
        }
        if cases.last?.kind == .scalar {
            body += "throw DecodingError.typeMismatch("
            body += "    \(name).self,"
            body +=
                "    .init(codingPath: decoder.codingPath, debugDescription: \"none of the kinds of \(name)\")"
            body += ")"
        }
        var code = CodeLines()
        code.block("\(access)init(from decoder: any Decoder) throws {", body)
        return code
    }
}

extension Property {
    fileprivate func isAlike(_ other: Property) -> Bool {
        name == other.name && type == other.type && isRequired == other.isRequired
            && isNullable == other.isNullable && isIndirect == other.isIndirect
    }
}
