/// Help is drawn for terminals of this width, the least anybody has.
private let helpWidth = 80

/// Names wider than this push their explanation to the next line.
private let widestName = 26
private let longestUnbrokenFact = 44

extension CommandTable {
    /// The help of a command, or of the program itself for `nil`.
    package func help(for command: CommandSpec?, style: TerminalStyle = .plain) -> String {
        style.render(command.map(commandHelp) ?? programHelp)
    }

    private var programHelp: StyledText {
        let names = commands.map { Definition(name: $0.name, text: $0.summary) }
        return title(name, summary) + usageSection(nil) + paragraphs(description)
            + section("Commands", definitions(names))
            + section("Options", definitions(allOptions(of: nil).map(\.definition)))
            + exitCodeSection(exitCodes)
            + StyledText("\nSee '\(name) help COMMAND' for one command.\n")
    }

    private func commandHelp(_ command: CommandSpec) -> StyledText {
        let arguments = command.arguments.map(\.definition)
        let options = allOptions(of: command).map(\.definition)
        return title("\(name) \(command.name)", command.summary) + usageSection(command)
            + paragraphs(command.description)
            + section("Arguments", definitions(arguments))
            + section("Options", definitions(options))
            + section("Examples", examples(command.examples))
            + exitCodeSection(exitCodes(of: command))
    }

    /// The exit codes of a command: its own, or else those of the table.
    func exitCodes(of command: CommandSpec) -> [ExitCode] {
        command.exitCodes.isEmpty && BuiltInCommand(rawValue: command.name) == nil
            ? exitCodes : command.exitCodes
    }

    private func title(_ name: String, _ summary: String) -> StyledText {
        StyledText(name, .strong) + StyledText(" - \(summary)\n")
    }

    private func usageSection(_ command: CommandSpec?) -> StyledText {
        StyledText("\n") + StyledText("Usage:", .strong) + StyledText(" \(usage(of: command))\n")
    }

    private func exitCodeSection(_ codes: [ExitCode]) -> StyledText {
        section("Exit codes", definitions(codes.map { Definition(name: "\($0.code)", text: $0.meaning) }))
    }
}

/// A name and its explanation, set side by side.
private struct Definition {
    let name: String
    let text: String
}

/// The sentence and its bracketed facts; a fact is kept on one line where it is short enough.
private func explanation(_ help: String, _ facts: [String]) -> String {
    let unbroken = facts.map { $0.count <= longestUnbrokenFact ? $0.replacing(" ", with: "\u{A0}") : $0 }
    return ([help] + unbroken).joined(separator: " ")
}

private func paragraphs(_ text: String) -> StyledText {
    text.isEmpty ? "" : StyledText("\n" + wrapped(text, width: helpWidth).joined(separator: "\n") + "\n")
}

private func section(_ heading: String, _ body: StyledText) -> StyledText {
    body.spans.isEmpty ? "" : StyledText("\n") + StyledText("\(heading):", .strong) + "\n" + body
}

private func definitions(_ definitions: [Definition]) -> StyledText {
    let column = min(definitions.map { displayWidth(of: $0.name) }.max() ?? 0, widestName) + 4
    return definitions.reduce("") { text, definition in
        text + StyledText("  ") + StyledText(definition.name, .accent)
            + StyledText(explanation(of: definition, column: column))
    }
}

private func explanation(of definition: Definition, column: Int) -> String {
    let indent = String(repeating: " ", count: column)
    let lines = wrapped(definition.text, width: helpWidth - column)
    let used = displayWidth(of: definition.name) + 2
    let start = used + 2 <= column ? String(repeating: " ", count: column - used) : "\n" + indent
    return start + lines.joined(separator: "\n" + indent).replacing("\u{A0}", with: " ") + "\n"
}

private func examples(_ examples: [Example]) -> StyledText {
    examples.reduce("") { text, example in
        let effect = wrapped(example.effect, width: helpWidth - 6).joined(separator: "\n      ")
        return text + StyledText("  ") + StyledText(example.line, .accent) + StyledText("\n      \(effect)\n")
    }
}

extension ArgumentSpec {
    fileprivate var definition: Definition {
        Definition(name: name + (repeats ? "..." : ""), text: explanation(help, kind.facts))
    }
}

extension OptionSpec {
    fileprivate var definition: Definition {
        Definition(name: letterAndName, text: explanation(help, facts))
    }

    private var letterAndName: String {
        let letter = short.map { "-\($0), " } ?? "    "
        return letter + spelling + (placeholder.map { " \($0)" } ?? "")
    }
}
