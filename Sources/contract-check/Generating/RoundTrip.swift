import FoundationEssentials
import JSONCore

/// Compiles generated Swift, lets it decode samples and encode them again, and compares.
struct RoundTrip {
    /// What became of a sample.
    enum Outcome {
        case same
        case different(ValueDifference)
        /// In the decoder's words.
        case refused(String)
    }

    private let compiler: String
    private let folder: ScratchFolder
    private let nullsMayGo: Bool

    private static let maxLinesOfCompiler = 20

    /// Compiles in a folder of its own, which ``close()`` takes away.
    ///
    /// - Parameters:
    ///   - source: the types.
    ///   - compiler: see ``SwiftCompiler/program(_:)``.
    ///   - root: the type of a whole sample.
    ///   - nullsMayGo: whether a member that was null may be missing afterwards.
    /// - Throws: ``CheckError`` `notCompiled`, with what the compiler says, or `notWritten`.
    init(_ source: String, by compiler: String, root: String, nullsMayGo: Bool) throws {
        self.compiler = compiler
        self.nullsMayGo = nullsMayGo
        folder = try ScratchFolder(for: "round-trip")
        do {
            try writeFile(folder.path("Models.swift"), Array(source.utf8))
            try writeFile(folder.path("main.swift"), Array(Self.program(decoding: root).utf8))
            try compile()
        } catch {
            close()
            throw error
        }
    }

    /// Removes the folder.
    func close() { folder.close() }

    private func compile() throws {
        let words = [
            compiler, "-swift-version", "6", "-warnings-as-errors", folder.path("Models.swift"),
            folder.path("main.swift"),
        ]
        let log = folder.path("compiler.txt")
        let status: Int32
        do throws(SystemError) {
            status = try ChildProcess.run(words + ["-o", folder.path("program")], outputTo: log)
        } catch {
            throw CheckError(.notCompiled("\(compiler) cannot be run: \(error)"))
        }
        guard status == 0 else {
            let lines = Self.text(log).split(separator: "\n").prefix(Self.maxLinesOfCompiler)
            throw CheckError(.notCompiled(lines.joined(separator: "\n  ")))
        }
    }

    /// Decodes and encodes a sample.
    ///
    /// - Throws: ``CheckError`` `notWritten`, or `notCompiled` when the program does not run.
    func outcome(of sample: JSONDocument) throws -> Outcome {
        let (input, output) = (folder.path("input.json"), folder.path("output.json"))
        try writeFile(input, sample.bytes)
        let status: Int32
        do throws(SystemError) {
            status = try ChildProcess.run([folder.path("program"), input], outputTo: output)
        } catch {
            throw CheckError(.notCompiled("the program cannot be run: \(error)"))
        }
        let text = Self.text(output)
        guard status == 0 else { return .refused(text.trimmingPrefix { $0.isWhitespace }.description) }
        do throws(JSONError) {
            let after = try JSONDocument(text)
            let difference = ValueDifference(
                from: sample.root,
                to: after.root,
                nullsMayGo: nullsMayGo
            )
            return difference.map(Outcome.different) ?? .same
        } catch {
            return .refused("what was encoded is not JSON: \(error)")
        }
    }

    private static func text(_ path: String) -> String {
        // A program that was killed may have written nothing.
        String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
    }

    private static func program(decoding root: String) -> String {
        """
        import Foundation

        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
            let value = try JSONDecoder().decode(\(root).self, from: data)
            FileHandle.standardOutput.write(try JSONEncoder().encode(value))
        } catch {
            print(error)
            exit(1)
        }

        """
    }
}

extension RoundTrip.Outcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .same: "comes back as it was"
        case .different(let difference): "\(difference)"
        case .refused(let reason): "is not decoded: \(reason)"
        }
    }
}
