import JSONCore

/// The first place where a value that was decoded and encoded again is not what it was.
struct ValueDifference: Equatable {
    let pointer: JSONPointer

    /// What stood there, in short; nil for nothing.
    let before: String?

    /// What stands there now; nil for nothing.
    let after: String?

    /// nil when the values are equal: members in any order, numbers by value, and a number with a fraction or an exponent as the
    /// double that is nearest to it, since that is what types hold.
    ///
    /// - Complexity: O(n).
    init?(from before: JSONValue, to after: JSONValue, nullsMayGo: Bool) {
        var search = Search(nullsMayGo: nullsMayGo)
        guard let found = search.difference(before, after) else { return nil }
        self = found
    }

    fileprivate init(_ tokens: [String], _ before: JSONValue?, _ after: JSONValue?) {
        pointer = JSONPointer(tokens: tokens)
        self.before = before.map(Self.excerpt)
        self.after = after.map(Self.excerpt)
    }

    private static func excerpt(of value: JSONValue) -> String {
        let text = JSONText(value, form: .received).string
        return text.count > 60 ? text.prefix(59) + "…" : text
    }
}

extension ValueDifference: CustomStringConvertible {
    /// One line.
    var description: String {
        let place = pointer.tokens.isEmpty ? "the whole value" : "\(pointer)"
        return "\(place): \(before ?? "nothing") came back as \(after ?? "nothing")"
    }
}

private struct Search {
    let nullsMayGo: Bool
    private var tokens: [String] = []

    init(nullsMayGo: Bool) { self.nullsMayGo = nullsMayGo }

    mutating func difference(_ before: JSONValue, _ after: JSONValue) -> ValueDifference? {
        switch (before.kind, after.kind) {
        case (.object, .object): return members(before, after)
        case (.array, .array): return elements(before, after)
        case (.integer, .integer): return unless(before.equals(after), before, after)
        case (.integer, .number), (.number, .integer), (.number, .number):
            return unless(before.isNearly(after), before, after)
        default: return unless(before.kind == after.kind && before.equals(after), before, after)
        }
    }

    private func unless(_ isSame: Bool, _ before: JSONValue?, _ after: JSONValue?) -> ValueDifference? {
        isSame ? nil : ValueDifference(tokens, before, after)
    }

    private mutating func members(_ before: JSONValue, _ after: JSONValue) -> ValueDifference? {
        var rest: [[UInt8]: JSONValue] = [:]
        for (name, value) in after.members { rest[name.bytes] = value }
        for (name, value) in before.members {
            tokens.append(name.string)
            guard let other = rest.removeValue(forKey: name.bytes) else {
                if !value.isNull || !nullsMayGo { return ValueDifference(tokens, value, nil) }
                tokens.removeLast()
                continue
            }
            if let found = difference(value, other) { return found }
            tokens.removeLast()
        }
        for (name, value) in after.members where rest[name.bytes] != nil {
            return ValueDifference(tokens + [name.string], nil, value)
        }
        return nil
    }

    private mutating func elements(_ before: JSONValue, _ after: JSONValue) -> ValueDifference? {
        for (position, pair) in zip(before.elements, after.elements).enumerated() {
            tokens.append(String(position))
            if let found = difference(pair.0, pair.1) { return found }
            tokens.removeLast()
        }
        return unless(before.count == after.count, before, after)
    }
}

extension JSONValue {
    fileprivate func isNearly(_ other: JSONValue) -> Bool {
        equals(other)
            || document.nearestDouble(at: index) == other.document.nearestDouble(at: other.index)
    }
}
