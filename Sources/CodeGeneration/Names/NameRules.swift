/// What a language says about names.
struct NameRules: Sendable {
    /// Names of types that are taken by the language and its library.
    let reservedTypes: Set<String>

    /// Names of types that generated files bring along, behind the prefix of all types.
    let supportTypes: Set<String>

    /// Names of members that cannot be had, not even quoted.
    let reservedMembers: Set<String>

    /// Names of cases that cannot be had.
    let reservedCases: Set<String>

    /// Words that are written in capitals inside a name.
    let acronyms: Set<String>

    /// How members are spelled.
    let members: MemberSpelling

    /// How the cases of an enumeration are spelled.
    let cases: MemberSpelling

    /// How names of members are written.
    enum MemberSpelling {
        /// `userID`
        case lowerCamel
        /// `UserId`
        case upperCamel
        /// `USER_ID`
        case upperSnake
        /// As the key, whatever it is.
        case key
    }

    /// The name of a type.
    func typeName(_ words: Words, prefix: String = "") -> String {
        let name = prefix + words.upperCamel(acronyms)
        return name.first?.isNumber == true ? "Value" + name : name
    }

    /// The names of the members with these keys, in their order, each once.
    func memberNames(_ keys: [String]) -> [String] { names(keys, members, reservedMembers) }

    /// The names of the cases for these texts, in their order, each once.
    func caseNames(_ texts: [String]) -> [String] { names(texts, cases, reservedCases) }

    /// The name that a member would have if it were alone.
    private func name(_ key: String, _ spelling: MemberSpelling, _ reserved: Set<String>) -> String {
        let words = Words(key)
        let name =
            switch spelling {
            case .lowerCamel: words.lowerCamel(acronyms)
            case .upperCamel: words.upperCamel(acronyms)
            case .upperSnake: words.upperSnake
            case .key: key
            }
        if name.first?.isNumber == true { return "value" + name }
        return reserved.contains(name) ? name + "Value" : name
    }

    /// A member whose key is its name has it; the others get it, or it with a number from 2 on, in the order of their keys,
    /// so that the order in which they are given changes nothing.
    private func names(_ keys: [String], _ spelling: MemberSpelling, _ reserved: Set<String>) -> [String] {
        if spelling == .key { return keys }
        let order = keys.indices.sorted { left, right in
            let exact = [left, right].map { name(keys[$0], spelling, reserved) == keys[$0] }
            if exact[0] != exact[1] { return exact[0] }
            return keys[left].unicodeScalars.lexicographicallyPrecedes(keys[right].unicodeScalars)
        }
        var taken: Set<String> = []
        var names = keys
        for position in order {
            names[position] = Self.unused(name(keys[position], spelling, reserved), &taken)
        }
        return names
    }

    private static func unused(_ name: String, _ taken: inout Set<String>) -> String {
        var candidate = name
        var number = 1
        while !taken.insert(candidate).inserted {
            number += 1
            // A digit at the end would run into the number.
            candidate = name + (name.last?.isNumber == true ? "_" : "") + String(number)
        }
        return candidate
    }
}

/// Gives types their names, each once.
struct TypeNames {
    private let rules: NameRules
    private let prefix: String
    private let reserved: Set<String>
    private var taken: Set<String>

    init(_ rules: NameRules, prefix: String) {
        self.rules = rules
        self.prefix = prefix
        reserved = rules.reservedTypes.union(rules.supportTypes.map { prefix + $0 })
        taken = reserved
    }

    /// The first of the proposals that nobody has, or the last one with a number from 2 on.
    mutating func name(_ proposals: [Words]) -> String {
        for proposal in proposals {
            let name = rules.typeName(proposal, prefix: prefix)
            if taken.insert(name).inserted { return name }
        }
        let last = rules.typeName(proposals[proposals.count - 1], prefix: prefix)
        var number = 2
        while !taken.insert("\(last)\(number)").inserted { number += 1 }
        return "\(last)\(number)"
    }

    /// Whether nobody can have it.
    func isReserved(_ words: Words) -> Bool {
        reserved.contains(rules.typeName(words, prefix: prefix))
    }
}
