import Contracts
import Drift
import JSONCore
import JSONSchema

/// Judges inputs one after another and groups what it finds over all of them.
struct Judge {
    private let reader = InputReader()
    private var results: [InputResult] = []
    private var method: Method

    private enum Method {
        case contract(LoadedContract, PageCheck)
        case schema(CompiledSchema, FindingCollector)
    }

    init(_ measure: Measure) {
        method =
            switch measure {
            case .contract(let loaded, _): .contract(loaded, PageCheck(loaded))
            case .schema(let schema): .schema(schema, FindingCollector(endpoint: ""))
            }
    }

    /// Reads an input and judges it as a recording of its own.
    ///
    /// - Parameter endpoint: nil exactly for a check by a schema alone.
    mutating func judge(_ input: Input, of endpoint: Endpoint?) async {
        var bytes = 0
        do throws(InputFault) {
            let recording = try await reader.recording(of: input)
            bytes = recording.bytes.count
            if let fault = InputFault(statusOf: recording) { throw fault }
            try add(recording, of: endpoint, name: input.name)
            results.append(InputResult(name: input.name, endpoint: endpoint?.name, bytes: bytes, fault: nil))
        } catch {
            results.append(
                InputResult(name: input.name, endpoint: endpoint?.name, bytes: bytes, fault: error)
            )
        }
    }

    private mutating func add(_ recording: Recording, of endpoint: Endpoint?, name: String) throws(InputFault)
    {
        switch method {
        case .contract(let loaded, var check):
            guard let endpoint else { preconditionFailure("a check by a contract needs an endpoint") }
            let document = try answer(recording, of: endpoint)
            check.add(document, of: endpoint, input: name)
            method = .contract(loaded, check)
        case .schema(let schema, var collector):
            let document = try document(recording)
            collector.begin(input: name)
            collector.add(document.notices, Place(document.root))
            collector.observe(Place(document.root))
            _ = collector.add(schema.explain(document.root), below: Place(document.root))
            method = .schema(schema, collector)
        }
    }

    private func answer(_ recording: Recording, of endpoint: Endpoint) throws(InputFault) -> JSONDocument {
        let reading = ResponseReading(
            recording.bytes,
            status: recording.status ?? 200,
            contentType: recording.contentType,
            of: endpoint,
            limits: reader.limits
        )
        switch reading {
        case .answer(let document): return document
        case .fault(let fault): throw InputFault(fault, in: recording)
        }
    }

    private func document(_ recording: Recording) throws(InputFault) -> JSONDocument {
        do {
            return try JSONDocument(recording.bytes, limits: reader.limits)
        } catch {
            throw InputFault(error, in: recording)
        }
    }

    /// What it all came to.
    func report(failOn: Severity) -> Report {
        switch method {
        case .contract(let loaded, let check):
            Report(
                contract: "\(loaded.contract.feed)/v\(loaded.contract.version)",
                inputs: results,
                findings: SectionExtractor(check).page().findings,
                failOn: failOn
            )
        case .schema(_, let collector):
            Report(contract: nil, inputs: results, findings: collector.findings, failOn: failOn)
        }
    }
}
