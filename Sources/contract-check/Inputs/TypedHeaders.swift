import HTTPFetch
import Options

/// The headers that a command line adds to requests; their values are in no message.
struct TypedHeaders {
    private(set) var headers = HTTPHeaders()

    /// The values that must not be written down: all from the environment, and those of headers that carry credentials.
    private(set) var secrets: [String] = []

    /// - Throws: ``CheckError`` `malformedHeader`, `variableNotSet`.
    init(_ parsed: ParsedCommand, _ environment: [String: String]) throws(CheckError) {
        for (number, text) in parsed.values("header").enumerated() {
            guard let field = HTTPHeader(line: text.utf8) else {
                throw CheckError(
                    .malformedHeader(option: "--header", number: number + 1, form: "'NAME: VALUE'")
                )
            }
            add(field, isSecret: Self.carriesCredentials(field.name))
        }
        for (number, text) in parsed.values("header-from").enumerated() {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CheckError(
                    .malformedHeader(option: "--header-from", number: number + 1, form: "'NAME=VARIABLE'")
                )
            }
            guard let value = environment[parts[1]] else {
                throw CheckError(.variableNotSet(parts[1]), "--header-from")
            }
            add(HTTPHeader(name: parts[0], value: value), isSecret: true)
        }
    }

    private mutating func add(_ field: HTTPHeader, isSecret: Bool) {
        headers.add(field.name, field.value)
        guard isSecret else { return }
        secrets.append(field.value)
        if field.name.lowercased() == "cookie" {
            secrets += field.value.split(separator: ";").flatMap { SecretRemoval.parts(ofCookie: String($0)) }
        }
    }

    private static func carriesCredentials(_ name: String) -> Bool {
        let words = ["auth", "cookie", "key", "password", "secret", "session", "token"]
        return words.contains { name.lowercased().contains($0) }
    }
}
