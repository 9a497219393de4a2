import Glibc
import HTTPFetch
import JSONCore
import JSONSchema

/// What an input holds, with the HTTP facts of a URL.
struct Recording {
    let bytes: [UInt8]

    /// Nil for what did not come over HTTP now.
    var status: Int?
    var contentType: String?
}

/// Gets the bytes of inputs.
struct InputReader {
    /// The longest response that is looked at.
    let limits = ParseLimits()

    /// Reads or fetches an input.
    ///
    /// - Throws: ``InputFault`` for what cannot be read or fetched.
    func recording(of input: Input) async throws(InputFault) -> Recording {
        switch input {
        case .url(let url): return try await fetch(url)
        case .file, .standardInput: return Recording(bytes: try bytes(of: input))
        }
    }

    /// The bytes of an input that is no URL.
    ///
    /// - Throws: ``InputFault`` `notRead`.
    func bytes(of input: Input) throws(InputFault) -> [UInt8] {
        do throws(SystemError) {
            guard case .file(let path) = input else { return try standardInputBytes(limit: limits.maxBytes) }
            return try fileBytes(path, limit: limits.maxBytes)
        } catch {
            throw InputFault(
                .notRead,
                error.number == EISDIR ? "there is no .json file in this folder" : "\(error)"
            )
        }
    }

    private func fetch(_ url: String) async throws(InputFault) -> Recording {
        do throws(FetchError) {
            var configuration = FetcherConfiguration()
            configuration.userAgent = "contract-check"
            let fetcher = try Fetcher(configuration: configuration)
            let outcome = await outcome(of: request(for: url), fetcher)
            await fetcher.shutdown()
            return Recording(try outcome.get())
        } catch {
            throw InputFault(.notFetched, "\(error)")
        }
    }

    private func outcome(
        of request: FetchRequest,
        _ fetcher: Fetcher
    ) async -> Result<FetchResponse, FetchError> {
        do throws(FetchError) {
            return .success(try await fetcher.fetch(request))
        } catch {
            return .failure(error)
        }
    }

    /// A request that may go to the host in the URL, wherever that is, and to public addresses if it redirects.
    private func request(for url: String) -> FetchRequest {
        var request = FetchRequest(url: url, headers: ["Accept": "application/json"])
        request.limits.maxBodyBytes = limits.maxBytes
        let named = URIReference(url).host.flatMap(AddressException.init)
        request.limits.allowedAddresses = named.map { .publicAnd([$0]) } ?? .publicOnly
        return request
    }
}

extension Recording {
    fileprivate init(_ response: FetchResponse) {
        self.init(bytes: response.body, status: response.status, contentType: response.contentType)
    }
}
