import JSONCore
import Options
import TypeInference

/// `contract-check infer`: what samples say about those to come.
struct InferCommand {
    private let reader: SampleReader
    private let profile: String?
    private let console: Console

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws(CheckError) {
        self.console = console
        profile = parsed.value("profile")
        reader = SampleReader(
            parsed.arguments("INPUT"),
            format: parsed.value("input-format").flatMap(InputFormat.init(rawValue:)),
            headers: try TypedHeaders(parsed, environment).headers,
            limits: ParseLimits(),
            console
        )
    }

    func run() async throws -> Ending {
        let samples: [Sample]
        do {
            samples = try await reader.samples()
        } catch let faults as SampleFaults {
            complain(faults)
            return .unreadable
        }
        var shape = Shape()
        for sample in samples { shape.observe(sample.document.root) }
        return write(Profile(shape).json.rendered, to: profile ?? "-") ? .conforms : .unreadable
    }

    private func complain(_ faults: SampleFaults) {
        for (name, fault) in faults.inputs {
            console.complain("contract-check: \(name): \(fault.word): \(fault.detail)\n")
        }
    }

    private func write(_ text: String, to path: String) -> Bool {
        guard path != "-" else {
            console.print(text)
            return true
        }
        do throws(SystemError) {
            try writeFile(path, Array(text.utf8))
            return true
        } catch {
            console.complain("contract-check: \(path): \(error)\n")
            return false
        }
    }
}
