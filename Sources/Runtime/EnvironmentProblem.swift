/// One variable that is wrong.
package struct EnvironmentProblem: Hashable, Sendable {
    /// What is wrong with it.
    package enum Reason: Hashable, Sendable {
        /// It must be set and is not, or is empty.
        case missing

        /// No such variable is read, though its name begins like ours.
        case unknown

        /// Its value is not what is expected. The value is left out when it came from a file.
        case invalid(value: String?, expected: String)

        /// Both it and its `_FILE` form are set.
        case givenTwice

        /// The file that its `_FILE` form names cannot be used.
        case unreadableFile(path: String, reason: String)
    }

    /// The variable's name.
    package let key: String

    /// What is wrong with it.
    package let reason: Reason

    /// The known name that was most likely meant.
    package let suggestion: String?

    /// Makes a problem.
    package init(_ key: String, _ reason: Reason, suggestion: String? = nil) {
        self.key = key
        self.reason = reason
        self.suggestion = suggestion
    }
}

extension EnvironmentProblem: CustomStringConvertible {
    /// One line for the operator.
    package var description: String {
        switch reason {
        case .missing:
            "\(key) is missing; set it, or \(key)_FILE to a file that holds it"
        case .unknown:
            "\(key) is not known" + (suggestion.map { "; did you mean \($0)?" } ?? "")
        case .invalid(let value, let expected):
            "\(key) must be \(expected)" + (value.map { ", not \(quoted($0))" } ?? "")
        case .givenTwice:
            "\(key) and \(key)_FILE are both set; keep one"
        case .unreadableFile(let path, let reason):
            "\(key)_FILE names \(quoted(path)): \(reason)"
        }
    }
}
