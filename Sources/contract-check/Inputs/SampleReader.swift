import FoundationEssentials
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
    /// - Throws: as ``eachSample(_:)``.
    func samples() async throws -> [Sample] {
        var samples: [Sample] = []
        try await eachSample { samples.append($0) }
        return samples
    }

    /// Gives each sample to `body`, in the inputs' order.
    ///
    /// - Throws: ``SampleFaults`` with every input that could not be read: what is left out would be missed in what is made
    ///   of the rest. ``CheckError`` for the words. What `body` throws.
    func eachSample(_ body: (Sample) throws -> Void) async throws {
        let inputs = try Input.all(words, where: InputFormat.isRecording)
        let hasURL = inputs.contains { if case .url = $0 { true } else { false } }
        let reader = try hasURL ? URLReader(headers: headers, limits: limits) : nil
        var count = 0
        var faults = SampleFaults()
        var parts = InputReader(inputs, format: format, limits: limits)
        let progress = Progress(console)
        defer { progress.clear() }
        while let part = parts.next() {
            do {
                if let sample = try await sample(of: part, reader) {
                    count += 1
                    try body(sample)
                }
            } catch let fault as InputFault {
                faults.inputs.append((part.name, fault))
            }
            progress.show(count)
        }
        await reader?.close()
        guard faults.inputs.isEmpty else { throw faults }
        guard count > 0 else { throw SampleFaults.none(in: words) }
    }

    /// The samples for going through them several times; in memory only where inputs cannot be read again.
    ///
    /// - Throws: as ``eachSample(_:)``.
    func repeatableSamples() async throws -> RepeatableSamples {
        let inputs = try Input.all(words, where: InputFormat.isRecording)
        return inputs.allSatisfy(\.canBeReadAgain) ? .files(self) : .memory(try await samples())
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

/// Samples that can be gone through several times.
enum RepeatableSamples {
    /// Read anew each time.
    case files(SampleReader)
    case memory([Sample])

    /// Gives each sample to `body`, in the inputs' order.
    ///
    /// - Throws: as ``SampleReader/eachSample(_:)``.
    func each(_ body: (Sample) throws -> Void) async throws {
        switch self {
        case .files(let reader): try await reader.eachSample(body)
        case .memory(let samples): for sample in samples { try body(sample) }
        }
    }
}

extension Input {
    /// Whether it is a file with contents of its own, and no pipe.
    fileprivate var canBeReadAgain: Bool {
        guard case .file(let path) = self else { return false }
        // What cannot be looked at is told when it is read.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
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
