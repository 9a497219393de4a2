import Contracts
import Drift
import JSONCore
import JSONSchema

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

    /// What a schema alone finds.
    private var bySchema = FindingCollector(endpoint: "")

    /// The reader is for URLs, and nil where there are none.
    init(_ measure: Measure, _ reader: URLReader?, limits: ParseLimits) {
        self.measure = measure
        self.reader = reader
        self.limits = limits
        if case .contract(let loaded, _) = measure { byContract = RecordingCheck(loaded) }
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
            recording = try await self.recording(of: part)
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
        bySchema.settle()
    }

    /// Adds what was found in the recordings that come after this one's.
    mutating func append(_ later: Judge) {
        results.append(later.results)
        if let check = later.byContract { byContract?.append(check) }
        bySchema.append(later.bySchema)
    }

    // MARK: Taking apart

    /// Nil for what a HAR holds beside responses of the contract.
    private func recording(of part: RecordedPart) async throws(InputFault) -> Recording? {
        switch part.content {
        case .end: return nil
        case .fault(let fault): throw fault
        case .recording(let recording): return recording
        case .body(let bytes): return Recording(bytes: bytes)
        case .json(let bytes):
            guard InputFormat(name: "", head: bytes) == .recording else { return Recording(bytes: bytes) }
            let root = try document(Recording(bytes: bytes)).root
            return root.isRecording ? try Recording(root, .recording) : Recording(bytes: bytes)
        case .recordingFile(let bytes):
            let root = try document(Recording(bytes: bytes)).root
            guard root.isRecording else { throw InputFault(.notRecording, "it is none that record wrote") }
            return try Recording(root, .recording)
        case .harEntry(let bytes):
            let root = try document(Recording(bytes: bytes)).root
            return try measure.isAbout(root) ? Recording(root, .harEntry) : nil
        case .url(let url):
            guard let reader else { preconditionFailure("a URL without anybody to fetch it") }
            return try await reader.recording(of: url)
        }
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
        case .schema(let schema):
            let document = try document(recording)
            let place = Place(document.root)
            bySchema.begin(input: name)
            bySchema.add(document.notices, of: document)
            bySchema.observe(place)
            bySchema.add(schema.explain(document.root), below: place)
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

    private func document(_ recording: Recording) throws(InputFault) -> JSONDocument {
        do {
            return try JSONDocument(recording.bytes, limits: limits)
        } catch {
            throw InputFault(error, in: recording)
        }
    }

    // MARK: The report

    /// What it all came to.
    consuming func report(failOn: Severity) -> Report {
        guard case .contract(let loaded, _) = measure, let byContract else {
            return Report(contract: nil, inputs: results.all, findings: bySchema.findings, failOn: failOn)
        }
        let contract = "\(loaded.contract.feed)/v\(loaded.contract.version)"
        return Report(contract: contract, inputs: results.all, findings: byContract.findings, failOn: failOn)
    }
}
