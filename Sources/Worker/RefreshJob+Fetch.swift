import Contracts
import HTTPFetch
import JSONCore
import Snapshots

/// What the endpoints of a feed answered, in the contract's order.
struct FetchedPage: Sendable {
    var endpoints: [FetchedEndpoint]

    /// Of all bodies, decoded.
    var bytes: Int { endpoints.reduce(0) { $0 + $1.bodies.reduce(0) { $0 + $1.body.count } } }

    /// What to ask with the next time.
    var validators: [EndpointValidators] { endpoints.compactMap(\.validators) }

    /// The status of the first response; the endpoints of a feed rarely differ.
    var httpStatus: Int? {
        endpoints.lazy.compactMap { $0.bodies.first?.status ?? ($0.isNotModified ? 304 : nil) }.first
    }
}

/// What one endpoint answered.
struct FetchedEndpoint: Sendable {
    let endpoint: Endpoint

    /// The responses in the order of their cursors; none when nothing was modified.
    var bodies: [FetchResponse] = []

    /// Whether the server said 304.
    var isNotModified: Bool { renewed != nil }

    /// What to ask with after a 304, which may name newer validators than those it was asked with (RFC 9111 §4.3.4).
    var renewed: EndpointValidators?

    /// The longest time that one of the responses is good for.
    var freshFor: Duration?

    /// Whether a cursor came a second time, or the pages had no end.
    var isCutOff = false

    /// Why an optional endpoint is missing, or a page after the first.
    var failure: RefreshError?

    /// What to ask with next time; pages behind a cursor have no validators of their own.
    var validators: EndpointValidators? {
        if let renewed { return renewed }
        guard failure == nil, bodies.count == 1, let first = bodies.first, first.status == 200 else {
            return nil
        }
        return EndpointValidators(
            endpoint: endpoint.name,
            etag: first.validators.etag,
            lastModified: first.validators.lastModified,
            bodyDigest: ContentHash(first.body).bytes
        )
    }
}

extension RefreshJob {
    /// Fetches all endpoints at once, asking only for what has changed.
    ///
    /// When some have changed and others not, the others are fetched whole: the page is written whole, and bodies are not
    /// kept.
    func fetch(since stored: StoredPage) async throws(RefreshError) -> FetchedPage {
        let parameters = try JobParameters.items(of: job.params)
        let isCurrent = stored.contractVersion == feed.contract.version
        let known = isCurrent ? stored.validators : []
        var fetched = try await fetchAll(feed.contract.endpoints, parameters, known)
        let unchanged = fetched.filter(\.isNotModified).map(\.endpoint)
        if !unchanged.isEmpty, unchanged.count < fetched.count {
            let whole = try await fetchAll(unchanged, parameters, [])
            for fresh in whole {
                guard let place = fetched.firstIndex(where: { $0.endpoint.name == fresh.endpoint.name })
                else { continue }
                fetched[place] = fresh
            }
        }
        return FetchedPage(endpoints: fetched)
    }

