import Contracts
import Drift
import JSONCore
import JSONSchema
import SwiftModels

/// Judges recordings, each on its own, and groups what it finds over all of them.
///
/// The parts of a long list may be judged by several, whose findings are put together in the list's order.
struct Judge: Sendable {
    private let measure: Measure
    private let reader: URLReader?
    private let limits: ParseLimits
    private var results = InputResults()

    /// What a contract finds; nil for a check by a schema alone.
    private var byContract: RecordingCheck?

    /// What a model finds; nil without one.
    private var byModel: ModelCheck?

    /// What a schema alone finds.
    private var bySchema: FindingCollector

    /// The reader is for URLs, and nil where there are none.
    init(_ measure: Measure, _ reader: URLReader?, limits: ParseLimits, direction: Viewpoint) {
        self.measure = measure
        bySchema = measure.collector(direction)
        self.reader = reader
        self.limits = limits
        switch measure {
        case .contract(let loaded, _): byContract = RecordingCheck(loaded, direction: direction)
        case .model(let model, let strategies):
            var rules = SeverityRules()
            rules.direction = direction
            byModel = ModelCheck(model, strategies, rules: rules)
        case .schema: break
        }
    }

    /// Judges a part of an input as a recording of its own.
    ///
    /// - Throws: ``CheckError`` `endpointUnclear`.
    mutating func judge(_ part: RecordedPart) async throws(CheckError) {
        if case .end(let count) = part.content {
            return results.end(part.input, recordings: count)
        }
        let recording: Recording?
        do throws(InputFault) {
            recording = try await part.recording(reader, limits: limits, where: measure.isAbout)
        } catch {
            let endpoint = try measure.endpoint(ofUnread: part)?.name
            let layout = part.layout(of: nil)
            return results.add(
                InputResult(part, endpoint: endpoint, bytes: part.byteCount, fault: error, layout: layout)
            )
        }
        guard let recording else { return }
        let endpoint = try measure.endpoint(of: part.input, answering: recording.request)
        var fault: InputFault?
        do throws(InputFault) {
            try judge(recording, of: endpoint, name: part.name)
        } catch {
            fault = error
        }
        let layout = part.layout(of: recording)
        let bytes = recording.bytes.count
        results.add(InputResult(part, endpoint: endpoint?.name, bytes: bytes, fault: fault, layout: layout))
    }

    /// Lets go of the documents that were judged.
    mutating func settle() {
        byContract?.settle()
        byModel?.settle()
        bySchema.settle()
    }

    /// Adds what was found in the recordings that come after this one's.
    mutating func append(_ later: Judge) {
        results.append(later.results)
        if let check = later.byContract { byContract?.append(check) }
        if let check = later.byModel { byModel?.append(check) }
        bySchema.append(later.bySchema)
    }

    // MARK: Judging

    private mutating func judge(
        _ recording: Recording,
        of endpoint: Endpoint?,
        name: String
    ) throws(InputFault) {
        if let fault = InputFault(truncated: recording) ?? InputFault(statusOf: recording) { throw fault }
        switch measure {
        case .contract:
            guard let endpoint else { preconditionFailure("a check by a contract needs an endpoint") }
            let answer = try answer(recording, of: endpoint)
            byContract?.add(answer, of: endpoint, input: name, contentType: recording.contentType)
        case .schema(let schema, _):
            let document = try recording.document(limits: limits)
            let place = Place(document.root)
            if document.root.isNull, !schema.accepts(document) { throw InputFault(nullBodyOf: recording) }
            bySchema.begin(input: name)
            bySchema.add(document.notices, of: document)
            bySchema.observe(place)
            bySchema.add(schema.explain(document.root), by: schema, below: place)
            bySchema.compare(document.root)
        case .model:
            let document = try recording.document(limits: limits)
            if document.root.isNull, byModel?.takesNull == false { throw InputFault(nullBodyOf: recording) }
            byModel?.add(document, input: name)
        }
    }

    private func answer(_ recording: Recording, of endpoint: Endpoint) throws(InputFault) -> JSONDocument {
        let reading = ResponseReading(
            recording.bytes,
            status: recording.status ?? 200,
            contentType: recording.contentType,
            of: endpoint,
            limits: limits
        )
        switch reading {
        case .answer(let document): return document
        case .fault(let fault): throw InputFault(fault, in: recording)
        }
    }

    // MARK: The report

    /// What it all came to.
    consuming func report(failOn: Severity) -> Report {
        guard case .contract(let loaded, _) = measure, let byContract else {
            let findings = byModel?.findings ?? bySchema.findings
            return Report(contract: nil, inputs: results.all, findings: findings, failOn: failOn)
        }
        let contract = "\(loaded.contract.feed)/v\(loaded.contract.version)"
        return Report(contract: contract, inputs: results.all, findings: byContract.findings, failOn: failOn)
    }
}
