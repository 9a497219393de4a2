package import JSONCore

/// Why no declarations could be made from a schema.
package struct GenerationError: Error, Equatable {
    /// What is wrong, with the facts.
    package enum Code: Equatable, Sendable {
        /// The reference leads nowhere.
        case unresolvableReference(String)
        /// Combinations of `anyOf`, `oneOf` and `allOf` multiply to more alternatives than this.
        case tooManyAlternatives(limit: Int)
        /// The schema describes more types than this.
        case tooManyTypes(limit: Int)
    }

    /// What is wrong.
    package let code: Code

    /// The URI of the schema's document.
    package let document: String

    /// The schema in its document.
    package let pointer: JSONPointer
}

extension GenerationError: CustomStringConvertible {
    /// One line: the place, and what is wrong.
    package var description: String { "\(document)#\(pointer): \(code)" }
}

extension GenerationError.Code: CustomStringConvertible {
    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .unresolvableReference(let reference): "the reference \"\(reference)\" leads to no schema"
        case .tooManyAlternatives(let limit):
            "its anyOf, oneOf and allOf multiply to more than \(limit) alternatives; give the parts names of their own"
        case .tooManyTypes(let limit): "it describes more than \(limit) types"
        }
    }
}