    private func fetchAll(
        _ endpoints: [Endpoint],
        _ parameters: [(name: String, value: String)],
        _ known: [EndpointValidators]
    ) async throws(RefreshError) -> [FetchedEndpoint] {
        let results = await withTaskGroup(of: (Int, Result<FetchedEndpoint, RefreshError>).self) { group in
            for (place, endpoint) in endpoints.enumerated() {
                let known = known.first { $0.endpoint == endpoint.name }
                group.addTask {
                    do throws(RefreshError) {
                        return (place, .success(try await fetch(endpoint, parameters, known)))
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }
        var fetched: [FetchedEndpoint] = []
        for (_, result) in results { fetched.append(try result.get()) }
        return fetched
    }

    /// One endpoint with all its pages; an optional one that fails is left out and logged.
    private func fetch(
        _ endpoint: Endpoint,
        _ parameters: [(name: String, value: String)],
        _ known: EndpointValidators?
    ) async throws(RefreshError) -> FetchedEndpoint {
        do throws(RefreshError) {
            return try await pages(of: endpoint, parameters, known)
        } catch {
            guard endpoint.isOptional, error.disposition != .stopped else { throw error }
            return FetchedEndpoint(endpoint: endpoint, failure: error)
        }
    }

    /// The pages until the last one, or until one that does not come: only the first must.
    private func pages(
        of endpoint: Endpoint,
        _ parameters: [(name: String, value: String)],
        _ known: EndpointValidators?
    ) async throws(RefreshError) -> FetchedEndpoint {
        var fetched = FetchedEndpoint(endpoint: endpoint)
        var cursors = CursorWalk(endpoint.paging)
        repeat {
            var request = try feed.request(
                for: endpoint,
                parameters: parameters,
                cursor: cursors.current,
                trace: trace,
                limits: services.limits.fetch
            )
            if cursors.current == nil { request.validators = Validators(known) }
            do throws(RefreshError) {
                let response = try await fetch(request, of: endpoint)
                fetched.freshFor = [fetched.freshFor, response.freshFor].compactMap(\.self).max()
                guard !response.isNotModified else {
                    fetched.renewed = EndpointValidators(response.validators, over: known, of: endpoint)
                    return fetched
                }
                fetched.bodies.append(response)
                cursors.advance(after: response.body, limits: services.limits.parse)
            } catch {
                guard !fetched.bodies.isEmpty, error.disposition != .stopped else { throw error }
                fetched.failure = error
                return fetched
            }
        } while cursors.current != nil
        fetched.isCutOff = cursors.isCutOff
        return fetched
    }

    private func fetch(
        _ request: FetchRequest,
        of endpoint: Endpoint
    ) async throws(RefreshError) -> FetchResponse {
        do throws(FetchError) {
            return try await services.fetcher.fetch(request)
        } catch {
            throw RefreshError(error, endpoint: endpoint.name)
        }
    }
}

extension FetchedPage {
    /// The least wait that the responses ask for: the number that the contract points at, or what is good for longer.
    ///
    /// Of several endpoints the one that is old first decides.
    func wish(_ floor: RefreshFloor?, limits: ParseLimits) -> Duration? {
        let fresh = endpoints.allSatisfy { $0.freshFor != nil } ? endpoints.compactMap(\.freshFor).min() : nil
        let named = floor.flatMap { floor in
            endpoints.first { $0.endpoint.name == floor.endpoint }?.bodies.first.flatMap { response in
                // A body that is no JSON was refused before.
                (try? JSONDocument(response.body, limits: limits)).flatMap { floor.wait(in: $0.root) }
            }
        }
        return [fresh, named].compactMap(\.self).max()
    }
}

extension EndpointValidators {
    /// What a 304 says, and for what it is silent about, what was known before.
    fileprivate init(_ sent: Validators, over known: EndpointValidators?, of endpoint: Endpoint) {
        self.init(
            endpoint: endpoint.name,
            etag: sent.etag ?? known?.etag,
            lastModified: sent.lastModified ?? known?.lastModified,
            bodyDigest: known?.bodyDigest
        )
    }
}

extension Validators {
    fileprivate init(_ known: EndpointValidators?) {
        self.init(etag: known?.etag, lastModified: known?.lastModified)
    }
}

extension FetchedPage {
    /// What the ledger says when the page need not be looked at: the server says so, or the bodies are the same bytes.
    func statusIfUnchanged(since stored: StoredPage) -> RefreshStatus? {
        guard stored.revision > 0 else { return nil }
        let isHolding = stored.sections.contains { $0.heldSince != nil }
        if endpoints.allSatisfy(\.isNotModified) { return isHolding ? .held : .notModified }
        // The same body again under drift is looked at again, so that its findings stay current.
        let isSame = endpoints.allSatisfy { fetched in
            guard let now = fetched.validators else { return false }
            return stored.validators.contains {
                $0.endpoint == now.endpoint && $0.bodyDigest == now.bodyDigest
            }
        }
        return isSame && !isHolding ? .unchanged : nil
    }
}
