/// What a command line asks for.
package enum Invocation: Sendable {
    /// To run a command.
    case run(ParsedCommand)

    /// To print this text on standard output and be done: help, version, completion, manual page.
    case show(String)
}

extension CommandTable {
    /// Reads a command line.
    ///
    /// Options and arguments may be mixed. `--name value`, `--name=value`, `-n value`, `-nvalue` and joined flags
    /// (`-qv`) are understood; after `--` everything is an argument; `-` is an argument. What is not given comes
    /// from the option's environment variable (an empty one counts as unset), then from its default.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - environment: The variables that may stand in for options.
    ///   - style: How help is drawn.
    /// - Returns: What to run, or what to show instead.
    /// - Throws: ``UsageError`` for the first thing that does not fit the table.
    package func parse(
        _ arguments: [String],
        environment: [String: String] = [:],
        style: TerminalStyle = .plain
    ) throws(UsageError) -> Invocation {
        var reader = CommandLineReader(table: self, words: arguments)
        try reader.readAll()
        switch reader.request {
        case .help: return .show(help(for: reader.command, style: style))
        case .version: return .show("\(name) \(version)\n")
        case nil: break
        }
        let parsed = try reader.parsed(environment: environment)
        guard let builtIn = BuiltInCommand(rawValue: parsed.command.name) else { return .run(parsed) }
        return .show(try builtIn.text(for: parsed, in: self, style: style))
    }
}
