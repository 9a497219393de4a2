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
        do {
            guard case .file(let path) = input else { return try standardInputBytes(limit: limits.maxBytes) }
            guard !isFolder(path) else { throw InputFault(.notRead, "there is no .json file in this folder") }
            return try fileBytes(path, limit: limits.maxBytes)
        } catch let error as SystemError {
            throw InputFault(.notRead, "\(error)")
        } catch let fault as InputFault {
            throw fault
        } catch {
            throw InputFault(.notRead, "\(error)")
        }
    }

    private func fetch(_ url: String) async throws(InputFault) -> Recording {
        var request = FetchRequest(url: url, headers: ["Accept": "application/json"])
        request.limits.maxBodyBytes = limits.maxBytes
        request.limits.allowedAddresses = .publicAnd(
            [URIReference(url).host.flatMap(AddressException.init)].compactMap(\.self))
        do {
            var configuration = FetcherConfiguration()
            configuration.userAgent = "contract-check"
            let fetcher = try Fetcher(configuration: configuration)
            let response = try await fetcher.fetch(request)
            await fetcher.shutdown()
            return Recording(bytes: response.body, status: response.status, contentType: response.contentType)
        } catch {
            throw InputFault(.notFetched, "\(error)")
        }
    }
}
