extension Declaration {
    /// Who decodes a type.
    enum Decoding {
        case synthesised
        case own
        case inherited
        /// An extension of a protocol.
        case elsewhere
    }

    var decoding: Decoding {
        guard let initializer = members.first(where: \.isDecodingInitializer) else { return .elsewhere }
        if !initializer.flag("implicit") { return .own }
        return initializer.flag("override") ? .inherited : .synthesised
    }

    /// An initializer from a raw value that somebody wrote.
    var ownRawInitializer: SyntaxNode? {
        members.first { $0.isInitializer(["rawValue"]) && !$0.flag("implicit") }
    }

    /// Whether there is something to decode, were it not for coding keys.
    var hasVariables: Bool {
        members.contains { member in
            member.kind == "var_decl" && member.hasAttribute("has_storage_attr") && !member.flag("static")
                && !member.keepsItsValue
        }
    }

    /// The cases of an enumeration of coding keys, each with its text; nil where that is computed.
    var keys: [(word: String, key: String)]? {
        guard variable("stringValue")?.flag("implicit") == true else { return nil }
        return literals(of: "stringValue") ?? literals(of: "rawValue")
    }

    /// What a variable that the compiler wrote gives for each case; nil where somebody else wrote it.
    func literals(of variable: String) -> [(word: String, key: String)]? {
        guard let variable = self.variable(variable), variable.flag("implicit") else { return nil }
        guard !cases.isEmpty else { return [] }
        let body = variable.children("accessors").first?["body"]
        let pairs = body?.children("elements").first?.children("cases").compactMap(\.wordAndLiteral) ?? []
        return pairs.count == cases.count ? pairs : nil
    }
}

extension SyntaxNode {
    fileprivate func isInitializer(_ labels: [String]) -> Bool {
        kind == "constructor_decl" && self.labels == labels
    }

    var isDecodingInitializer: Bool {
        isInitializer(["from"])
            && self["params"]?.children("params").first?.type("interface_type")?.declaration
                == "Swift.Decoder"
    }

    /// Whether it is a constant that has its value already, which decoding leaves alone.
    var keepsItsValue: Bool { flag("let") && hasAttribute("has_initial_value_attr") }

    /// What a case of a `switch` is about, and the literal that it returns.
    fileprivate var wordAndLiteral: (word: String, key: String)? {
        let pattern = children("case_label_items").first?["pattern"]
        guard let word = pattern?["element"]?["base_name"]?.text("name"),
            let literal = self["body"]?.children("elements").first?["result"]?.literal
        else {
            return nil
        }
        return (word, literal)
    }

    /// The text of a literal without quotes.
    fileprivate var literal: String? {
        switch kind {
        case "string_literal_expr": text("value")
        case "integer_literal_expr": text("value").map { sign + Self.decimal($0) }
        case "float_literal_expr": text("value").map { sign + $0 }
        default: nil
        }
    }

    private var sign: String { flag("negative") ? "-" : "" }

    /// The digits of `0x10` in tens.
    private static func decimal(_ digits: String) -> String {
        let radixes = ["0x": 16, "0o": 8, "0b": 2]
        guard let radix = radixes[String(digits.prefix(2))] else { return digits }
        return UInt128(digits.dropFirst(2), radix: radix)?.description ?? digits
    }
}
