import Spelling

/// Reads settings from environment variables and remembers everything that is wrong with them.
///
/// Each key can also be given as `KEY_FILE`, the path of a file with the value, as container secrets are. A variable
/// that is empty counts as unset. Reading never throws: a bad value gives the default, and ``finish()`` reports all
/// problems together. So one list of reads is also the table of all known keys.
///
/// ```swift
/// var reader = EnvironmentReader(variables: processEnvironment(), prefix: "FEEDKEEPER_")
/// let lease = reader.duration("FEEDKEEPER_LEASE", default: .seconds(60), in: .seconds(5) ... .seconds(3600))
/// try reader.finish()
/// ```
package struct EnvironmentReader {
    /// All keys read so far, in order.
    package private(set) var known: [EnvironmentKey] = []

    private let variables: [String: String]
    private let prefix: String
    private let readFile: (String) throws(RuntimeError) -> String
    private var problems: [EnvironmentProblem] = []

    /// Prepares to read.
    ///
    /// - Parameters:
    ///   - variables: All variables of the process.
    ///   - prefix: How our names begin; a set variable that begins so and is never read is a problem.
    ///   - readFile: Gives the content of a `_FILE`.
    package init(
        variables: [String: String],
        prefix: String,
        readFile: @escaping (String) throws(RuntimeError) -> String = smallFile
    ) {
        self.variables = variables
        self.prefix = prefix
        self.readFile = readFile
    }

    /// Any text; `nil` when unset.
    package mutating func text(_ key: String, help: String = "") -> String? {
        register(key, "text", nil, help)
        return raw(key)?.text
    }

    /// Any text, with a default.
    package mutating func text(_ key: String, default fallback: String, help: String = "") -> String {
        register(key, "text", fallback, help)
        return raw(key)?.text ?? fallback
    }

    /// A secret; `nil` when unset.
    package mutating func secret(_ key: String, help: String = "") -> Secret? {
        register(key, "secret", nil, help)
        return raw(key).map { Secret($0.text) }
    }

    /// A secret that must be there.
    ///
    /// When it is not, the result is empty and ``finish()`` throws.
    package mutating func requiredSecret(_ key: String, help: String = "") -> Secret {
        register(key, "secret, required", nil, help)
        let before = problems.count
        guard let value = raw(key) else {
            if problems.count == before { problems.append(EnvironmentProblem(key, .missing)) }
            return Secret("")
        }
        return Secret(value.text)
    }

    /// An integer in a range.
    package mutating func integer(
        _ key: String,
        default fallback: Int,
        in range: ClosedRange<Int>,
        help: String = ""
    ) -> Int {
        value(key, "\(fallback)", "an integer from \(range.lowerBound) to \(range.upperBound)", help) {
            text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        } ?? fallback
    }

    /// `true`, `yes`, `on`, `1` or `false`, `no`, `off`, `0`, in any case.
    package mutating func boolean(_ key: String, default fallback: Bool, help: String = "") -> Bool {
        value(key, "\(fallback)", "true or false", help) { text in
            switch text.lowercased() {
            case "true", "yes", "on", "1": true
            case "false", "no", "off", "0": false
            default: nil
            }
        } ?? fallback
    }

    /// A span of time in a range, as ``Swift/Duration/init(phrase:)`` reads it.
    package mutating func duration(
        _ key: String,
        default fallback: Duration,
        in range: ClosedRange<Duration>,
        help: String = ""
    ) -> Duration {
        let expected = "a duration such as 30s from \(range.lowerBound.phrase) to \(range.upperBound.phrase)"
        return value(key, fallback.phrase, expected, help) { text in
            Duration(phrase: text).flatMap { range.contains($0) ? $0 : nil }
        } ?? fallback
    }

    /// A size in a range, as ``ByteCount/init(phrase:)`` reads it.
    package mutating func byteCount(
        _ key: String,
        default fallback: ByteCount,
        in range: ClosedRange<ByteCount>,
        help: String = ""
    ) -> ByteCount {
        let expected = "a size such as 8MiB from \(range.lowerBound.phrase) to \(range.upperBound.phrase)"
        return value(key, fallback.phrase, expected, help) { text in
            ByteCount(phrase: text).flatMap { range.contains($0) ? $0 : nil }
        } ?? fallback
    }

    /// One word of a closed set, whose raw values are the words.
    package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        default fallback: Choice,
        help: String = ""
    ) -> Choice {
        let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return value(key, fallback.rawValue, "one of \(words)", help) { Choice(rawValue: $0) } ?? fallback
    }

    /// A value in a form that only the caller knows.
    ///
    /// - Parameters:
    ///   - key: The variable.
    ///   - fallback: When it is unset.
    ///   - expected: The form in words, as in "must be …".
    ///   - help: For the list of settings.
    ///   - read: nil for a text that is not of this form.
    /// - Returns: what `read` made of the variable.
    package mutating func parsed<Value>(
        _ key: String,
        default fallback: Value,
        expected: String,
        help: String = "",
        _ read: (String) -> Value?
    ) -> Value {
        value(key, "", expected, help, read) ?? fallback
    }

    /// Marks names as known that somebody else reads, so that they are no mistakes.
    package mutating func ignore(_ keys: String...) {
        for key in keys { register(key, "text", nil, "") }
    }

    /// Ends the reading.
    ///
    /// - Throws: ``RuntimeError/environment(_:)`` with every bad, missing and unknown variable.
    package func finish() throws(RuntimeError) {
        let all = problems + unknownKeys
        if !all.isEmpty { throw .environment(all) }
    }

    private var unknownKeys: [EnvironmentProblem] {
        let names = known.flatMap { [$0.name, $0.name + "_FILE"] }
        let expected = Set(names)
        let strangers = variables.keys.filter { $0.hasPrefix(prefix) && !expected.contains($0) }
        return strangers.sorted().map { key in
            EnvironmentProblem(key, .unknown, suggestion: closestWord(to: key, among: names))
        }
    }

    private mutating func value<Value>(
        _ key: String,
        _ fallback: String,
        _ expected: String,
        _ help: String,
        _ read: (String) -> Value?
    ) -> Value? {
        register(key, expected, fallback, help)
        guard let (text, isFromFile) = raw(key) else { return nil }
        guard let value = read(text) else {
            problems.append(
                EnvironmentProblem(key, .invalid(value: isFromFile ? nil : text, expected: expected))
            )
            return nil
        }
        return value
    }

    private mutating func raw(_ key: String) -> (text: String, isFromFile: Bool)? {
        let text = variables[key].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = variables[key + "_FILE"], !path.isEmpty else { return text.map { ($0, false) } }
        guard text == nil else {
            problems.append(EnvironmentProblem(key, .givenTwice))
            return nil
        }
        do {
            // Editors and `echo` end a file with a newline that is no part of the secret.
            let content = try readFile(path)
            let value = content.last?.isNewline == true ? String(content.dropLast()) : content
            if !value.isEmpty { return (value, true) }
            problems.append(EnvironmentProblem(key, .unreadableFile(path: path, reason: "it is empty")))
        } catch {
            problems.append(EnvironmentProblem(key, .unreadableFile(path: path, reason: "\(error)")))
        }
        return nil
    }

    private mutating func register(_ key: String, _ kind: String, _ fallback: String?, _ help: String) {
        precondition(!known.contains { $0.name == key }, "\(key) is read twice")
        precondition(
            !known.contains { $0.name == key + "_FILE" || $0.name + "_FILE" == key },
            "\(key) is also a _FILE form"
        )
        known.append(EnvironmentKey(name: key, expected: kind, defaultText: fallback, help: help))
    }
}
