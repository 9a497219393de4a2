import JSONCore

/// Where a refresh belongs in a distributed trace: W3C Trace Context.
struct TraceContext: Equatable, Sendable {
    /// 32 hexadecimal digits, the same in every part of the trace.
    let traceID: String
    /// 16 hexadecimal digits, of this part.
    let spanID: String
    /// Two hexadecimal digits; the last bit says whether the trace is recorded.
    let flags: String

    /// The parameter of a job, and the header of a request, that carries it.
    static let parameter = "traceparent"

    private init(traceID: String, spanID: String, flags: String) {
        self.traceID = traceID
        self.spanID = spanID
        self.flags = flags
    }

    /// Reads the four fields of version 00, which later versions begin with; nil for anything else.
    ///
    /// Section 3.2.2: lower case only, neither identifier is all zeros, and version ff is none.
    init?(traceparent: String) {
        let fields = traceparent.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.map(\.utf8.count) == [2, 32, 16, 2], fields.allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
            fields[0] != "ff",
            !fields[1...2].contains(where: { $0.utf8.allSatisfy { $0 == UInt8(ascii: "0") } })
        else { return nil }
        self.init(traceID: String(fields[1]), spanID: String(fields[2]), flags: String(fields[3]))
    }

    /// Reads the one that a job was given; nil when it was given none.
    init?(parameters: String) {
        // `enqueue` takes objects only; a row that somebody broke by hand fails where its parameters are used.
        guard let root = try? JSONDocument(parameters).root else { return nil }
        guard let text = root[Self.parameter]?.string else { return nil }
        self.init(traceparent: text)
    }

    /// The context of a part below this one.
    ///
    /// - Parameter span: random, by the caller; 0, which is no identifier, counts as 1.
    /// - Returns: the same trace and flags.
    func child(span: UInt64) -> TraceContext {
        let digits = String(max(span, 1), radix: 16)
        let spanID = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        return TraceContext(traceID: traceID, spanID: spanID, flags: flags)
    }

    /// As a header carries it; the version is our own.
    var traceparent: String { "00-\(traceID)-\(spanID)-\(flags)" }
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
}
