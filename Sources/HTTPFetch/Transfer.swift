internal import CLibCurl

/// One fetch on its way: an easy handle, the hop it is at, and what has come back so far.
///
/// Lives on the loop's thread only. libcurl's callbacks get an unretained pointer to it, which is sound because
/// the loop keeps a transfer until its easy handle has left the multi handle.
final class Transfer {
    typealias Outcome = Result<FetchResponse, FetchError>

    /// What follows when libcurl is done with a hop.
    enum Step {
        case nextHop
        case ended(Outcome)
    }

    let id: TransferID
    let easy: EasyHandle
    private let totalDeadline: ContinuousClock.Instant
    private let limits: FetchLimits
    private let configuration: FetcherConfiguration
    private var hop: Hop
    private var redirectCount = 0
    private var assembly: ResponseAssembly
    private var gate = AddressGate()
    private var lastByte: ContinuousClock.Instant?

    init(_ order: TransferOrder, configuration: FetcherConfiguration) throws(FetchError) {
        id = order.id
        easy = try EasyHandle()
        totalDeadline = order.totalDeadline
        limits = order.limits
        hop = order.hop
        self.configuration = configuration
        assembly = ResponseAssembly(maxBodyBytes: limits.maxBodyBytes)
        try prepareHop()
    }

    /// When the transfer must be stopped if nothing more comes; moves on with each byte.
    var deadline: ContinuousClock.Instant {
        guard let lastByte else { return totalDeadline }
        return min(totalDeadline, lastByte + limits.idleTimeout)
    }

    /// The earliest time that ``deadline`` can be at from now on, a request that is not out yet included.
    func earliestDeadline(now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        min(totalDeadline, (lastByte ?? now) + limits.idleTimeout)
    }

    /// The error for a transfer whose deadline has passed.
    func overdueError() -> FetchError {
        deadline == totalDeadline
            ? FetchError(.timedOut, at: hop.url) { $0.timeout = limits.totalTimeout }
            : FetchError(.idle, at: hop.url) { $0.timeout = limits.idleTimeout }
    }

    /// An error of the given code, with this transfer's place in it.
    func error(_ code: FetchError.Code, curlCode: Int? = nil) -> FetchError {
        FetchError(code, at: hop.url, curlCode: curlCode)
    }

    /// Judges what libcurl made of the hop; with `.nextHop` comes ``prepareHop()``, outside the multi handle.
    func finishHop(_ result: CURLcode) -> Step {
        guard result == CURLE_OK else { return .ended(.failure(failure(result))) }
        do throws(FetchError) {
            let location = assembly.headers["Location"]
            guard limits.maxRedirects > 0,
                let next = try hop.following(status: assembly.status, location: location)
            else { return .ended(.success(response())) }
            guard redirectCount < limits.maxRedirects else {
                throw FetchError(.tooManyRedirects, at: hop.url) { $0.redirectLimit = limits.maxRedirects }
            }
            advance(to: next)
            return .nextHop
        } catch {
            return .ended(.failure(error))
        }
    }

    private func advance(to next: Hop) {
        redirectCount += 1
        hop = next
        assembly = ResponseAssembly(maxBodyBytes: limits.maxBodyBytes)
        gate = AddressGate()
        lastByte = nil
    }

    /// Sets the easy handle up for the hop that is next.
    func prepareHop() throws(FetchError) {
        easy.reset()
        try easy.apply(hop, limits, configuration)
        try easy.report(to: self)
    }

    private func failure(_ result: CURLcode) -> FetchError {
        let number = Int(result.rawValue)
        if case .refused(let refusal) = assembly.phase { return error(for: refusal) }
        if let address = gate.refused {
            return FetchError(.addressRefused, at: hop.url) { $0.address = address }
        }
        return FetchError(FetchError.Code(curl: result), at: hop.url, curlCode: number) { facts in
            switch FetchError.Code(curl: result) {
            case .connectTimedOut: facts.timeout = limits.connectTimeout
            case .bodyTooLarge: facts.limitBytes = limits.maxBodyBytes
            case .truncated:
                facts.receivedBytes = easy.bytes(CURLINFO_SIZE_DOWNLOAD_T)
                facts.expectedBytes = declaredLength
                facts.partial = FetchError.PartialResponse(
                    status: assembly.status,
                    contentType: assembly.headers["Content-Type"],
                    body: assembly.body
                )
            default: break
            }
        }
    }

    private func error(for refusal: ResponseAssembly.Refusal) -> FetchError {
        switch refusal {
        case .body(let limit): FetchError(.bodyTooLarge, at: hop.url) { $0.limitBytes = limit }
        case .headers(let limit): FetchError(.headersTooLarge, at: hop.url) { $0.limitBytes = limit }
        }
    }

    private var declaredLength: Int? {
        let length = easy.bytes(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return length >= 0 ? length : nil
    }

    private func response() -> FetchResponse {
        FetchResponse(
            status: assembly.status,
            headers: assembly.headers,
            body: assembly.body,
            effectiveURL: hop.url.text,
            redirectCount: redirectCount,
            httpVersion: HTTPVersion(curl: easy.number(CURLINFO_HTTP_VERSION)),
            receivedBytes: easy.bytes(CURLINFO_SIZE_DOWNLOAD_T),
            contentLength: declaredLength,
            timing: FetchTiming(
                nameLookup: easy.duration(CURLINFO_NAMELOOKUP_TIME_T),
                connect: easy.duration(CURLINFO_CONNECT_TIME_T),
                firstByte: easy.duration(CURLINFO_STARTTRANSFER_TIME_T),
                total: easy.duration(CURLINFO_TOTAL_TIME_T)
            ),
            reusedConnection: easy.number(CURLINFO_NUM_CONNECTS) == 0
        )
    }
}

// What libcurl's callbacks ask and tell.
extension Transfer {
    func receiveHeader(line: some Collection<UInt8>) -> Bool {
        lastByte = .now
        return assembly.receiveHeader(line: line)
    }

    func receiveBody(_ piece: some Collection<UInt8>) -> Bool {
        lastByte = .now
        return assembly.receiveBody(piece)
    }

    /// Whether a socket may be opened to the address.
    func mayConnect(to address: IPAddress) -> Bool {
        gate.pass(address, allowed: limits.allowedAddresses.allows(address, host: hop.url.host))
    }

    /// Whether the request may go out on the connection, which may be one that another transfer opened under
    /// another policy.
    func mayRequest(of address: IPAddress) -> Bool {
        lastByte = .now
        gate = AddressGate()
        return mayConnect(to: address)
    }
}

/// What the address policy said during one hop, in which libcurl may try several addresses of a name.
struct AddressGate: Sendable, Equatable {
    private var firstRefused: IPAddress?
    private var passedOne = false

    /// The address to blame, nil as soon as one was allowed: then the failure has another reason.
    var refused: IPAddress? { passedOne ? nil : firstRefused }

    mutating func pass(_ address: IPAddress, allowed: Bool) -> Bool {
        if allowed {
            passedOne = true
        } else {
            firstRefused = firstRefused ?? address
        }
        return allowed
    }
}

extension HTTPVersion {
    init(curl number: Int) {
        switch number {
        case CURL_HTTP_VERSION_1_0: self = .http1
        case CURL_HTTP_VERSION_1_1: self = .http1dot1
        case CURL_HTTP_VERSION_2_0: self = .http2
        case CURL_HTTP_VERSION_3: self = .http3
        default: self = .unknown
        }
    }
}
