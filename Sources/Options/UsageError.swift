import Spelling

/// A command line that does not fit its table.
package struct UsageError: Error, Hashable, Sendable {
    /// What does not fit.
    ///
    /// A subject is an option as typed (`--limit`), a variable's name or an argument's name.
    package enum Reason: Hashable, Sendable {
        /// Nothing says what to do.
        case missingCommand

        /// No command has this name.
        case unknownCommand(String)

        /// The command has no such option.
        case unknownOption(String)

        /// The line ends, or another option follows, where a value belongs.
        case missingValue(option: String, placeholder: String)

        /// A flag was given a value with `=`.
        case unexpectedValue(option: String, value: String)

        /// An option that may stand once stands twice.
        case repeatedOption(String)

        /// A required option is missing.
        case missingOption(String)

        /// A required argument is missing.
        case missingArgument(String)

        /// More arguments than the command takes; this is the first one too many.
        case unexpectedArgument(String)

        /// The value is none of the words allowed here.
        case notAChoice(subject: String, value: String, choices: [String])

        /// The value is not one of these words, `=` and a path.
        case notKeyed(subject: String, value: String, keys: [String])

        /// The value is no integer, or outside of the range.
        case notAnInteger(subject: String, value: String, range: ClosedRange<Int>)

        /// The value is not what a command needs, found out by the command itself.
        case invalidValue(subject: String, value: String, expected: String)
    }

    /// What does not fit.
    package let reason: Reason

    /// The word that was most likely meant, ready to be typed.
    package let suggestion: String?

    /// The line that shows how the command is typed.
    package let usage: String

    /// The line to type for help.
    package let helpLine: String

    /// The program's name, which begins the message.
    package let program: String

    /// Makes an error about a command of a table, or about the program while `command` is `nil`.
    package init(_ reason: Reason, in table: CommandTable, command: CommandSpec?) {
        self.reason = reason
        suggestion = Self.suggestion(for: reason, in: table, command: command)
        usage = table.usage(of: command)
        helpLine = [table.name, command?.name, "--help"].compactMap(\.self).joined(separator: " ")
        program = table.name
    }

    private static func suggestion(
        for reason: Reason,
        in table: CommandTable,
        command: CommandSpec?
    ) -> String? {
        switch reason {
        case .unknownCommand(let word):
            closestWord(to: word, among: table.commands.map(\.name))
        case .unknownOption(let word) where word.hasPrefix("--"):
            closestWord(
                to: String(word.dropFirst(2)),
                among: table.allOptions(of: command).map(\.name)
            ).map { "--\($0)" }
        case .notAChoice(_, let value, let choices):
            closestWord(to: value, among: choices)
        case .notKeyed(_, let value, let keys):
            keyedSuggestion(value, keys)
        default:
            nil
        }
    }

    private static func keyedSuggestion(_ value: String, _ keys: [String]) -> String? {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return closestWord(to: String(parts[0]), among: keys).map { key in
            "\(key)=\(parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : "FILE")"
        }
    }
}
