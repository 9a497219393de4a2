/// One positional argument of a command.
package struct ArgumentSpec: Hashable, Sendable {
    /// What it is called in help and when asking for it, such as `FILE`.
    package let name: String

    /// What it may be.
    package let kind: ValueKind

    /// Whether it takes all words that are left; only the last argument may.
    package let repeats: Bool

    /// Whether leaving it out is an error.
    package let required: Bool

    /// One or two sentences for help.
    package let help: String

    /// Describes an argument.
    package init(
        _ name: String,
        _ kind: ValueKind = .text,
        repeats: Bool = false,
        required: Bool = true,
        help: String
    ) {
        self.name = name
        self.kind = kind
        self.repeats = repeats
        self.required = required
        self.help = help
    }

    /// The argument as a usage line shows it: `FILE`, `FILE...`, `[FILE]` or `[FILE]...`.
    var usage: String {
        (required ? name : "[\(name)]") + (repeats ? "..." : "")
    }
}
