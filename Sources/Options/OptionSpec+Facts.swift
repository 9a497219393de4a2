extension OptionSpec {
    /// What help adds to the sentence about an option, each in brackets: choices or range, default, variable.
    var facts: [String] {
        var facts = isFlag ? [] : kind.facts
        switch defaultValue {
        case .value(let text), .described(let text): facts.append("[default: \(text)]")
        case nil: break
        }
        if required { facts.append("[required]") }
        if repeats && !isFlag { facts.append("[may be repeated]") }
        if let environmentVariable { facts.append("[environment: \(environmentVariable)]") }
        return facts
    }
}

extension ValueKind {
    /// What help adds about the values allowed.
    var facts: [String] {
        switch self {
        case .text, .path: []
        case .integer(let range) where range == Int.min...Int.max: []
        case .integer(let range) where range.upperBound == .max: ["[at least \(range.lowerBound)]"]
        case .integer(let range): ["[\(range.lowerBound) to \(range.upperBound)]"]
        case .choice(let words), .keyedPath(let words): ["[one of: \(words.joined(separator: ", "))]"]
        }
    }
}
