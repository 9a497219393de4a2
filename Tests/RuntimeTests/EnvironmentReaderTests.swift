import Foundation
import Runtime
import Testing

@Suite struct EnvironmentReaderTests {
    @Test func `values are read by their kinds`() throws {
        var reader = reader([
            "X_NAME": "tide", "X_COUNT": "7", "X_ON": "Yes", "X_WAIT": "1m30s", "X_SIZE": "2MiB",
            "X_FORMAT": "json",
        ])
        let name = reader.text("X_NAME")
        let count = reader.integer("X_COUNT", default: 1, in: 0...9)
        let on = reader.boolean("X_ON", default: false)
        let wait = reader.duration("X_WAIT", default: .zero, in: .zero ... .seconds(90))
        let size = reader.byteCount("X_SIZE", default: .kibibytes(1), in: .kibibytes(1) ... .mebibytes(2))
        let format = reader.choice("X_FORMAT", default: LogFormat.text)
        try reader.finish()
        #expect(name == "tide")
        #expect(count == 7)
        #expect(on)
        #expect(wait == .seconds(90))
        #expect(size == .mebibytes(2))
        #expect(format == .json)
    }

    @Test func `what is unset or empty has its default`() throws {
        var reader = reader(["X_COUNT": ""])
        let name = reader.text("X_NAME")
        let other = reader.text("X_OTHER", default: "o")
        let token = reader.secret("X_TOKEN")
        let count = reader.integer("X_COUNT", default: 3, in: 0...9)
        try reader.finish()
        #expect(name == nil)
        #expect(other == "o")
        #expect(token == nil)
        #expect(count == 3)
    }

    @Test func `all problems are reported together`() {
        var reader = reader([
            "X_COUNT": "10", "X_ON": "maybe", "X_WAIT": "30", "X_SIZE": "1TB", "X_FORMAT": "xml",
            "X_CUONT": "3",
            "Y_COUNT": "3",
        ])
        _ = reader.integer("X_COUNT", default: 1, in: 0...9)
        _ = reader.boolean("X_ON", default: false)
        _ = reader.duration("X_WAIT", default: .seconds(1), in: .seconds(1) ... .seconds(90))
        _ = reader.byteCount("X_SIZE", default: .kibibytes(1), in: .kibibytes(1) ... .mebibytes(2))
        _ = reader.choice("X_FORMAT", default: LogFormat.text)
        _ = reader.requiredSecret("X_TOKEN")
        #expect(
            problems(reader) == [
                EnvironmentProblem("X_COUNT", .invalid(value: "10", expected: "an integer from 0 to 9")),
                EnvironmentProblem("X_ON", .invalid(value: "maybe", expected: "true or false")),
                EnvironmentProblem(
                    "X_WAIT",
                    .invalid(value: "30", expected: "a duration such as 30s from 1s to 1m30s")
                ),
                EnvironmentProblem(
                    "X_SIZE",
                    .invalid(value: "1TB", expected: "a size such as 8MiB from 1KiB to 2MiB")
                ),
                EnvironmentProblem(
                    "X_FORMAT",
                    .invalid(value: "xml", expected: "one of text, json, journal")
                ),
                EnvironmentProblem("X_TOKEN", .missing),
                EnvironmentProblem("X_CUONT", .unknown, suggestion: "X_COUNT"),
            ]
        )
    }

    @Test func `a value can come from a file, without its last newline`() throws {
        let path = try temporaryFile("s3cret\n")
        defer { unsafe unlink(path) }
        var reader = reader(["X_TOKEN_FILE": path])
        let token = reader.requiredSecret("X_TOKEN")
        try reader.finish()
        #expect(token.reveal() == "s3cret")
    }

    @Test func `a bad value from a file is not shown`() throws {
        let path = try temporaryFile("s3cret")
        defer { unsafe unlink(path) }
        var reader = reader(["X_COUNT_FILE": path])
        _ = reader.integer("X_COUNT", default: 1, in: 0...9)
        let expected = EnvironmentProblem("X_COUNT", .invalid(value: nil, expected: "an integer from 0 to 9"))
        #expect(problems(reader) == [expected])
        #expect(expected.description == "X_COUNT must be an integer from 0 to 9")
    }

    @Test func `a value and a file together are refused`() {
        var reader = reader(["X_TOKEN": "a", "X_TOKEN_FILE": "/nowhere"])
        _ = reader.requiredSecret("X_TOKEN")
        #expect(problems(reader) == [EnvironmentProblem("X_TOKEN", .givenTwice)])
    }

    @Test(arguments: [
        ("/nowhere/token", RuntimeError.systemCall(name: "open", errno: ENOENT)),
        ("/dev/zero", .systemCall(name: "read", errno: EFBIG)),
        ("/", .systemCall(name: "read", errno: EISDIR)),
    ])
    func `a file that cannot be used is named with the reason`(path: String, error: RuntimeError) {
        var reader = reader(["X_TOKEN_FILE": path])
        _ = reader.requiredSecret("X_TOKEN")
        #expect(
            problems(reader) == [
                EnvironmentProblem("X_TOKEN", .unreadableFile(path: path, reason: "\(error)"))
            ]
        )
    }

    @Test func `an empty file is no secret`() {
        var reader = reader(["X_TOKEN_FILE": "/dev/null"])
        _ = reader.secret("X_TOKEN")
        #expect(
            problems(reader) == [
                EnvironmentProblem("X_TOKEN", .unreadableFile(path: "/dev/null", reason: "it is empty"))
            ]
        )
    }

    @Test func `a file of other bytes than UTF-8 is refused`() throws {
        let path = try temporaryFile("")
        defer { unsafe unlink(path) }
        try Data([0xFF, 0xFE]).write(to: URL(filePath: path))
        #expect(throws: RuntimeError.systemCall(name: "read", errno: EILSEQ)) { try smallFile(path) }
    }

    @Test func `the message has one line for each problem`() {
        let error = RuntimeError.environment([
            EnvironmentProblem("X_A", .missing), EnvironmentProblem("X_B", .unknown, suggestion: "X_A"),
            EnvironmentProblem("X_C", .invalid(value: "a\nb", expected: "true or false")),
        ])
        #expect(
            error.description == """
                X_A is missing; set it, or X_A_FILE to a file that holds it
                X_B is not known; did you mean X_A?
                X_C must be true or false, not "a\\nb"
                """
        )
    }

    @Test func `the keys read are the table of settings`() {
        var reader = reader([:])
        _ = reader.duration("X_WAIT", default: .seconds(90), in: .zero ... .seconds(90), help: "How long.")
        _ = reader.secret("X_TOKEN")
        #expect(reader.known.map(\.name) == ["X_WAIT", "X_TOKEN"])
        #expect(reader.known.map(\.defaultText) == ["1m30s", nil])
        #expect(reader.known.first?.help == "How long.")
    }

    @Test func `the process's own variables are there`() {
        #expect(processEnvironment()["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    }

    private func reader(_ variables: [String: String]) -> EnvironmentReader {
        EnvironmentReader(variables: variables, prefix: "X_")
    }

    private func problems(_ reader: EnvironmentReader) -> [EnvironmentProblem] {
        do {
            try reader.finish()
            return []
        } catch {
            guard case .environment(let problems) = error else { return [] }
            return problems
        }
    }

    private func temporaryFile(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        try Data(text.utf8).write(to: file)
        return file.path()
    }
}
