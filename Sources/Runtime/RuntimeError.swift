/// What can go wrong between the program and its surroundings.
package enum RuntimeError: Error, Hashable, Sendable {
    /// Some variables are wrong: all that are, in the order they were read, unknown ones last.
    case environment([EnvironmentProblem])

    /// The system refused a call.
    case systemCall(name: String, errno: Int32)

    /// The address of the service manager's socket is no path, no abstract name, or too long.
    case socketAddress(String)
}

extension RuntimeError: CustomStringConvertible {
    /// The facts in words; several lines for several variables.
    package var description: String {
        switch self {
        case .environment(let problems):
            problems.map(\.description).joined(separator: "\n")
        case .systemCall(let name, let errno):
            "\(name): \(errorText(errno))"
        case .socketAddress(let address):
            "NOTIFY_SOCKET is no usable address: \(address)"
        }
    }
}
