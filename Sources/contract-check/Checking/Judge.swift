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
    private var results: [InputResult] = []

    /// The inputs with many recordings of which one was judged, by name.
    private var judgedInputs: Set<String> = []

    /// Where the inputs with many recordings end.
    private var ends: [InputEnd] = []

    private struct InputEnd: Sendable {
        let input: Input
        let recordingCount: Int

        /// How many results stand before it.
        let position: Int
    }

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
            return ends.append(InputEnd(input: part.input, recordingCount: count, position: results.count))
        }
        let recording: Recording?
        do throws(InputFault) {
            recording = try await part.recording(reader, limits: limits, where: measure.isAbout)
        } catch {
            return add(part, try measure.endpoint(ofUnread: part), bytes: part.byteCount, error)
        }
        guard let recording else { return }
        let endpoint = try measure.endpoint(of: part.input, answering: recording.request)
        var fault: InputFault?
        do throws(InputFault) {
            try judge(recording, of: endpoint, name: part.name)
        } catch {
            fault = error
        }
        add(part, endpoint, bytes: recording.bytes.count, fault)
    }

    /// Lets go of the documents that were judged.
    mutating func settle() {
        byContract?.settle()
        bySchema.settle()
    }

    /// Adds what was found in the recordings that come after this one's.
    mutating func append(_ later: Judge) {
        ends += later.ends.map { end in
            InputEnd(
                input: end.input,
                recordingCount: end.recordingCount,
                position: results.count + end.position
            )
        }
        results += later.results
        judgedInputs.formUnion(later.judgedInputs)
        if let check = later.byContract { byContract?.append(check) }
        bySchema.append(later.bySchema)
    }

    private mutating func add(_ part: RecordedPart, _ endpoint: Endpoint?, bytes: Int, _ fault: InputFault?) {
        results.append(InputResult(name: part.name, endpoint: endpoint?.name, bytes: bytes, fault: fault))
        if part.name != part.input.name { judgedInputs.insert(part.input.name) }
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
            let document = try recording.document(limits: limits)
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

    // MARK: The report

    /// What it all came to.
    consuming func report(failOn: Severity) -> Report {
        // From the back, so that what is put in moves no position.
        for end in ends.reversed() where !judgedInputs.contains(end.input.name) {
            results.insert(InputResult(without: end.recordingCount, in: end.input), at: end.position)
        }
        guard case .contract(let loaded, _) = measure, let byContract else {
            return Report(contract: nil, inputs: results, findings: bySchema.findings, failOn: failOn)
        }
        let contract = "\(loaded.contract.feed)/v\(loaded.contract.version)"
        return Report(contract: contract, inputs: results, findings: byContract.findings, failOn: failOn)
    }
}

extension InputResult {
    /// An input in which nothing was to be judged; a CI job that checks nothing must not pass.
    fileprivate init(without count: Int, in input: Input) {
        let detail =
            count == 0
            ? "it holds no recordings"
            : "none of its \(counted(count, "recording")) is a response of an endpoint, by method and URL"
        self.init(name: input.name, endpoint: nil, bytes: 0, fault: InputFault(.noRecordings, detail))
    }
}
