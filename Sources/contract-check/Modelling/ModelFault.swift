/// Why the model of an app could not be read.
enum ModelFault: Equatable {
    /// What `--model` names holds no files of Swift.
    case noFiles
    case unreadable
    /// The compiler did not run, in the system's words; what was tried.
    case noCompiler(String, String)
    /// The files do not compile, in the compiler's words.
    case notCompiled(String)
    /// What is wrong with the type of `--type`, in the compiler's words.
    case badType(String, suggestion: String?)
    /// The compiler wrote something else than expected, and where.
    case notUnderstood(String)
}

extension ModelFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .noFiles: "there are no files of Swift"
        case .unreadable: "it cannot be read"
        case .noCompiler(let compiler, let reason):
            "the model is read by the Swift compiler, and \(compiler) cannot be run: \(reason)"
                + "\n  Put swiftc into PATH, or its path into SWIFT_EXEC."
        case .notCompiled(let text):
            "the model does not compile by itself:\n  \(text)" + (Self.lacksModule(text) ? Self.advice : "")
        case .badType(let text, let near): text + (near.map { "\n  did you mean \($0)?" } ?? "")
        case .notUnderstood(let what): "what the compiler says of the model is not understood: \(what)"
        }
    }

    private static func lacksModule(_ text: String) -> Bool { text.contains("error: no such module") }

    private static let advice = """

          Give only the files that the model needs. What this machine has no module for, such as UIKit, can be left out of \
        them with '#if canImport(UIKit)'.
        """
}
