import Contracts
import HTTPFetch
import JSONCore

extension RefreshJob {
    /// Tells answers from everything else, and checks the answers against the contract.
    ///
    /// - Throws: ``RefreshError`` when an endpoint that is not optional gave no answer; of an endpoint with pages, only the
    ///   first must be one.
    func check(_ fetched: FetchedPage) throws(RefreshError) -> PageCheck {
        var check = PageCheck(feed.loaded)
        for endpoint in fetched.endpoints {
            for (number, response) in endpoint.bodies.enumerated() {
                let document: JSONDocument
                do throws(RefreshError) {
                    document = try answer(of: endpoint.endpoint, response)
                } catch {
                    guard endpoint.endpoint.isOptional || number > 0 else { throw error }
                    log.warning("a response was left out", [
                        "endpoint": .text(endpoint.endpoint.name), "page": .count(number + 1), "error": .text(error.message),
                    ])
                    check.leaveOut(error.response?.fault, of: endpoint.endpoint)
                    break
                }
                check.add(document, of: endpoint.endpoint, input: "page \(number + 1)")
            }
            if endpoint.isCutOff { check.cutOff(endpoint.endpoint) }
        }
        return check
    }

    private func answer(of endpoint: Endpoint, _ response: FetchResponse) throws(RefreshError) -> JSONDocument {
        let reading = ResponseReading(
            response.body, status: response.status, contentType: response.contentType, of: endpoint,
            limits: services.limits.parse)
        switch reading {
        case .answer(let document): return document
        case .fault(let fault):
            let asked = RetryAfter.delay(
                from: response.headers["Retry-After"], now: services.secondsSince1970(), cap: .seconds(24 * 3600))
            throw RefreshError(fault, endpoint: endpoint.name, body: response.body, retryAfter: asked)
        }
    }
}
