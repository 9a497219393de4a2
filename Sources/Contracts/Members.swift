internal import JSONCore
internal import Spelling

/// The members of an object whose names are all known.
struct Members {
    private let object: JSONValue
    private let log: ProblemLog

    /// Notes members that are not `known`; nil, and noted, when the value is no object.
    init?(of value: JSONValue, known: [String], log: ProblemLog) {
        guard value.isA(.object, log) else { return nil }
        object = value
        self.log = log
        for (name, member) in value.members where !known.contains(name.string) {
            let absent = known.filter { value[$0] == nil }
            log.note(
                .unknownMember(name.string, suggestion: closestWord(to: name.string, among: absent)),
                at: member
            )
        }
    }

    func optional(_ name: String) -> JSONValue? { object[name] }

    /// The member; its absence is noted.
    func required(_ name: String) -> JSONValue? {
        if let member = object[name] { return member }
        log.note(.missingMember(name), at: object)
        return nil
    }
}

extension JSONValue {
    /// Whether the value is of that kind; noted otherwise.
    func isA(_ expected: JSONKind, _ log: ProblemLog) -> Bool {
        if kind != expected { log.note(.wrongType(expected: [expected], found: kind), at: self) }
        return kind == expected
    }

    /// A text that is not empty.
    func text(_ log: ProblemLog) -> String? {
        guard isA(.string, log), let string else { return nil }
        if string.isEmpty { log.note(.empty, at: self) }
        return string.isEmpty ? nil : string
    }

    func name(_ rule: NameRule, _ log: ProblemLog) -> String? {
        guard let text = text(log) else { return nil }
        guard rule.allows(text) else {
            log.note(.badName(text, rule: rule), at: self)
            return nil
        }
        return text
    }

    func boolean(_ log: ProblemLog) -> Bool? { isA(.boolean, log) ? bool : nil }

    func integer(in bounds: ClosedRange<Int>, _ log: ProblemLog) -> Int? {
        guard isA(.integer, log) else { return nil }
        if let int64, let integer = Int(exactly: int64), bounds.contains(integer) { return integer }
        let words = bounds.upperBound == .max ? "\(bounds.lowerBound) or more" : Self.words(for: bounds)
        log.note(.outOfBounds(words), at: self)
        return nil
    }

    func number(in bounds: ClosedRange<Double>, _ log: ProblemLog) -> Double? {
        guard let number = numberText.flatMap(Double.init) else {
            log.note(.wrongType(expected: [.number], found: kind), at: self)
            return nil
        }
        if !bounds.contains(number) { log.note(.outOfBounds(Self.words(for: bounds)), at: self) }
        return bounds.contains(number) ? number : nil
    }

    private static func words(for bounds: ClosedRange<some Comparable>) -> String {
        "\(bounds.lowerBound) to \(bounds.upperBound)"
    }

    /// One of an enumeration's words.
    func word<Word: CaseIterable & RawRepresentable<String>>(_ log: ProblemLog) -> Word? {
        guard let text = text(log) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        log.note(.notOneOf(words, found: text, suggestion: closestWord(to: text, among: words)), at: self)
        return nil
    }

    func scalar(_ log: ProblemLog) -> JSONScalar? {
        if let scalar = JSONScalar(self) { return scalar }
        log.note(.wrongType(expected: [.string, .number, .boolean, .null], found: kind), at: self)
        return nil
    }

    func jsonPointer(_ log: ProblemLog) -> JSONPointer? { path(log, JSONPointer.init) }

    /// A text that `parse` makes a path of; what it refuses is noted.
    func path<Path>(_ log: ProblemLog, _ parse: (String) -> Path?) -> Path? {
        guard isA(.string, log), let string else { return nil }
        if let path = parse(string) { return path }
        log.note(.badPointer(string), at: self)
        return nil
    }

    /// The elements of a list; no list is noted and has none.
    func list(_ log: ProblemLog, mayBeEmpty: Bool = true) -> [JSONValue] {
        guard isA(.array, log) else { return [] }
        if count == 0, !mayBeEmpty { log.note(.empty, at: self) }
        return Array(elements)
    }

    /// The members of an object that is used as a table; no object is noted and has none.
    func table(_ log: ProblemLog) -> [(name: String, value: JSONValue)] {
        guard isA(.object, log) else { return [] }
        return members.map { ($0.name.string, $0.value) }
    }
}
