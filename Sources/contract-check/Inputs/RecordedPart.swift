/// One part of an input, not yet taken apart: that is done where it is judged, many at a time.
struct RecordedPart: Sendable {
    enum Content: Sendable {
        /// A body, or a recording.
        case json([UInt8])
        case body([UInt8])
        /// What `record` writes.
        case recordingFile([UInt8])
        /// An element of a HAR's `log.entries`.
        case harEntry([UInt8])
        case recording(Recording)
        /// To be fetched.
        case url(String)
        case fault(InputFault)
        /// Behind the last part of an input that had so many recordings.
        case end(recordings: Int)
    }

    /// What it is called in reports.
    let name: String

    /// What it is a part of.
    let input: Input
    let content: Content

    /// What is held in memory for it.
    ///
    /// A URL counts as much as a batch holds, so that others are fetched meanwhile.
    var byteCount: Int {
        switch content {
        case .json(let bytes), .body(let bytes), .recordingFile(let bytes), .harEntry(let bytes):
            bytes.count
        case .recording(let recording): recording.bytes.count
        case .url: CheckRun.batchBytes
        case .fault, .end: 0
        }
    }

    /// What lines and columns in the text of a recording that it holds are counted in.
    func layout(of recording: Recording?) -> InputResult.Layout {
        if case .url = content { return .input }
        if recording?.isTakenOut == true { return .body }
        if name == input.name { return .input }
        return name.hasPrefix(input.name + ":") ? .line : .body
    }
}
