extension UsageError: CustomStringConvertible {
    /// The whole message without colour, several lines, ending in a newline.
    package var description: String { rendered(.plain) }

    /// The whole message, several lines, ending in a newline: what is wrong, what was likely meant, the usage line,
    /// and where to read more.
    package func rendered(_ style: TerminalStyle) -> String {
        var text = StyledText("\(program): ", .strong) + StyledText(sentence, .bad)
        if let suggestion {
            text += StyledText("\n  did you mean ") + StyledText(suggestion, .strong) + StyledText("?")
        }
        text += StyledText("\nusage: \(usage)\nSee '\(helpLine)'.\n")
        return style.render(text)
    }

    /// What is wrong, in one sentence without a full stop.
    package var sentence: String {
        switch reason {
        case .missingCommand: "a command is missing"
        case .unknownCommand(let name): "unknown command '\(name)'"
        case .unknownOption(let option): "unknown option '\(option)'"
        case .missingValue(let option, let placeholder): "\(option) needs a value: \(option) \(placeholder)"
        case .unexpectedValue(let option, let value): "\(option) takes no value, but got '\(value)'"
        case .repeatedOption(let option): "\(option) may be given only once"
        case .missingOption(let option): "\(option) is required"
        case .missingArgument(let name): "\(name) is missing"
        case .unexpectedArgument(let value): "unexpected argument '\(value)'"
        case .notAChoice(let subject, let value, let choices):
            "\(subject) cannot be '\(value)'; it is one of \(choices.joined(separator: ", "))"
        case .notKeyed(let subject, let value, let keys):
            "\(subject) cannot be '\(value)'; it is one of \(keys.joined(separator: ", ")), then = and a file"
        case .notAnInteger(let subject, let value, let range):
            "\(subject) cannot be '\(value)'; it is \(range.phrase)"
        case .invalidValue(let subject, let value, let expected):
            "\(subject) cannot be '\(value)'; it is \(expected)"
        }
    }
}

extension ClosedRange<Int> {
    /// The range in words, leaving out a bound that is just the end of the type.
    var phrase: String {
        switch (lowerBound, upperBound) {
        case (.min, .max): "an integer"
        case (_, .max): "an integer from \(lowerBound)"
        case (.min, _): "an integer up to \(upperBound)"
        default: "an integer from \(lowerBound) to \(upperBound)"
        }
    }
}
