/// All commands of one program: the one place from which parsing, help, completion and the man page are made.
///
/// Every program has three more commands: `help`, `completion` and `man`.
package struct CommandTable: Sendable {
    /// The program's name as typed.
    package let name: String

    /// A few words about the program, without a full stop.
    package let summary: String

    /// The version that `--version` prints.
    package let version: String

    /// Paragraphs for the program's help, divided by empty lines.
    package let description: String

    /// The commands in the order of help, the built-in ones last.
    package let commands: [CommandSpec]

    /// Options that every command takes, before or after its name.
    package let options: [OptionSpec]

    /// What exit codes mean, for commands that do not say it themselves.
    package let exitCodes: [ExitCode]

    /// Describes a program.
    ///
    /// A name used twice traps.
    package init(
        name: String,
        summary: String,
        version: String,
        description: String = "",
        commands: [CommandSpec],
        options: [OptionSpec] = [],
        exitCodes: [ExitCode] = []
    ) {
        self.name = name
        self.summary = summary
        self.version = version
        self.description = description
        self.commands = commands + BuiltInCommand.allCases.map(\.spec)
        self.options = options
        self.exitCodes = exitCodes
        precondition(Set(self.commands.map(\.name)).count == self.commands.count, "a command name twice")
        for command in self.commands {
            let all = allOptions(of: command)
            precondition(Set(all.map(\.name)).count == all.count, "\(command.name): an option name twice")
            let letters = all.compactMap(\.short)
            precondition(Set(letters).count == letters.count, "\(command.name): an option letter twice")
        }
    }

    /// The options a command understands: its own, those of the table, `--help` and `--version`.
    ///
    /// For `nil`, those that may stand before the command.
    package func allOptions(of command: CommandSpec?) -> [OptionSpec] {
        (command?.options ?? []) + options + [.help, .version]
    }

    /// The command with a name.
    package func command(named name: String) -> CommandSpec? {
        commands.first { $0.name == name }
    }

    /// The line that shows how a command is typed, or the program itself for `nil`.
    package func usage(of command: CommandSpec?) -> String {
        guard let command else { return "\(name) COMMAND [OPTION]... [ARGUMENT]..." }
        let required = command.options.filter(\.required).map { "\($0.spelling) \($0.placeholder ?? "")" }
        let words = [name, command.name] + required + ["[OPTION]..."] + command.arguments.map(\.usage)
        return words.joined(separator: " ")
    }
}
