import Contracts
import HTTPFetch
import JSONCore
import Options
import Runtime

/// `contract-check record`: keeps a response without what must not be kept.
struct RecordCommand {
    private let asked: AskedRequest
    private let output: String
    private let patterns: PathPatterns
    private let redacted: [String]
    private let pseudonyms: Pseudonyms
    private let console: Console
    private let limits = ParseLimits()

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws(CheckError) {
        self.console = console
        try parsed.refuseOverwriting()
        asked = try AskedRequest(parsed, environment)
        output = parsed.value("output") ?? "-"
        redacted = parsed.values("redact")
        guard let patterns = PathPatterns(redacted) else {
            throw CheckError(.badRedaction, redacted.first { JSONPointer($0) == nil } ?? "")
        }
        self.patterns = patterns
        if let variable = parsed.value("redact-key-from") {
            guard let key = environment[variable], !key.isEmpty else {
                throw CheckError(.variableNotSet(variable), "--redact-key-from")
            }
            pseudonyms = Pseudonyms(keyFrom: key)
        } else {
            pseudonyms = .random
        }
    }

    /// - Throws: ``CheckError`` `notWritten`.
    func run() async throws(CheckError) -> Ending {
        let text: String
        let response: FetchResponse
        do throws(InputFault) {
            let reader = try URLReader(limits: limits)
            response = try await reader.response(to: asked.request)
            await reader.close()
            text = try recording(of: response).json.rendered
        } catch {
            console.complain("contract-check: \(asked.name): \(error.word): \(error.detail)\n")
            return .unreadable
        }
        try write(text)
        tell(response)
        return .conforms
    }

    private func recording(of response: FetchResponse) throws(InputFault) -> RecordingFile {
        let secrets = SecretRemoval(asked.secrets, cookiesOf: response.headers)
        var request = asked.request
        request.url = secrets.replacing(inURL: request.url)
        return RecordingFile(
            request: request,
            status: response.status,
            headers: secrets.replacing(in: response.headers),
            body: try body(of: response, secrets),
            time: WallTime.now.description,
            redacted: redacted
        )
    }

    /// - Throws: ``InputFault`` when values are to be redacted in what is not JSON: nothing is written then.
    private func body(of response: FetchResponse, _ secrets: SecretRemoval) throws(InputFault) -> [UInt8] {
        var redaction = BodyRedaction(pseudonyms, at: patterns, secrets)
        do throws(JSONError) {
            let body = try redaction.rewritten(response.body, limits: limits)
            if !redacted.isEmpty, redaction.pseudonymCount == 0 {
                console.complain(
                    "contract-check: warning: no value is at \(redacted.joined(separator: ", "))\n"
                )
            }
            return body
        } catch {
            guard redacted.isEmpty else {
                throw InputFault(error, in: Recording(bytes: response.body, status: response.status))
            }
            return secrets.replacing(in: response.body)
        }
    }

    private func write(_ text: String) throws(CheckError) {
        guard output != "-" else { return console.print(text) }
        try writeFile(output, Array(text.utf8))
    }

    /// A recording of an error is a recording; but whoever makes it should know.
    private func tell(_ response: FetchResponse) {
        guard !(200..<300).contains(response.status) else { return }
        console.complain("contract-check: \(asked.name): recorded with HTTP status \(response.status)\n")
    }
}
