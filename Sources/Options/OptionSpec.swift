/// One option of a command: everything that parsing, help, completion and the man page say about it.
package struct OptionSpec: Hashable, Sendable {
    /// What holds when the option is not given.
    package enum Default: Hashable, Sendable, ExpressibleByStringLiteral {
        /// This value, as if it had been typed.
        case value(String)

        /// Something found out later; the text describes it in help.
        case described(String)

        /// A literal is a value.
        package init(stringLiteral value: String) {
            self = .value(value)
        }
    }

    /// The name without its two hyphens, such as `fail-on`.
    package let name: String

    /// The one-letter form without its hyphen.
    package let short: Character?

    /// What the value is called in help, such as `FILE`; `nil` for a flag.
    package let placeholder: String?

    /// What the value may be; of no meaning for a flag.
    package let kind: ValueKind

    /// Whether the option may be given more than once.
    package let repeats: Bool

    /// Whether leaving the option out is an error.
    package let required: Bool

    /// What holds when the option is not given; `nil` for nothing.
    package let defaultValue: Default?

    /// The variable that stands in when the option is not given.
    package let environmentVariable: String?

    /// One or two sentences for help.
    package let help: String

    /// Whether the option takes no value.
    package var isFlag: Bool { placeholder == nil }

    /// The option as typed, such as `--fail-on`.
    package var spelling: String { "--\(name)" }
}

extension OptionSpec {
    /// An option without a value.
    ///
    /// Giving it twice means the same as once.
    package static func flag(_ name: String, short: Character? = nil, help: String) -> OptionSpec {
        OptionSpec(
            name: name,
            short: short,
            placeholder: nil,
            kind: .text,
            repeats: true,
            required: false,
            defaultValue: nil,
            environmentVariable: nil,
            help: help
        )
    }

    /// An option with a value.
    package static func value(
        _ name: String,
        short: Character? = nil,
        _ placeholder: String,
        _ kind: ValueKind = .text,
        repeats: Bool = false,
        required: Bool = false,
        default defaultValue: Default? = nil,
        environment: String? = nil,
        help: String
    ) -> OptionSpec {
        OptionSpec(
            name: name,
            short: short,
            placeholder: placeholder,
            kind: kind,
            repeats: repeats,
            required: required,
            defaultValue: defaultValue,
            environmentVariable: environment,
            help: help
        )
    }

    /// `--help`, which every command has.
    package static let help = flag("help", short: "h", help: "Show this help.")

    /// `--version`, which every command has.
    package static let version = flag("version", short: "V", help: "Show the version.")
}
