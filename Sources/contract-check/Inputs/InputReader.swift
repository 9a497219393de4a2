import JSONCore

/// Gives the parts of inputs, one after another; of a file with many, only what is asked for is in memory.
struct InputReader {
    private var inputs: ArraySlice<Input>
    private let format: InputFormat?
    private let limit: Int
    private var opened: Opened?

    /// Parts that came of one file at once.
    private var ready: [RecordedPart] = []

    /// A file with many parts.
    private struct Opened {
        let input: Input
        var source: Source
        var count = 0

        mutating func next(limit: Int) throws(InputFault) -> RecordedPart? {
            switch source {
            case .lines(var lines):
                let line = try lines.next(limit: limit)
                source = .lines(lines)
                count += line == nil ? 0 : 1
                return line.map { part("\(input.name):\($0.number)", .json($0.bytes)) }
            case .elements(var elements, let isHAR):
                let element = try elements.next(limit: limit)
                source = .elements(elements, isHAR: isHAR)
                defer { count += element == nil ? 0 : 1 }
                return element.map { part("\(input.name)[\(count)]", isHAR ? .harEntry($0) : .json($0)) }
            }
        }

        private func part(_ name: String, _ content: RecordedPart.Content) -> RecordedPart {
            RecordedPart(name: name, input: input, content: content)
        }
    }

    private enum Source {
        case lines(LineReader)
        case elements(ElementReader, isHAR: Bool)
    }

    /// What every file is, `format` says; nil tells it by name and content.
    init(_ inputs: [Input], format: InputFormat?, limits: ParseLimits) {
        self.inputs = inputs[...]
        self.format = format
        limit = limits.maxBytes
    }

    /// The next part; nil behind the last.
    mutating func next() -> RecordedPart? {
        if !ready.isEmpty { return ready.removeFirst() }
        if opened != nil { return nextOfOpened() }
        guard let input = inputs.popFirst() else { return nil }
        if case .url(let url) = input {
            return RecordedPart(name: input.name, input: input, content: .url(url))
        }
        do throws(InputFault) {
            try open(input)
        } catch {
            return RecordedPart(name: input.name, input: input, content: .fault(error))
        }
        return next()
    }

    private mutating func open(_ input: Input) throws(InputFault) {
        if let scheme = input.foreignScheme {
            throw InputFault(.notFetched, "only http and https URLs are fetched, not \(scheme)")
        }
        let stream = try ByteStream(input)
        let format = format ?? InputFormat(name: input.name, head: stream.beginning)
        switch format {
        case .ndjson: opened = Opened(input: input, source: .lines(LineReader(stream)))
        case .array:
            opened = Opened(input: input, source: .elements(ElementReader(stream, path: []), isHAR: false))
        case .har:
            let entries = ElementReader(stream, path: ["log", "entries"])
            opened = Opened(input: input, source: .elements(entries, isHAR: true))
        case .json:
            // A body of one endpoint is never taken for a recording when it was said to be one.
            let bytes = try stream.rest(limit: limit)
            ready = [part(of: input, self.format == nil ? .json(bytes) : .body(bytes))]
        case .recording:
            let bytes = try stream.rest(limit: limit)
            ready = [part(of: input, self.format == nil ? .json(bytes) : .recordingFile(bytes))]
        case .curl: ready = try transcript(input, stream)
        }
    }

    private func part(of input: Input, _ content: RecordedPart.Content) -> RecordedPart {
        RecordedPart(name: input.name, input: input, content: content)
    }

    private func transcript(_ input: Input, _ stream: ByteStream) throws(InputFault) -> [RecordedPart] {
        let recordings = try CurlTranscript(try stream.rest(limit: limit), limit: limit).recordings
        return recordings.enumerated().map { number, recording in
            let name = recordings.count > 1 ? "\(input.name)[\(number)]" : input.name
            return RecordedPart(name: name, input: input, content: .recording(recording))
        }
    }

    private mutating func nextOfOpened() -> RecordedPart? {
        guard let input = opened?.input else { return nil }
        do throws(InputFault) {
            if let part = try opened?.next(limit: limit) { return part }
            defer { opened = nil }
            return part(of: input, .end(recordings: opened?.count ?? 0))
        } catch {
            opened = nil
            return part(of: input, .fault(error))
        }
    }
}
