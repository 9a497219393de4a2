extension SwiftPrinter {
    /// A structure; its coding is the compiler's where that does all that is asked for.
    func structure(_ name: String, _ properties: [Property]) -> CodeLines {
        let isIdentifiable = properties.contains { $0.name == "id" && $0.isIdentity }
        var body: [CodeLines] = []
        if !properties.isEmpty { body.append(stored(properties)) }
        if options.access != .internal { body.append(initializer(properties)) }
        let isCodedHere = properties.contains(where: isCodedHere)
        // The compiler's own keys are private.
        let needsKeys = isCodedHere || options.access != .internal || properties.contains(where: \.isRenamed)
        if needsKeys, !properties.isEmpty { body.append(codingKeys(properties)) }
        var code = CodeLines()
        var inner = CodeLines()
        inner.append(separated: body)
        code.block("\(access)struct \(name)\(conformances(isIdentifiable: isIdentifiable)) {", inner)
        if isCodedHere {
            code += ""
            code.append(coding(name, properties))
        }
        return code
    }

    private func stored(_ properties: [Property]) -> CodeLines {
        var code = CodeLines()
        for property in properties {
            code.append(comment(property.explanation, indentation: 4))
            code += "\(access)\(binding) \(Self.declared(property.name)): \(storedType(of: property))"
        }
        return code
    }

    private func initializer(_ properties: [Property]) -> CodeLines {
        let parameters = properties.map { property in
            let name = Self.declared(property.name)
            let value = property.constant.map { " = \(Self.literal($0))" } ?? ""
            let type = storedType(of: property)
            return "\(name): \(type)" + (type.hasSuffix("?") ? " = nil" : property.isRequired ? value : "")
        }
        var assignments = CodeLines()
        for property in properties {
            assignments += "self.\(property.name) = \(Self.declared(property.name))"
        }
        var code = CodeLines("\(access)init(", arguments: parameters, ") {", indentation: 4)
        code.indent(assignments)
        code += "}"
        return properties.isEmpty ? CodeLines(["\(access)init() {}"]) : code
    }

    private func codingKeys(_ properties: [Property]) -> CodeLines {
        var cases = CodeLines()
        for property in properties {
            let value = property.isRenamed ? " = \(Self.literal(property.key))" : ""
            cases += "case \(Self.declared(property.name))\(value)"
        }
        var code = CodeLines()
        code.block("\(access)enum CodingKeys: String, CodingKey {", cases)
        return code
    }

    // MARK: Coding that tells null from absent

    /// Whether the compiler's coding would lose something of it.
    private func isCodedHere(_ property: Property) -> Bool {
        guard options.preservesNulls else { return false }
        return property.isNullable || property.type == .any && !property.isRequired
    }

    /// The type with what it takes to be absent or null.
    func storedType(of property: Property) -> String {
        let type = codedType(of: property)
        return property.isRequired && !type.hasSuffix("?") && !property.isNullable ? type : type + "?"
    }

    /// The type as it is coded when it is there.
    private func codedType(of property: Property) -> String {
        let plain = text(of: property.type)
        let type = property.isIndirect ? "\(support("Indirect"))<\(plain)>" : plain
        let mayBeEither = options.preservesNulls && property.isNullable && !property.isRequired
        return mayBeEither ? "\(support("Nullable"))<\(type)>" : type
    }

    private func coding(_ name: String, _ properties: [Property]) -> CodeLines {
        var body = CodeLines()
        var decoding = CodeLines(["let container = try decoder.container(keyedBy: CodingKeys.self)"])
        var encoding = CodeLines(["var container = encoder.container(keyedBy: CodingKeys.self)"])
        for property in properties {
            decoding.append(self.decoding(of: property))
            let verb = property.isRequired ? "encode" : "encodeIfPresent"
            encoding += "try container.\(verb)(self.\(property.name), forKey: .\(property.name))"
        }
        body.block("\(access)init(from decoder: any Decoder) throws {", decoding)
        body += ""
        body.block("\(access)func encode(to encoder: any Encoder) throws {", encoding)
        var code = CodeLines()
        code.block("extension \(name) {", body)
        return code
    }

    private func decoding(of property: Property) -> CodeLines {
        let target = "self.\(property.name) ="
        let key = "forKey: .\(property.name)"
        guard isCodedHere(property), !property.isRequired else {
            let (verb, type) =
                property.isRequired
                ? ("decode", storedType(of: property)) : ("decodeIfPresent", codedType(of: property))
            return CodeLines(["\(target) try container.\(verb)(\(type).self, \(key))"])
        }
        // decodeIfPresent would take null for absent.
        let isThere = "container.contains(.\(property.name))"
        let value = "try container.decode(\(codedType(of: property)).self, \(key))"
        let line = "\(target) \(isThere) ? \(value) : nil"
        guard line.count + 8 > CodeLines.width else { return CodeLines([line]) }
        return CodeLines([target, "    \(isThere)", "    ? \(value)", "    : nil"])
    }
}

extension Property {
    /// Whether Swift's name for it is not its key.
    fileprivate var isRenamed: Bool { Array(name.utf8) != Array(key.utf8) }

    fileprivate var isIdentity: Bool {
        isRequired && !isNullable && [.string, .integer, .unsignedInteger].contains(type)
    }
}
