import HTTPFetch
import Options

extension HTTPHeaders {
    /// What `--header` and `--header-from` say; the values are in no message.
    ///
    /// - Throws: ``CheckError`` `malformedHeader`, `variableNotSet`.
    init(typedIn parsed: ParsedCommand, _ environment: [String: String]) throws(CheckError) {
        self.init()
        for (number, text) in parsed.values("header").enumerated() {
            guard let field = HTTPHeader(line: text.utf8) else {
                throw CheckError(.malformedHeader(option: "--header", number: number + 1, form: "'Name: value'"))
            }
            add(field.name, field.value)
        }
        for (number, text) in parsed.values("header-from").enumerated() {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                throw CheckError(
                    .malformedHeader(option: "--header-from", number: number + 1, form: "'Name=VARIABLE'")
                )
            }
            guard let value = environment[String(parts[1])] else {
                throw CheckError(.variableNotSet(String(parts[1])), "--header-from")
            }
            add(String(parts[0]), value)
        }
    }
}
