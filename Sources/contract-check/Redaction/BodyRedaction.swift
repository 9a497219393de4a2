import JSONCore

/// Rewrites a JSON body: values at given paths become pseudonyms, secrets are removed; every other byte stays as it came.
struct BodyRedaction {
    private let pseudonyms: Pseudonyms
    private let patterns: PathPatterns
    private let secrets: SecretRemoval
    private var edits: [(range: Range<Int>, bytes: [UInt8])] = []

    /// How many values became pseudonyms.
    private(set) var pseudonymCount = 0

    init(_ pseudonyms: Pseudonyms, at patterns: PathPatterns, _ secrets: SecretRemoval) {
        self.pseudonyms = pseudonyms
        self.patterns = patterns
        self.secrets = secrets
    }

    /// The rewritten text of a body.
    ///
    /// Of members with one name, only the last is left, which alone is read: the others could not be redacted.
    ///
    /// - Throws: ``JSONError``.
    mutating func rewritten(_ body: [UInt8], limits: ParseLimits) throws(JSONError) -> [UInt8] {
        var document = try JSONDocument(body, limits: limits)
        if document.notices.contains(where: \.isDuplicateKey) {
            document = try JSONDocument(JSONText(document.root, form: .received).bytes, limits: limits)
        }
        edits = []
        visit(document.root, patterns.start, isRedacted: false)
        return secrets.replacing(in: spliced(document.bytes))
    }

    private mutating func visit(_ value: JSONValue, _ place: PathPatterns.Place, isRedacted: Bool) {
        let isRedacted = isRedacted || place.isMatch
        switch value.kind {
        case .object:
            for (name, member) in value.members {
                visit(member, name.withUTF8 { patterns.step(place, intoMember: $0) }, isRedacted: isRedacted)
            }
        case .array:
            for (position, element) in value.elements.enumerated() {
                visit(element, patterns.step(place, intoElement: position), isRedacted: isRedacted)
            }
        default:
            if isRedacted { redact(value) } else { removeSecrets(value) }
        }
    }

    private mutating func redact(_ value: JSONValue) {
        guard let text = pseudonyms.json(for: value) else { return }
        pseudonymCount += 1
        edits.append((value.document.sourceRange(at: value.index), text))
    }

    private mutating func removeSecrets(_ value: JSONValue) {
        var text: [UInt8] = []
        if let string = value.string, let safe = secrets.replacing(in: string) {
            JSONText.append(safe, to: &text)
        } else if let number = value.numberText, secrets.isSecret(number) {
            text = [UInt8(ascii: "0")]
        } else {
            return
        }
        edits.append((value.document.sourceRange(at: value.index), text))
    }

    private func spliced(_ source: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var next = 0
        for edit in edits {
            text += source[next..<edit.range.lowerBound]
            text += edit.bytes
            next = edit.range.upperBound
        }
        return text + source[next...]
    }
}

extension JSONNotice {
    fileprivate var isDuplicateKey: Bool { if case .duplicateKey = self { true } else { false } }
}
