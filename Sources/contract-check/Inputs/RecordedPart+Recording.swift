import JSONCore

extension RecordedPart {
    /// The response that a part of an input holds; nil for what a HAR holds beside wanted ones, and for an end.
    ///
    /// The reader is for URLs, and nil where there are none.
    func recording(
        _ reader: URLReader?,
        limits: ParseLimits,
        where isWanted: (JSONValue) -> Bool
    ) async throws(InputFault) -> Recording? {
        switch content {
        case .end: return nil
        case .fault(let fault): throw fault
        case .recording(let recording): return recording
        case .body(let bytes): return Recording(bytes: bytes)
        case .json(let bytes):
            guard InputFormat(name: "", head: bytes) == .recording else { return Recording(bytes: bytes) }
            let root = try Recording(bytes: bytes).document(limits: limits).root
            return root.isRecording ? try Recording(root, .recording) : Recording(bytes: bytes)
        case .recordingFile(let bytes):
            let root = try Recording(bytes: bytes).document(limits: limits).root
            guard root.isRecording else { throw InputFault(.notRecording, "it is none that record wrote") }
            return try Recording(root, .recording)
        case .harEntry(let bytes):
            let root = try Recording(bytes: bytes).document(limits: limits).root
            return try isWanted(root) ? Recording(root, .harEntry) : nil
        case .url(let url):
            guard let reader else { preconditionFailure("a URL without anybody to fetch it") }
            return try await reader.recording(of: url)
        }
    }
}

extension Recording {
    /// The body as a document.
    ///
    /// - Throws: ``InputFault`` for a body that is not JSON.
    func document(limits: ParseLimits) throws(InputFault) -> JSONDocument {
        do {
            return try JSONDocument(bytes, limits: limits)
        } catch {
            throw InputFault(error, in: self)
        }
    }
}
