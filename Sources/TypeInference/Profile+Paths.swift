package import JSONCore

extension Profile {
    /// The path of a value in a document like the samples, as the profile spells it.
    ///
    /// Elements are told apart by the member that tells those of the samples apart.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - ancestor: the tape index of the value that the profile's root stands for.
    /// - Returns: the path, also of a value that no sample has.
    /// - Complexity: O(depth), after O(n) for the first question about a document.
    package func path(of value: JSONValue, from ancestor: Int = Tape.rootIndex) -> String {
        var path = ""
        var place = JSONValue(document: value.document, index: ancestor)
        for step in value.steps(from: ancestor) {
            guard let next = place.child(step.token) else { return path }
            place = next
            switch step {
            case .name(let name): path += "/" + JSONPointer.escape(name)
            case .position: path += "/" + (kindToken(of: place, below: path) ?? "*")
            }
        }
        return path
    }

    /// `[kind=banner]`; nil where samples are not told apart.
    private func kindToken(of value: JSONValue, below path: String) -> String? {
        guard let member = discriminators[path], let kind = value[member]?.string else { return nil }
        return JSONPointer.escape(ProfilePath.branchToken(member, kind))
    }
}
