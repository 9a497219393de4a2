package import JSONCore

/// One way to a field's value.
///
/// A value that is absent, null or `""` is passed over for the next way.
package enum FallbackPath: Hashable, Sendable {
    case path(RelativePointer)
    /// Several values joined by `:`; one missing value and the whole is passed over.
    case joined([RelativePointer])
    /// The text as it stands.
    case text(String)

    /// The pointers in it.
    var pointers: [RelativePointer] {
        switch self {
        case .path(let pointer): [pointer]
        case .joined(let pointers): pointers
        case .text: []
        }
    }
}

/// A JSON pointer that may begin with a number of levels to go up first: `2/action`.
package struct RelativePointer: Hashable, Sendable {
    /// Levels to go up; 0 stays at the value.
    package let levels: Int

    /// The way down from there.
    package let pointer: JSONPointer

    /// - Returns: nil when the text is not `""`, `/a/b`, or `1` to `99` followed by either.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 2, digits.first != "0",
            let pointer = JSONPointer(String(text[digits.endIndex...]))
        else { return nil }
        levels = Int(digits) ?? 0
        self.pointer = pointer
    }
}

extension RelativePointer: CustomStringConvertible {
    package var description: String { (levels > 0 ? String(levels) : "") + pointer.description }
}

/// A path to many values: a JSON pointer in which the token `*` stands for every element.
package struct ItemsPath: Hashable, Sendable {
    /// One token of the path.
    package enum Step: Hashable, Sendable {
        /// A member's name or an element's position.
        case token(String)
        /// Each element, in order; lists in lists come out flat.
        case every
    }

    /// The tokens in order.
    package let steps: [Step]

    /// - Returns: nil when the text is no JSON pointer.
    package init?(_ text: String) {
        guard let pointer = JSONPointer(text) else { return nil }
        steps = pointer.tokens.map { $0 == "*" ? .every : .token($0) }
    }
}

extension ItemsPath: CustomStringConvertible {
    package var description: String {
        steps.map { step in
            switch step {
            case .token(let token): "/" + JSONPointer.escape(token)
            case .every: "/*"
            }
        }.joined()
    }
}
