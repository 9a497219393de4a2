package import JSONCore

/// Why nothing could be inferred.
package struct InferenceError: Error, Equatable {
    /// What is wrong, with the facts.
    package enum Code: Equatable, Sendable {
        /// A profile that is not of its form.
        case profile(expected: String)
        /// Pins that are not of their form.
        case pins(expected: String)
    }

    package let code: Code

    /// Where in the file.
    package let pointer: JSONPointer
    package let location: SourceLocation

    init(_ code: Code, _ value: JSONValue) {
        self.code = code
        pointer = value.pointer
        location = value.location
    }
}

extension InferenceError: CustomStringConvertible {
    package var description: String {
        switch code {
        case .profile(let expected), .pins(let expected):
            "\(location.line):\(location.column)\(pointer.tokens.isEmpty ? "" : ": \(pointer)"): expected \(expected)"
        }
    }
}
