/// A command with the options and arguments it was given, checked against its description.
///
/// Asking for a name that the description does not have, or as another kind than it says, traps: it is a mistake in
/// the program, whatever was typed.
package struct ParsedCommand: Sendable {
    /// The chosen command.
    package let command: CommandSpec

    private let options: [OptionSpec]
    private let values: [String: [String]]
    private let arguments: [String: [String]]

    init(
        command: CommandSpec,
        options: [OptionSpec],
        values: [String: [String]],
        arguments: [String: [String]]
    ) {
        self.command = command
        self.options = options
        self.values = values
        self.arguments = arguments
    }

    /// Whether a flag was given.
    package func flag(_ name: String) -> Bool {
        precondition(option(name).isFlag, "--\(name) takes a value")
        return values[name] != nil
    }

    /// The value of an option: as typed, from the environment, or the default; `nil` when there is none.
    package func value(_ name: String) -> String? {
        precondition(!option(name).repeats, "--\(name) repeats")
        return values[name]?.last
    }

    /// All values of a repeatable option in the order typed.
    package func values(_ name: String) -> [String] {
        precondition(!option(name).isFlag, "--\(name) takes no value")
        return values[name] ?? []
    }

    /// The value of an integer option, inside its range.
    package func integer(_ name: String) -> Int? {
        guard case .integer = option(name).kind else { preconditionFailure("--\(name) is not an integer") }
        return value(name).flatMap { Int($0) }
    }

    /// An argument; `nil` when it is optional and was not given.
    package func argument(_ name: String) -> String? {
        precondition(!spec(name).repeats, "\(name) repeats")
        return arguments[name]?.first
    }

    /// All words of a repeating argument in the order typed.
    package func arguments(_ name: String) -> [String] {
        _ = spec(name)
        return arguments[name] ?? []
    }

    private func option(_ name: String) -> OptionSpec {
        guard let option = options.first(where: { $0.name == name }) else {
            preconditionFailure("\(command.name) has no option --\(name)")
        }
        return option
    }

    private func spec(_ name: String) -> ArgumentSpec {
        guard let argument = command.arguments.first(where: { $0.name == name }) else {
            preconditionFailure("\(command.name) has no argument \(name)")
        }
        return argument
    }
}
