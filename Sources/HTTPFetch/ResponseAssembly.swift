/// The states of one response while its bytes come in; decides, and touches nothing outside itself.
///
/// ```
/// awaitingStatus → readingFields → readingBody
///        ↑______________|  (a 1xx answer is followed by another)
/// any → refused            (a limit was passed; nothing more is taken)
/// ```
struct ResponseAssembly: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        case awaitingStatus
        case readingFields
        case readingBody
        case refused(Refusal)
    }

    /// Which limit was passed.
    enum Refusal: Sendable, Equatable {
        case body(limitBytes: Int)
        case headers(limitBytes: Int)
    }

    /// Header bytes of one response, all 1xx answers and trailers included.
    static let maxHeaderBytes = 256 << 10

    private(set) var phase: Phase = .awaitingStatus
    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    private(set) var body: [UInt8] = []
    private var headerBytes = 0
    private let maxBodyBytes: Int

    init(maxBodyBytes: Int) {
        self.maxBodyBytes = maxBodyBytes
    }

    /// Takes one header line with its line end; false when the transfer must stop.
    mutating func receiveHeader(line: some Collection<UInt8>) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.maxHeaderBytes else {
            return refuse(.headers(limitBytes: Self.maxHeaderBytes))
        }
        switch phase {
        case .refused: return false
        case .awaitingStatus: begin(statusLine: line)
        case .readingFields: receiveField(line)
        // A trailer: it comes after the body was judged by its headers, so it may not change them.
        case .readingBody: break
        }
        return true
    }

    /// Takes a piece of decoded body; false when the transfer must stop.
    mutating func receiveBody(_ piece: some Collection<UInt8>) -> Bool {
        if case .refused = phase { return false }
        guard piece.count <= maxBodyBytes - body.count else {
            return refuse(.body(limitBytes: maxBodyBytes))
        }
        body.append(contentsOf: piece)
        return true
    }

    private mutating func begin(statusLine line: some Collection<UInt8>) {
        // "HTTP/1.1 200 OK": the second word; libcurl has checked the line, and knows the version.
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count >= 2 else { return }
        status = wholeNumber(String(decoding: words[1].trimmingHTTPSpace(), as: UTF8.self)) ?? 0
        headers = HTTPHeaders()
        phase = .readingFields
    }

    private mutating func receiveField(_ line: some Collection<UInt8>) {
        guard !line.allSatisfy(\.isHTTPSpace) else {
            phase = (100...199).contains(status) ? .awaitingStatus : .readingBody
            return
        }
        guard let field = HTTPHeader(line: line) else { return }
        headers.add(field.name, field.value)
    }

    private mutating func refuse(_ refusal: Refusal) -> Bool {
        phase = .refused(refusal)
        body = []
        return false
    }
}
