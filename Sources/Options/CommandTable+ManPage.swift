extension CommandTable {
    /// The manual page of section 1, as roff with the man macros (groff_man(7)).
    ///
    /// It has no date, so that the same table always gives the same page.
    package var manPage: String {
        [manHead, manCommands, manSharedOptions, manEnvironment, manExitStatus].joined()
    }

    private var manHead: String {
        let about = description.isEmpty ? summary + "." : description
        return """
            .TH "\(roff(name.uppercased()))" 1 "" "\(roff("\(name) \(version)"))" ""
            .SH NAME
            \(roff(name)) \\- \(roff(summary))
            .SH SYNOPSIS
            \(roffSynopsis(usage(of: nil)))
            .SH DESCRIPTION
            \(roffParagraphs(about))

            """
    }

    private var manCommands: String {
        ".SH COMMANDS\n" + commands.map(manCommand).joined()
    }

    private func manCommand(_ command: CommandSpec) -> String {
        let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
        let about = command.description.isEmpty ? summary : command.description
        return """
            .SS \(roff(command.name))
            \(roffSynopsis(usage(of: command)))
            .PP
            \(roffParagraphs(about))

            """
                + command.arguments.map {
                    roffTagged("\\fI\(roff($0.name))\\fR", ([$0.help] + $0.kind.facts))
                }.joined()
                + command.options.map(manOption).joined()
                + command.exitCodes.map { roffTagged("exit \($0.code)", [$0.meaning]) }.joined()
                + command.examples.map(manExample).joined()
    }

    private func manOption(_ option: OptionSpec) -> String {
        let letter = option.short.map { "\\fB\(roff("-\($0)"))\\fR, " } ?? ""
        let value = option.placeholder.map { " \\fI\(roff($0))\\fR" } ?? ""
        return roffTagged("\(letter)\\fB\(roff(option.spelling))\\fR\(value)", [option.help] + option.facts)
    }

    private func manExample(_ example: Example) -> String {
        ".PP\nExample: \(roff(example.effect))\n.PP\n.RS\n.nf\n\(roff(example.line))\n.fi\n.RE\n"
    }

    private var manSharedOptions: String {
        ".SH OPTIONS\nEvery command takes these.\n" + allOptions(of: nil).map(manOption).joined()
    }

    private var manEnvironment: String {
        let named = (commands.flatMap(\.options) + options).compactMap { option in
            option.environmentVariable.map { (variable: $0, option: option) }
        }
        guard !named.isEmpty else { return "" }
        var seen: Set<String> = []
        let entries = named.filter { seen.insert($0.variable).inserted }.map { entry in
            roffTagged("\\fB\(roff(entry.variable))\\fR", ["Stands in for \(entry.option.spelling)."])
        }
        return ".SH ENVIRONMENT\n" + entries.joined()
    }

    private var manExitStatus: String {
        guard !exitCodes.isEmpty else { return "" }
        return ".SH EXIT STATUS\n" + exitCodes.map { roffTagged("\($0.code)", [$0.meaning]) }.joined()
    }
}
