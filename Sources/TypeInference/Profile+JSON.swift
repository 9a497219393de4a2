package import JSONCore

extension Profile {
    /// The version of the file's form.
    package static let version = 1

    /// The profile as a file (`Schemas/profile.schema.json`), the same for equal profiles.
    package var json: JSONOutput {
        .object([
            ("version", .number(Self.version)), ("samples", .number(sampleCount)),
            ("paths", .object(sortedPaths.map { ($0.path, $0.statistics.json(absent: absent($0.path))) })),
        ])
    }

    /// Reads a profile from a file.
    ///
    /// - Throws: ``InferenceError`` `profile`, with the place.
    package init(_ root: JSONValue) throws(InferenceError) {
        guard root["version"]?.int64 == Int64(Self.version) else {
            let expected = "an object with \"version\": \(Self.version)"
            throw InferenceError(.profile(expected: expected), root["version"] ?? root)
        }
        let samples = root["samples"]
        guard let count = samples?.count(atLeast: 0) else {
            throw InferenceError(.profile(expected: "a number of samples"), samples ?? root)
        }
        guard let members = root["paths"], members.kind == .object else {
            throw InferenceError(.profile(expected: "an object of paths"), root["paths"] ?? root)
        }
        var paths: [String: PathStatistics] = [:]
        for (path, value) in members.members { paths[path.string] = try PathStatistics(value) }
        self.init(sampleCount: count, paths: paths)
    }
}

extension PathStatistics {
    fileprivate func json(absent: Int) -> JSONOutput {
        var members: [(String, JSONOutput)] = [
            ("seen", .number(seen)), ("null", .number(count(.null))), ("absent", .number(absent)),
            ("types", Self.counts(types.filter { $0.key != .null }.map { ($0.key.rawValue, $0.value) })),
        ]
        if count(.string) > 0 { members += textMembers }
        if let numbers {
            members += [("minimum", .text(numbers.minimum)), ("maximum", .text(numbers.maximum))]
        }
        if !items.isEmpty { members.append(("items", items.json)) }
        let counts = [("empty", empty), ("unsigned", unsigned), ("bigIntegers", bigIntegers)]
        return .object(members + counts.filter { $0.1 > 0 }.map { ($0.0, .number($0.1)) })
    }

    private var textMembers: [(String, JSONOutput)] {
        var members: [(String, JSONOutput)] = []
        if let values {
            members.append(("values", Self.counts(values.map { ($0.key, $0.value) })))
            members.append(("distinct", .number(values.count)))
        } else {
            members.append(("distinct", .text("many")))
        }
        members.append(("lengths", lengths.json))
        if !forms.isEmpty {
            members.append(("formats", Self.counts(forms.map { ($0.key.name, $0.value) })))
        }
        if fractions > 0 { members.append(("fractions", .number(fractions))) }
        return members
    }

    /// Sorted by name, which no dictionary is.
    private static func counts(_ counts: [(String, Int)]) -> JSONOutput {
        let sorted = counts.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
        return .object(sorted.map { ($0.0, .number($0.1)) })
    }
}

extension PathStatistics {
    /// What the file says twice (`seen`, `absent`, `distinct`) is made anew from the rest.
    fileprivate init(_ value: JSONValue) throws(InferenceError) {
        guard value.kind == .object else { throw InferenceError(.profile(expected: "an object"), value) }
        types = try Self.counts(value["types"]) { JSONKind(rawValue: $0) }
        if let nulls = try value.count("null"), nulls > 0 { types[.null] = nulls }
        forms = try Self.counts(value["formats"]) { StringForm(name: $0) }
        if let known = value["values"] {
            values = try Self.counts(known) { $0 }
        } else if types[.string] ?? 0 > 0 {
            values = nil
        }
        numbers = try NumberTexts(value)
        lengths = try Extent(value["lengths"])
        items = try Extent(value["items"])
        fractions = try value.count("fractions") ?? 0
        empty = try value.count("empty") ?? 0
        unsigned = try value.count("unsigned") ?? 0
        bigIntegers = try value.count("bigIntegers") ?? 0
    }

    private static func counts<Key: Hashable>(
        _ value: JSONValue?,
        _ key: (String) -> Key?
    ) throws(InferenceError) -> [Key: Int] {
        guard let value else { return [:] }
        guard value.kind == .object else {
            throw InferenceError(.profile(expected: "an object of counts"), value)
        }
        var counts: [Key: Int] = [:]
        for (name, count) in value.members {
            guard let key = key(name.string) else {
                let expected = "another name than \(JSONText.quoted(name.string))"
                throw InferenceError(.profile(expected: expected), count)
            }
            guard let number = count.count(atLeast: 1) else {
                throw InferenceError(.profile(expected: "a count of at least 1"), count)
            }
            counts[key] = number
        }
        return counts
    }
}

extension Extent {
    fileprivate var json: JSONOutput { .array([.number(minimum), .number(maximum)]) }

    fileprivate init(_ value: JSONValue?) throws(InferenceError) {
        self.init()
        guard let value else { return }
        guard value.count == 2, let least = value[0]?.count(atLeast: 0),
            let most = value[1]?.count(atLeast: least)
        else { throw InferenceError(.profile(expected: "the least and the greatest length"), value) }
        self.init(least, most)
    }
}

extension NumberTexts {
    fileprivate init?(_ value: JSONValue) throws(InferenceError) {
        guard let least = value["minimum"], let most = value["maximum"] else { return nil }
        for bound in [least, most] {
            guard let text = bound.string, ExactDecimal(text) != nil else {
                throw InferenceError(.profile(expected: "a number in a string"), bound)
            }
        }
        self.init(least.string ?? "", most.string ?? "")
    }
}

extension JSONValue {
    fileprivate func count(atLeast least: Int) -> Int? {
        int64.flatMap { Int(exactly: $0) }.flatMap { $0 >= least ? $0 : nil }
    }

    /// The count under a name; nil when there is none.
    fileprivate func count(_ name: String) throws(InferenceError) -> Int? {
        guard let value = self[name] else { return nil }
        guard let count = value.count(atLeast: 0) else {
            throw InferenceError(.profile(expected: "a count"), value)
        }
        return count
    }
}
