import HTTPFetch
import JSONCore
import Options

/// One sample: a response that is JSON.
struct Sample: Sendable {
    /// What it is called in messages.
    let name: String
    let document: JSONDocument

    /// The input that it is, or is a part of.
    let input: Input

    /// What it answers, where that was recorded.
    let request: Recording.Request?
}

/// Reads all samples that inputs hold.
struct SampleReader {
    private let words: [String]
    private let format: InputFormat?
    private let headers: HTTPHeaders
    private let limits: ParseLimits
    private let console: Console
    private let isWanted: (JSONValue) -> Bool

    /// Nothing is read yet; of a HAR, the entries that are wanted will be.
    init(
        _ words: [String],
        format: InputFormat?,
        headers: HTTPHeaders,
        limits: ParseLimits,
        _ console: Console,
        where isWanted: @escaping (JSONValue) -> Bool = \.hasJSONBody
    ) {
        self.words = words
        self.format = format
        self.headers = headers
        self.limits = limits
        self.console = console
        self.isWanted = isWanted
    }

    /// All samples, in the inputs' order.
    ///
    /// - Throws: ``SampleFaults`` with every input that could not be read: what is left out would be missed in what is made
    ///   of the rest. ``CheckError`` for the words.
    func samples() async throws -> [Sample] {
        let inputs = try Input.all(words, where: InputFormat.isRecording)
        let hasURL = inputs.contains { if case .url = $0 { true } else { false } }
        let reader = try hasURL ? URLReader(headers: headers, limits: limits) : nil
        var samples: [Sample] = []
        var faults = SampleFaults()
        var parts = InputReader(inputs, format: format, limits: limits)
        let progress = Progress(console)
        while let part = parts.next() {
            do throws(InputFault) {
                if let sample = try await sample(of: part, reader) { samples.append(sample) }
            } catch {
                faults.inputs.append((part.name, error))
            }
            progress.show(samples.count)
        }
        progress.clear()
        await reader?.close()
        guard faults.inputs.isEmpty else { throw faults }
        guard !samples.isEmpty else { throw SampleFaults.none(in: words) }
        return samples
    }

    private func sample(of part: RecordedPart, _ reader: URLReader?) async throws(InputFault) -> Sample? {
        guard let recording = try await part.recording(reader, limits: limits, where: isWanted) else {
            return nil
        }
        if let fault = InputFault(truncated: recording) ?? InputFault(statusOf: recording) { throw fault }
        return Sample(
            name: part.name,
            document: try recording.document(limits: limits),
            input: part.input,
            request: recording.request
        )
    }
}

/// Inputs that hold no samples, or none that can be read; the process ends with ``Ending/unreadable``.
struct SampleFaults: Error {
    var inputs: [(name: String, fault: InputFault)] = []

    /// Of inputs with nothing in them, which are no inputs.
    static func none(in words: [String]) -> SampleFaults {
        let fault = InputFault(.noRecordings, "there is no sample in it")
        return SampleFaults(inputs: words.map { (Input($0).name, fault) })
    }
}

extension Console {
    /// Tells of each input why it holds no sample.
    func complain(of faults: SampleFaults) {
        for (name, fault) in faults.inputs {
            complain("contract-check: \(name): \(fault.word): \(fault.detail)\n")
        }
    }
}
