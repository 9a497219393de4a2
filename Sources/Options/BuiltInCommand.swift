/// The commands that every program has, because they follow from its table.
enum BuiltInCommand: String, CaseIterable {
    case help
    case completion
    case man

    var spec: CommandSpec {
        switch self {
        case .help:
            CommandSpec(
                rawValue,
                summary: "show help for a command",
                arguments: [ArgumentSpec("COMMAND", required: false, help: "The command to explain.")]
            )
        case .completion:
            CommandSpec(
                rawValue,
                summary: "print a completion script for a shell",
                arguments: [
                    ArgumentSpec(
                        "SHELL",
                        .choice(Shell.allCases.map(\.rawValue)),
                        help: "The shell to write for."
                    )
                ]
            )
        case .man:
            CommandSpec(rawValue, summary: "print the manual page in roff")
        }
    }

    func text(
        for parsed: ParsedCommand,
        in table: CommandTable,
        style: TerminalStyle
    ) throws(UsageError) -> String {
        switch self {
        case .help:
            try help(for: parsed.argument("COMMAND"), in: table, style: style)
        case .completion:
            table.completionScript(for: parsed.argument("SHELL").flatMap(Shell.init) ?? .bash)
        case .man:
            table.manPage
        }
    }

    private func help(
        for name: String?,
        in table: CommandTable,
        style: TerminalStyle
    ) throws(UsageError) -> String {
        guard let name else { return table.help(for: nil, style: style) }
        guard let command = table.command(named: name) else {
            throw UsageError(.unknownCommand(name), in: table, command: nil)
        }
        return table.help(for: command, style: style)
    }
}
