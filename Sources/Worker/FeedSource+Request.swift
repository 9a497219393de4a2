import Contracts
import HTTPFetch

extension FeedSource {
    /// The request for one page of an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: one of the contract's.
    ///   - parameters: the job's own; they are added to the query and win.
    ///   - cursor: of the page before, for the parameter that the contract names.
    ///   - trace: sent along, unless the contract sets its header itself.
    ///   - limits: of the fetch.
    /// - Returns: the request without validators.
    /// - Throws: ``RefreshError`` when a secret is not set.
    func request(
        for endpoint: Endpoint,
        parameters: [(name: String, value: String)],
        cursor: String?,
        trace: TraceContext?,
        limits: FetchLimits
    ) throws(RefreshError) -> FetchRequest {
        let paging = endpoint.paging.flatMap { paging in cursor.map { (paging.parameter, $0) } }
        let request: EndpointRequest
        do throws(ContractError) {
            request = try EndpointRequest(
                to: endpoint,
                variables: variables,
                parameters: parameters + (paging.map { [$0] } ?? []),
                secret: { secrets[$0]?.reveal() }
            )
        } catch {
            throw RefreshError(unusable: error)
        }
        var headers = HTTPHeaders(request.headers.map(HTTPHeader.init))
        if let trace, headers[TraceContext.parameter] == nil {
            headers.add(TraceContext.parameter, trace.traceparent)
        }
        return FetchRequest(
            method: request.method == .post ? .post : .get,
            url: request.url,
            headers: headers,
            body: request.body,
            limits: limits
        )
    }
}
