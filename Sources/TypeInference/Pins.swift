package import JSONCore
internal import Spelling

/// What people decided about places, in place of the evidence: the file `infer.json` (`Schemas/infer.schema.json`).
package struct Pins: Equatable, Sendable {
    /// The decisions for one place.
    package struct Pin: Equatable, Sendable {
        /// Whether its objects are a map (true) or records (false).
        var isMap: Bool?

        /// The only strings it may hold; an empty list for those that samples have.
        var enumeration: [String]?

        /// The format of its strings; empty for none.
        var format: String?

        /// The member that tells its objects apart; empty for none.
        var discriminator: String?

        /// The name of its type.
        var name: String?
    }

    /// The decisions for a place, and where they are written.
    package struct PlacedPin: Sendable {
        /// As a profile spells paths.
        package let path: JSONPointer

        /// In the file.
        package let location: SourceLocation
        let pin: Pin
    }

    /// In the order of the file.
    private(set) var pins: [PlacedPin] = []

    /// No decisions.
    package init() {}

    /// Reads the file.
    ///
    /// - Throws: ``InferenceError`` `pins`, with the place.
    package init(_ root: JSONValue) throws(InferenceError) {
        for (name, value) in root.members where !Self.members.contains(name.string) {
            throw InferenceError(.pins(oneOf: Self.members, not: name.string), value)
        }
        guard root["version"]?.int64 == 1 else {
            throw InferenceError(.pins(expected: "an object with \"version\": 1"), root["version"] ?? root)
        }
        guard let places = root["places"], places.kind == .object else {
            throw InferenceError(
                .pins(expected: "\"places\", an object of decisions by path"),
                root["places"] ?? root
            )
        }
        for (name, value) in places.members {
            guard let path = JSONPointer(name.string) else {
                throw InferenceError(.pins(expected: "a path such as /data/items/*/kind as name"), value)
            }
            pins.append(PlacedPin(path: path, location: value.location, pin: try Pin(value)))
        }
    }

    private static let members = ["version", "places", "$schema"]

    /// The places that are told apart by a member, outer ones first.
    var splits: [(path: JSONPointer, member: String)] {
        let splits = pins.compactMap { placed in
            placed.pin.discriminator.flatMap { $0.isEmpty ? nil : (placed.path, $0) }
        }
        return splits.sorted { $0.0.tokens.count < $1.0.tokens.count }
    }

    /// The decisions that a value falls under: the innermost for it, or for what it is in.
    package func pin(around pointer: JSONPointer) -> PlacedPin? {
        pins.filter { $0.path.isPattern(around: pointer) }.max { $0.path.tokens.count < $1.path.tokens.count }
    }

    package static func == (left: Pins, right: Pins) -> Bool {
        left.pins.elementsEqual(right.pins) { $0.path == $1.path && $0.pin == $1.pin }
    }
}

extension Pins.Pin {
    private static let decisions = ["as", "enum", "format", "discriminator", "name"]

    init(_ value: JSONValue) throws(InferenceError) {
        guard value.kind == .object else {
            throw InferenceError(.pins(expected: "an object of decisions"), value)
        }
        for (name, decision) in value.members { try decide(name.string, decision) }
    }

    private mutating func decide(_ name: String, _ value: JSONValue) throws(InferenceError) {
        switch name {
        case "as":
            guard let word = value.string, ["map", "class"].contains(word) else {
                let near = closestWord(to: value.string ?? "", among: ["map", "class"])
                throw InferenceError(.pins(expected: "\"map\" or \"class\"", near: near), value)
            }
            isMap = word == "map"
        case "enum":
            if value.bool == true { return enumeration = [] }
            let values = value.elements.map(\.string)
            guard !values.isEmpty, !values.contains(nil) else {
                throw InferenceError(.pins(expected: "true or a list of strings"), value)
            }
            enumeration = values.compactMap(\.self)
        case "format": format = try Self.word(value)
        case "discriminator": discriminator = try Self.word(value)
        case "name":
            guard let word = value.string, !word.isEmpty else {
                throw InferenceError(.pins(expected: "a name"), value)
            }
            self.name = word
        default: throw InferenceError(.pins(oneOf: Self.decisions, not: name), value)
        }
    }

    /// A word, or null for none.
    private static func word(_ value: JSONValue) throws(InferenceError) -> String {
        if value.isNull { return "" }
        guard let word = value.string, !word.isEmpty else {
            throw InferenceError(.pins(expected: "a word, or null for none"), value)
        }
        return word
    }
}

extension JSONPointer {
    /// Whether the pattern is that of a value, or of what it is in: `*` is any position or name, `[kind=a]` any position.
    fileprivate func isPattern(around pointer: JSONPointer) -> Bool {
        tokens.count <= pointer.tokens.count
            && zip(tokens, pointer.tokens).allSatisfy { pattern, token in
                pattern == "*" || pattern == token || pattern.hasPrefix("[") && pattern.hasSuffix("]")
            }
    }
}
