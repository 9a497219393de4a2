extension CommandTable {
    var zshCompletion: String {
        """
        #compdef \(name)
        # zsh completion for \(name)
        \(zshFunctionName)() {
            local context state line
            typeset -A opt_args
            local -a commands=(
        \(commands.map { "        " + shellQuoted("\(zshEscaped($0.name)):\($0.summary)") }.joined(separator: "\n"))
            )
            _arguments -C \(continued(allOptions(of: nil).map(zshOption) + ["'1:command:->command'", "'*::argument:->argument'"], indent: 8))
            case $state in
                command) _describe command commands ;;
                argument)
                    case $words[1] in
        \(commands.map(zshCommand).joined(separator: "\n"))
                    esac ;;
            esac
        }
        if [[ $funcstack[1] == \(zshFunctionName) ]]; then
            \(zshFunctionName) "$@"
        else
            compdef \(zshFunctionName) \(name)
        fi

        """
    }

    /// The name that the script's file has in `fpath`, for the first completion calls what the file is named after.
    private var zshFunctionName: String { "_\(name)" }

    private func zshCommand(_ command: CommandSpec) -> String {
        let words =
            allOptions(of: command).map(zshOption) + command.arguments.map { zshArgument($0, of: command) }
        return "                \(command.name)) _arguments \(continued(words, indent: 20)) ;;"
    }

    private func zshOption(_ option: OptionSpec) -> String {
        let help = zshEscaped(option.help)
        let value = option.placeholder.map { ":\(zshEscaped($0)):\(zshValues(option.kind))" } ?? ""
        let long = option.spelling + (option.isFlag ? "" : "=")
        let star = option.repeats && !option.isFlag ? "*" : ""
        guard let short = option.short else { return shellQuoted("\(star)\(long)[\(help)]\(value)") }
        let forms = "{-\(short)\(option.isFlag ? "" : "+"),\(long)}"
        let others = star.isEmpty ? "'(-\(short) \(option.spelling))'" : "'*'"
        return others + forms + shellQuoted("[\(help)]\(value)")
    }

    private func zshArgument(_ argument: ArgumentSpec, of command: CommandSpec) -> String {
        let isCommand = command.name == BuiltInCommand.help.rawValue
        let values = isCommand ? "(\(commands.map(\.name).joined(separator: " ")))" : zshValues(argument.kind)
        let colons = argument.required ? ":" : "::"
        return shellQuoted("\(argument.repeats ? "*" : "")\(colons)\(zshEscaped(argument.name)):\(values)")
    }

    private func zshValues(_ kind: ValueKind) -> String {
        switch kind {
        case .path: "_files"
        case .keyedPath(let keys):
            "{if compset -P 1 \"*=\"; then _files; else compadd -S = -- \(keys.joined(separator: " ")); fi}"
        case .choice(let words): "(\(words.joined(separator: " ")))"
        case .text, .integer: " "
        }
    }

    private func continued(_ words: [String], indent: Int) -> String {
        words.map { "\\\n" + String(repeating: " ", count: indent) + $0 }.joined(separator: " ")
    }
}

/// Text inside an `_arguments` specification, where colons and brackets divide.
private func zshEscaped(_ text: String) -> String {
    text.map { "\\:[]".contains($0) ? "\\\($0)" : String($0) }.joined()
}
