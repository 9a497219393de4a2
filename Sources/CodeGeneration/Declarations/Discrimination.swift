import JSONCore

/// Which member tells the forms of an object apart, and what it says for each.
struct Discrimination {
    let key: String
    let isInteger: Bool

    /// The forms with the codes that announce each.
    let branches: [(alternative: Alternative, codes: [String])]

    /// What is known of objects with another code.
    let other: Alternative?

    /// By the member that the schema names, or else by the first that is always there and has its own constant in each.
    ///
    /// nil when no member tells them apart.
    init?(_ objects: [Alternative], named: String?, _ reader: SchemaReader) throws(GenerationError) {
        let candidates = named.map { [$0] } ?? Self.constants(of: objects)
        for key in candidates {
            if let found = try Self.branches(objects, key, mayBeOpen: named != nil, reader) {
                self = found
                return
            }
        }
        return nil
    }

    private init(key: String, isInteger: Bool, branches: [(Alternative, [String])], other: Alternative?) {
        self.key = key
        self.isInteger = isInteger
        self.branches = branches.map { (alternative: $0.0, codes: $0.1) }
        self.other = other
    }

    private static func constants(of objects: [Alternative]) -> [String] {
        guard objects.count > 1, let first = objects.first else { return [] }
        let keys = first.nodes.flatMap { $0.schema["properties"]?.members.map(\.name.string) ?? [] }
        return keys.filter { key in objects.allSatisfy { $0.requires(key) } }
    }

    private static func branches(
        _ objects: [Alternative],
        _ key: String,
        mayBeOpen: Bool,
        _ reader: SchemaReader
    ) throws(GenerationError) -> Discrimination? {
        var branches: [(Alternative, [String])] = []
        var other: Alternative?
        var taken: Set<String> = []
        var integers = 0
        for object in objects {
            let codes = try Self.codes(object, key, reader)
            if codes.isEmpty, mayBeOpen, other == nil {
                other = object
                continue
            }
            guard !codes.isEmpty, codes.allSatisfy({ taken.insert($0.text).inserted }) else { return nil }
            integers += codes.count(where: \.isInteger)
            branches.append((object, codes.map(\.text)))
        }
        guard !branches.isEmpty, integers == 0 || integers == taken.count else { return nil }
        return Discrimination(key: key, isInteger: integers > 0, branches: branches, other: other)
    }

    /// The values that a member can have in one form; none when it can have others.
    private static func codes(
        _ object: Alternative,
        _ key: String,
        _ reader: SchemaReader
    ) throws(GenerationError) -> [(text: String, isInteger: Bool)] {
        guard let place = try object.member(key, reader), place.alternatives.count == 1 else { return [] }
        let values = place.alternatives[0].onlyValues
        let codes = values.compactMap { value in
            value.string.map { (text: $0, isInteger: false) }
                ?? value.int64.map { (text: String($0), isInteger: true) }
        }
        return codes.count == values.count ? codes : []
    }
}
