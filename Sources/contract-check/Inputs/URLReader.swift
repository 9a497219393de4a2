import HTTPFetch
import JSONCore
import JSONSchema

/// Fetches what is served now.
struct URLReader: Sendable {
    private let fetcher: Fetcher
    private let headers: HTTPHeaders
    private let limits: ParseLimits

    /// - Parameters:
    ///   - headers: not sent to another origin when a redirect leads there.
    ///   - limits: the longest body.
    /// - Throws: ``InputFault`` `notFetched`.
    init(headers: HTTPHeaders = [:], limits: ParseLimits) throws(InputFault) {
        var configuration = FetcherConfiguration()
        configuration.userAgent = "contract-check"
        do throws(FetchError) {
            fetcher = try Fetcher(configuration: configuration)
        } catch {
            throw InputFault(.notFetched, "\(error)")
        }
        self.headers = headers
        self.limits = limits
    }

    /// The response to a GET.
    ///
    /// - Throws: ``InputFault``: `notFetched`, or `truncated` for a body that was cut off.
    func recording(of url: String) async throws(InputFault) -> Recording {
        let response = try await response(to: FetchRequest(url: url, headers: headers.acceptingJSON))
        return Recording(
            bytes: response.body,
            status: response.status,
            contentType: response.contentType
        )
    }

    /// The response to a request, which may go to the host in its URL, wherever that is, and to public addresses if it
    /// redirects.
    func response(to request: FetchRequest) async throws(InputFault) -> FetchResponse {
        var request = request
        request.limits.maxBodyBytes = limits.maxBytes
        let named = URIReference(request.url).host.flatMap(AddressException.init)
        request.limits.allowedAddresses = named.map { .publicAnd([$0]) } ?? .publicOnly
        do throws(FetchError) {
            return try await fetcher.fetch(request)
        } catch {
            throw InputFault(error)
        }
    }

    /// Ends the connections.
    func close() async { await fetcher.shutdown() }
}

extension HTTPHeaders {
    /// The headers with an `Accept`, where none of them is one.
    var acceptingJSON: HTTPHeaders {
        self["Accept"] == nil
            ? HTTPHeaders(fields + [HTTPHeader(name: "Accept", value: "application/json")]) : self
    }
}

extension InputFault {
    /// A transfer that failed; one that was cut off has the facts of the response.
    fileprivate init(_ error: FetchError) {
        guard let partial = error.facts.partial else {
            self.init(.notFetched, "\(error)")
            return
        }
        let recording = Recording(
            bytes: partial.body,
            status: partial.status,
            contentType: partial.contentType
        )
        self.init(truncated: recording, detail: "\(error)")
    }
}
