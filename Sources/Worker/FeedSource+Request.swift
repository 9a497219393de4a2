import Contracts
import HTTPFetch

extension FeedSource {
    /// The request for one page of an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: one of the contract's.
    ///   - parameters: the job's own; they are added to the query and win.
    ///   - cursor: of the page before, for the parameter that the contract names.
    ///   - limits: of the fetch.
    /// - Returns: the request without validators.
    /// - Throws: ``RefreshError`` when a secret is not set.
    func request(
        for endpoint: Endpoint,
        parameters: [(name: String, value: String)],
        cursor: String?,
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
        return FetchRequest(
            method: request.method == .post ? .post : .get,
            url: request.url,
            headers: HTTPHeaders(request.headers.map(HTTPHeader.init)),
            body: request.body,
            limits: limits
        )
    }
}
