import Contracts
import Drift
import JSONCore
import JSONSchema

/// Judges inputs one after another and groups what it finds over all of them.
struct Judge {
    private let measure: Measure
    private let reader = InputReader()
    private var results: [InputResult] = []

    /// What a contract finds; nil for a check by a schema alone.
    private var page: PageCheck?

    /// What a schema alone finds.
    private var collector = FindingCollector(endpoint: "")

    init(_ measure: Measure) {
        self.measure = measure
        if case .contract(let loaded, _) = measure { page = PageCheck(loaded) }
    }

    /// Reads an input and judges it as a recording of its own; the endpoint is nil exactly for a check by a schema alone.
    mutating func judge(_ input: Input, of endpoint: Endpoint?) async {
        var bytes = 0
        var fault: InputFault?
        do throws(InputFault) {
            let recording = try await reader.recording(of: input)
            bytes = recording.bytes.count
            if let fault = InputFault(statusOf: recording) { throw fault }
            try add(recording, of: endpoint, name: input.name)
        } catch {
            fault = error
        }
        results.append(InputResult(name: input.name, endpoint: endpoint?.name, bytes: bytes, fault: fault))
    }

    private mutating func add(_ recording: Recording, of endpoint: Endpoint?, name: String) throws(InputFault)
    {
        switch measure {
        case .contract:
            guard let endpoint else { preconditionFailure("a check by a contract needs an endpoint") }
            let document = try answer(recording, of: endpoint)
            page?.add(document, of: endpoint, input: name)
        case .schema(let schema):
            let document = try document(recording)
            let place = Place(document.root)
            collector.begin(input: name)
            collector.add(document.notices, of: document)
            collector.observe(place)
            collector.add(schema.explain(document.root), below: place)
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
        guard case .contract(let loaded, _) = measure, let page else {
            return Report(contract: nil, inputs: results, findings: collector.findings, failOn: failOn)
        }
        let contract = "\(loaded.contract.feed)/v\(loaded.contract.version)"
        let findings = SectionExtractor(page).page().findings
        return Report(contract: contract, inputs: results, findings: findings, failOn: failOn)
    }
}
