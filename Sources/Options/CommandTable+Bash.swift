extension CommandTable {
    var bashCompletion: String {
        """
        # bash completion for \(name)
        \(shellFunctionName)() {
            local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" word
            COMPREPLY=()
            # `--name=value` arrives in three words: bash breaks lines at `=`.
            if [[ $current == "=" ]]; then current=""; fi
            if [[ $previous == "=" ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
            for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                case "$word" in
                    \(commands.map(\.name).joined(separator: "|"))) command="$word"; break ;;
                esac
            done
            case "$command" in
                "") \(bashWords(commands.map(\.name) + spellings(of: nil))) ;;
        \(commands.map(bashCommand).joined(separator: "\n"))
            esac
        }
        complete -F \(shellFunctionName) \(name)

        """
    }

    private func bashCommand(_ command: CommandSpec) -> String {
        let valued = allOptions(of: command).filter { !$0.isFlag }
        let branches = valued.map { option in
            "                \(option.spellings.joined(separator: "|"))) \(bashValues(option.kind)); return ;;"
        }
        let byOption = ["            case \"$previous\" in"] + branches + ["            esac"]
        let lines =
            ["        \(command.name))"] + (branches.isEmpty ? [] : byOption) + [
                "            if [[ $current == -* ]]; then",
                "                \(bashWords(spellings(of: command)))",
                "            else",
                "                \(bashArguments(of: command))",
                "            fi ;;",
            ]
        return lines.joined(separator: "\n")
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
