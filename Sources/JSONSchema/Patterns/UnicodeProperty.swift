internal import Synchronization

/// A property of Unicode's code points by the names that ECMA-262 §22.2.1.9 knows; PCRE2 has their tables.
struct UnicodeProperty: Hashable, Sendable {
    /// As PCRE2 calls it: `Lu`, `sc:Greek`, `Alphabetic`.
    let name: String

    /// The property of an ECMA-262 name, and whether it is its opposite that is meant.
    ///
    /// Nil where there is none. A script's name alone is none either, but taken unless the name must be exact.
    static func named(_ text: String, isExact: Bool) -> (property: UnicodeProperty, isInverted: Bool)? {
        // No name of one is long.
        guard text.utf8.count <= 64 else { return nil }
        if text == "Assigned" { return (UnicodeProperty(name: "Cn"), true) }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let property = parts.count == 2 ? named(parts[1], of: parts[0]) : lone(text, isExact: isExact)
        return property.map { ($0, false) }
    }

    private static func lone(_ name: String, isExact: Bool) -> UnicodeProperty? {
        if binaryNames.contains(name) { return UnicodeProperty(name: name) }
        return category(name) ?? (isExact ? nil : script(name, as: "sc"))
    }

    private static func named(_ value: Substring, of property: Substring) -> UnicodeProperty? {
        switch property {
        case "General_Category", "gc": category(String(value))
        case "Script", "sc": script(String(value), as: "sc")
        case "Script_Extensions", "scx": script(String(value), as: "scx")
        default: nil
        }
    }

    private static func category(_ name: String) -> UnicodeProperty? {
        if let short = generalCategories[name] { return UnicodeProperty(name: short) }
        return shortCategories.contains(name) ? UnicodeProperty(name: name) : nil
    }

    private static let shortCategories = Set(generalCategories.values).subtracting(["L&"])

    /// PCRE2 is generous with case and hyphens; ECMA-262 is not.
    private static func script(_ name: String, as property: String) -> UnicodeProperty? {
        let isWellFormed =
            name.unicodeScalars.first.map { ("A"..."Z").contains($0) } == true
            && name.unicodeScalars.allSatisfy { $0.isLetter || $0 == "_" }
        guard isWellFormed else { return nil }
        let script = UnicodeProperty(name: "\(property):\(name)")
        return BacktrackingExpression.knows(script) ? script : nil
    }

    private static let known = Mutex<[UnicodeProperty: CodePointSet]>([:])

    /// - Complexity: a look at each code point of Unicode, ten milliseconds, when asked for the first time.
    var codePoints: CodePointSet {
        if let set = Self.known.withLock({ $0[self] }) { return set }
        let set = BacktrackingExpression.codePoints(of: self)
        Self.known.withLock { $0[self] = set }
        return set
    }
}
