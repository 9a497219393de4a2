extension CommandTable {
    var fishCompletion: String {
        let lines =
            ["# fish completion for \(name)", "complete -c \(name) -f"]
            + commands.map {
                "complete -c \(name) -n \(fishQuoted(noCommand)) -a \($0.name) -d \(fishQuoted($0.summary))"
            }
            + allOptions(of: nil).map { fishOption($0, condition: "") }
            + commands.flatMap(fishCommand)
        return lines.joined(separator: "\n") + "\n"
    }

    /// fish's own test for this takes the value of an option for a command.
    private var noCommand: String {
        "not __fish_seen_subcommand_from " + commands.map(\.name).joined(separator: " ")
    }

    private func fishCommand(_ command: CommandSpec) -> [String] {
        let condition = " -n '__fish_seen_subcommand_from \(command.name)'"
        return command.options.map { fishOption($0, condition: condition) }
            + command.arguments.compactMap { argument in
                let isCommand = command.name == BuiltInCommand.help.rawValue
                let values =
                    isCommand ? fishWords(commands.map(\.name)) : fishValues(argument.kind, pathFlag: " -F")
                return values.map { "complete -c \(name)\(condition)\($0)" }
            }
    }

    private func fishOption(_ option: OptionSpec, condition: String) -> String {
        let short = option.short.map { " -s \($0)" } ?? ""
        let value = option.isFlag ? "" : fishValues(option.kind, pathFlag: " -r -F") ?? " -x"
        let exclusive = if case .choice = option.kind, !option.isFlag { " -x" } else { "" }
        return
            "complete -c \(name)\(condition)\(short) -l \(option.name)\(exclusive)\(value) -d \(fishQuoted(option.help))"
    }

    private func fishValues(_ kind: ValueKind, pathFlag: String) -> String? {
        switch kind {
        case .path: pathFlag
        case .choice(let words): fishWords(words)
        case .keyedPath(let keys): pathFlag + fishWords(keys.map { $0 + "=" })
        case .text, .integer: nil
        }
    }

    private func fishWords(_ words: [String]) -> String {
        " -a \(fishQuoted(words.joined(separator: " ")))"
    }
}

/// A text in fish's single quotes, where a backslash stands for itself unless a quote or backslash follows.
private func fishQuoted(_ text: String) -> String {
    "'" + text.map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
}
