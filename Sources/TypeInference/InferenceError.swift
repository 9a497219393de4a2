package import JSONCore
internal import Spelling

/// Why nothing could be inferred.
package struct InferenceError: Error, Equatable {
    /// What is wrong, with the facts.
    package enum Code: Equatable, Sendable {
        /// A profile that is not of its form.
        case profile(expected: String)
        /// Pins that are not of their form, and the word that may have been meant.
        case pins(expected: String, near: String? = nil)

        static func pins(oneOf words: [String], not word: String) -> Code {
            let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
            return .pins(expected: "\(list), not \(word)", near: closestWord(to: word, among: words))
        }
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
        let place = "\(location.line):\(location.column)\(pointer.tokens.isEmpty ? "" : ": \(pointer)")"
        return switch code {
        case .profile(let expected): "\(place): expected \(expected)"
        case .pins(let expected, let near):
            "\(place): expected \(expected)" + (near.map { "\n  did you mean \($0)?" } ?? "")
        }
    }
}
