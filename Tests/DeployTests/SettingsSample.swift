/// The lines of an environment file, those that are commented out too.
struct SettingsSample {
    struct Entry {
        let key: String
        let value: String
        let isSet: Bool

        /// The comment above it, in one line.
        let explanation: String
    }

    let entries: [Entry]

    init(_ text: String) {
        var entries: [Entry] = []
        var comment: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                comment.append(line.dropFirst(2))
            } else {
                if let entry = Entry(line, explanation: comment.joined(separator: " ")) {
                    entries.append(entry)
                }
                comment = []
            }
        }
        self.entries = entries
    }

    /// What `feedkeeper` gets when no line is commented out.
    var variables: [String: String] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }
}

extension SettingsSample.Entry {
    fileprivate init?(_ line: Substring, explanation: String) {
        let assignment = line.hasPrefix("#") ? line.dropFirst() : line
        guard let equals = assignment.firstIndex(of: "=") else { return nil }
        key = String(assignment[..<equals])
        value = String(assignment[assignment.index(after: equals)...])
        isSet = !line.hasPrefix("#")
        self.explanation = explanation
    }
}
