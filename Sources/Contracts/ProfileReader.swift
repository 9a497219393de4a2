internal import Drift
internal import JSONCore
internal import Spelling
internal import TypeInference

/// Reads the profile of an endpoint, and notes what is wrong with it.
struct ProfileReader {
    let log: ProblemLog

    /// The contract's, by name.
    let endpoints: [String]

    /// What the samples showed, and whose they are.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: the endpoint that its name says; nil for the contract's only one.
    /// - Returns: nil, and noted, where it cannot be told.
    func samples(_ bytes: [UInt8], of name: String?) -> (endpoint: String, samples: SampleTree)? {
        guard let document = log.document(from: bytes), let endpoint = endpoint(name, document.root) else {
            return nil
        }
        do {
            return (endpoint, SampleTree(try Profile(document.root)))
        } catch {
            guard case .profile(let expected) = error.code else { preconditionFailure("\(error)") }
            log.note(.badProfile(expected: expected), at: error.pointer, error.location)
            return nil
        }
    }

    private func endpoint(_ name: String?, _ root: JSONValue) -> String? {
        guard let name else {
            if endpoints.count == 1 { return endpoints[0] }
            log.note(.profileOfNobody(known: endpoints), at: root)
            return nil
        }
        if endpoints.contains(name) { return name }
        log.note(.unknownEndpoint(name, suggestion: closestWord(to: name, among: endpoints)), at: root)
        return nil
    }
}
