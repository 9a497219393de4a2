/// A command line that shows how to use a command.
package struct Example: Hashable, Sendable {
    /// The line, with the program's name.
    package let line: String

    /// What it does, in one sentence.
    package let effect: String

    /// Describes an example.
    package init(_ line: String, _ effect: String) {
        self.line = line
        self.effect = effect
    }
}

/// One exit code and its meaning.
package struct ExitCode: Hashable, Sendable {
    /// 0…255.
    package let code: Int

    /// What happened, in a few words.
    package let meaning: String

    /// Describes an exit code.
    package init(_ code: Int, _ meaning: String) {
        self.code = code
        self.meaning = meaning
    }
}

/// One command of a program: everything that parsing, help, completion and the man page say about it.
package struct CommandSpec: Hashable, Sendable {
    /// The word that chooses the command.
    package let name: String

    /// A few words for the list of commands, without a full stop.
    package let summary: String

    /// Paragraphs for the command's own help, divided by empty lines.
    package let description: String

    /// Positional arguments in order.
    package let arguments: [ArgumentSpec]

    /// Options in the order of help; `--help` and `--version` are added to every command.
    package let options: [OptionSpec]

    /// Examples for help.
    package let examples: [Example]

    /// Exit codes for help; empty for those of the table.
    package let exitCodes: [ExitCode]

    /// Describes a command.
    ///
    /// Contradictions inside the description trap.
    package init(
        _ name: String,
        summary: String,
        description: String = "",
        arguments: [ArgumentSpec] = [],
        options: [OptionSpec] = [],
        examples: [Example] = [],
        exitCodes: [ExitCode] = []
    ) {
        precondition(
            arguments.dropLast().allSatisfy { !$0.repeats },
            "\(name): only the last argument may repeat"
        )
        precondition(
            !zip(arguments, arguments.dropFirst()).contains { !$0.required && $1.required },
            "\(name): a required argument after an optional one"
        )
        precondition(options.allSatisfy(\.isConsistent), "\(name): a default that is not a choice")
        self.name = name
        self.summary = summary
        self.description = description
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.exitCodes = exitCodes
    }
}

extension OptionSpec {
    fileprivate var isConsistent: Bool {
        guard case .value(let value) = defaultValue else { return true }
        return kind.admits(value)
    }
}

extension ValueKind {
    /// Whether a value is one of this kind.
    func admits(_ value: String) -> Bool {
        switch self {
        case .text, .path: true
        case .integer(let range): Int(value).map(range.contains) ?? false
        case .choice(let words): words.contains(value)
        case .keyedPath(let keys): keys.contains { value.hasPrefix($0 + "=") && value.count > $0.count + 1 }
        }
    }
}
