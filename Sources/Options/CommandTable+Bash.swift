extension CommandTable {
    var bashCompletion: String {
        """
        # bash completion for \(name)
        \(shellFunctionName)() {
            local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" divided="" word
            COMPREPLY=()
            # `--name=value` and `key=file` arrive in three words: bash breaks lines at `=`.
            if [[ $current == "=" ]]; then current="" divided=1; fi
            if [[ $previous == "=" ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}" divided=1; fi
            if [[ $divided && $previous != -* ]]; then \(bashValues(.path)); return; fi
            for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                case "$word" in
                    \(commands.map(\.name).joined(separator: "|"))) command="$word"; break ;;
                esac
            done
            case "$command" in
                "")
        \((bashValueCases(allOptions(of: nil)) + ["            \(bashWords(commands.map(\.name) + spellings(of: nil))) ;;"]).joined(separator: "\n"))
        \(commands.map(bashCommand).joined(separator: "\n"))
            esac
        }
        complete -F \(shellFunctionName) \(name)

        """
    }

    private func bashCommand(_ command: CommandSpec) -> String {
        let lines =
            ["        \(command.name))"] + bashValueCases(allOptions(of: command)) + [
                "            if [[ $current == -* ]]; then",
                "                \(bashWords(spellings(of: command)))",
                "            else",
                "                \(bashArguments(of: command))",
                "            fi ;;",
            ]
        return lines.joined(separator: "\n")
    }

    /// What completes the value of an option that stands before the cursor.
    private func bashValueCases(_ options: [OptionSpec]) -> [String] {
        let branches = options.filter { !$0.isFlag }.map { option in
            "                \(option.spellings.joined(separator: "|"))) \(bashValues(option.kind)); return ;;"
        }
        return branches.isEmpty ? [] : ["            case \"$previous\" in"] + branches + ["            esac"]
    }

    private func spellings(of command: CommandSpec?) -> [String] {
        allOptions(of: command).map(\.spelling)
    }

    private func bashArguments(of command: CommandSpec) -> String {
        if command.name == BuiltInCommand.help.rawValue { return bashWords(commands.map(\.name)) }
        // Which argument the cursor is at would take counting words; the last one is the one that repeats.
        return command.arguments.last.map { bashValues($0.kind) } ?? ":"
    }

    private func bashValues(_ kind: ValueKind) -> String {
        switch kind {
        case .path: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
        case .choice(let words): bashWords(words)
        case .keyedPath(let keys): "compopt -o nospace; " + bashWords(keys.map { $0 + "=" })
        case .text, .integer: ":"
        }
    }

    private func bashWords(_ words: [String]) -> String {
        "mapfile -t COMPREPLY < <(compgen -W \(shellQuoted(words.joined(separator: " "))) -- \"$current\")"
    }
}

extension OptionSpec {
    /// The option as it can be typed, the one-letter form first.
    var spellings: [String] {
        (short.map { ["-\($0)"] } ?? []) + [spelling]
    }
}
