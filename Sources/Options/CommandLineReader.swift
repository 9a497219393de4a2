/// Goes through the words of a command line once and sorts them into options and arguments.
struct CommandLineReader {
    /// A question that is answered instead of running the command.
    enum Request {
        case help
        case version
    }

    let table: CommandTable
    private(set) var command: CommandSpec?
    private(set) var request: Request?
    private var rest: ArraySlice<String>
    private var values: [String: [String]] = [:]
    private var arguments: [String] = []

    init(table: CommandTable, words: [String]) {
        self.table = table
        rest = words[...]
    }

    /// Reads until the end, or until help or the version is asked for.
    mutating func readAll() throws(UsageError) {
        var onlyArguments = false
        while request == nil, let word = rest.popFirst() {
            if onlyArguments || word == "-" || !word.hasPrefix("-") {
                try readPlain(word)
            } else if word == "--" {
                onlyArguments = true
            } else if word.hasPrefix("--") {
                try readLong(word)
            } else {
                try readLetters(word)
            }
        }
    }

    /// Gives what was read, once everything required is there.
    func parsed(environment: [String: String]) throws(UsageError) -> ParsedCommand {
        guard let command else { throw error(.missingCommand) }
        let options = table.allOptions(of: command)
        return ParsedCommand(
            command: command,
            options: options,
            values: try completed(options, from: environment),
            arguments: try named(command.arguments)
        )
    }

    private mutating func readPlain(_ word: String) throws(UsageError) {
        guard command == nil else {
            arguments.append(word)
            return
        }
        command = table.command(named: word)
        if command == nil { throw error(.unknownCommand(word)) }
    }

    private mutating func readLong(_ word: String) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = table.allOptions(of: command).first(where: { $0.name == name }) else {
            throw error(.unknownOption("--\(name)"))
        }
        try read(option, attached: parts.count == 2 ? String(parts[1]) : nil)
    }

    private mutating func readLetters(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        while request == nil, let letter = letters.popFirst() {
            guard let option = table.allOptions(of: command).first(where: { $0.short == letter }) else {
                throw error(.unknownOption("-\(letter)"))
            }
            if option.isFlag {
                try read(option, attached: nil)
            } else {
                try read(option, attached: letters.isEmpty ? nil : String(letters))
                letters = ""
            }
        }
    }

    private mutating func read(_ option: OptionSpec, attached: String?) throws(UsageError) {
        if option.isFlag {
            if let attached { throw error(.unexpectedValue(option: option.spelling, value: attached)) }
            values[option.name] = [""]
            if option == .help { request = .help }
            if option == .version { request = .version }
            return
        }
        guard let value = attached ?? nextValue() else {
            throw error(.missingValue(option: option.spelling, placeholder: option.placeholder ?? ""))
        }
        if values[option.name] != nil && !option.repeats { throw error(.repeatedOption(option.spelling)) }
        try check(value, of: option.spelling, is: option.kind)
        values[option.name, default: []].append(value)
    }

    /// The next word, unless it is itself an option: then the value was forgotten.
    private mutating func nextValue() -> String? {
        guard let next = rest.first, next != "--" else { return nil }
        let isOption = table.allOptions(of: command).contains { option in
            next == option.spelling || next.hasPrefix(option.spelling + "=")
                || option.short.map { next == "-\($0)" } ?? false
        }
        return isOption ? nil : rest.popFirst()
    }

    private func completed(
        _ options: [OptionSpec],
        from environment: [String: String]
    ) throws(UsageError) -> [String: [String]] {
        var values = values
        for option in options where values[option.name] == nil {
            if let variable = option.environmentVariable, let value = environment[variable], !value.isEmpty {
                try check(value, of: variable, is: option.kind)
                values[option.name] = [value]
            } else if case .value(let value) = option.defaultValue {
                values[option.name] = [value]
            } else if option.required {
                throw error(.missingOption(option.spelling))
            }
        }
        return values
    }

    private func named(_ specs: [ArgumentSpec]) throws(UsageError) -> [String: [String]] {
        var named: [String: [String]] = [:]
        var rest = arguments[...]
        for spec in specs {
            let taken = spec.repeats ? Array(rest) : Array(rest.prefix(1))
            if taken.isEmpty && spec.required { throw error(.missingArgument(spec.name)) }
            for value in taken { try check(value, of: spec.name, is: spec.kind) }
            named[spec.name] = taken
            rest = rest.dropFirst(taken.count)
        }
        if let extra = rest.first { throw error(.unexpectedArgument(extra)) }
        return named
    }

    private func check(_ value: String, of subject: String, is kind: ValueKind) throws(UsageError) {
        guard !kind.admits(value) else { return }
        switch kind {
        case .integer(let range):
            throw error(.notAnInteger(subject: subject, value: value, range: range))
        case .choice(let choices):
            throw error(.notAChoice(subject: subject, value: value, choices: choices))
        case .keyedPath(let keys):
            throw error(.notKeyed(subject: subject, value: value, keys: keys))
        case .text, .path:
            throw error(.invalidValue(subject: subject, value: value, expected: "text"))
        }
    }

    private func error(_ reason: UsageError.Reason) -> UsageError {
        UsageError(reason, in: table, command: command)
    }
}
