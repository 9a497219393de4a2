import CSwiftRuntime
import Glibc

/// A type as the compiler names it: each part with what its generic parameters stand for, the module first.
///
/// `Swift.Dictionary<Swift.String, Model.Page.Item>`. A generic parameter is a name of one part: `A`, and `A1` one level further in.
struct TypeName: Hashable {
    struct Part: Hashable {
        /// Behind the name of a private type stands the file it is private to: `(Key in _85030A24…)`.
        let name: String
        var arguments: [TypeName] = []
    }

    var parts: [Part]

    /// The type that a mangled name means: `$sSaySiGD` is a list of integers.
    ///
    /// Nil for what is no nominal type, such as a tuple.
    init?(mangled symbol: String) {
        guard let text = Self.demangled(symbol) else { return nil }
        var reader = TypeNameReader(text)
        guard let name = reader.type(), reader.isAtEnd else { return nil }
        self = name
    }

    /// The nominal type whose declaration has a unified symbol resolution: `s:5Model4PageV`.
    init?(usr: String) {
        guard usr.hasPrefix("s:") else { return nil }
        self.init(mangled: "$s" + usr.dropFirst(2))
    }

    private static func demangled(_ symbol: String) -> String? {
        let text = unsafe symbol.withCString { name in
            unsafe swift_demangle(name, symbol.utf8.count, nil, nil, 0)
        }
        guard let text = unsafe text else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}

extension TypeName {
    /// What declarations are found by: the name without arguments.
    var declaration: String { parts.map(\.name).joined(separator: ".") }

    /// The arguments of the generic contexts, the outermost first.
    var arguments: [[TypeName]] { parts.map(\.arguments).filter { !$0.isEmpty } }

    /// The type with generic parameters replaced, by level and position; nil where one is not among them.
    func replacing(_ arguments: [[TypeName]]) -> TypeName? {
        if let (level, position) = parameter {
            guard arguments.indices.contains(level), arguments[level].indices.contains(position) else {
                return nil
            }
            return arguments[level][position]
        }
        var replaced = self
        for part in parts.indices {
            let all = parts[part].arguments.compactMap { $0.replacing(arguments) }
            guard all.count == parts[part].arguments.count else { return nil }
            replaced.parts[part].arguments = all
        }
        return replaced
    }

    /// Whether it is a type, with any types for its generic parameters.
    func fits(_ pattern: TypeName) -> Bool {
        if pattern.parameter != nil { return true }
        return declaration == pattern.declaration
            && zip(parts, pattern.parts).allSatisfy { part, other in
                part.arguments.count == other.arguments.count
                    && zip(part.arguments, other.arguments).allSatisfy { $0.fits($1) }
            }
    }

    /// What a metatype is of: `Int` for `Int.Type`.
    var instance: TypeName? {
        parts.last?.name == "Type" ? TypeName(parts: parts.dropLast()) : nil
    }

    /// The level and the position of a generic parameter.
    private var parameter: (level: Int, position: Int)? {
        guard parts.count == 1, let letter = parts[0].name.utf8.first else { return nil }
        let digits = parts[0].name.dropFirst()
        guard let level = digits.isEmpty ? 0 : Int(digits) else { return nil }
        return (level, Int(letter) - Int(UInt8(ascii: "A")))
    }
}

extension TypeName: CustomStringConvertible {
    /// As one writes it: `[String: Page.Item]?`.
    var description: String {
        let arguments = parts.last?.arguments.map(\.description) ?? []
        return switch (declaration, arguments.count) {
        case ("Swift.Optional", 1): "\(arguments[0])?"
        case ("Swift.Array", 1): "[\(arguments[0])]"
        case ("Swift.Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
        default: parts.dropFirst(parts.count > 1 ? 1 : 0).map(\.description).joined(separator: ".")
        }
    }
}

extension TypeName.Part {
    fileprivate var description: String {
        let word = name.hasPrefix("(") ? String(name.dropFirst().prefix { $0 != " " }) : name
        return arguments.isEmpty ? word : "\(word)<\(arguments.map(\.description).joined(separator: ", "))>"
    }
}

/// Reads the text of a demangled type.
private struct TypeNameReader {
    private var rest: Substring

    /// Text of a type that is declared in an extension of another module's begins with it.
    private static let inExtension = "(extension in "

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func type() -> TypeName? {
        if rest.hasPrefix(Self.inExtension) {
            guard let end = rest.firstIndex(of: ":") else { return nil }
            rest = rest[end...].dropFirst()
        }
        var parts: [TypeName.Part] = []
        repeat {
            guard let part = part() else { return nil }
            parts.append(part)
        } while take(".")
        return TypeName(parts: parts)
    }

    private mutating func part() -> TypeName.Part? {
        guard let name = name() else { return nil }
        guard take("<") else { return TypeName.Part(name: name) }
        var arguments: [TypeName] = []
        repeat {
            guard let argument = type() else { return nil }
            arguments.append(argument)
        } while take(", ")
        return take(">") ? TypeName.Part(name: name, arguments: arguments) : nil
    }

    private mutating func name() -> String? {
        let name: Substring
        if rest.hasPrefix("(") {
            guard let end = rest.firstIndex(of: ")"), rest[..<end].contains(" in _") else { return nil }
            name = rest[...end]
        } else {
            name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        guard !name.isEmpty else { return nil }
        rest = rest[name.endIndex...]
        return String(name)
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }
}

extension TypeName {
    fileprivate init(parts: [Part]) { self.parts = parts }
}
