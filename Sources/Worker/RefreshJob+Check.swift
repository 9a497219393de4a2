import Contracts
import HTTPFetch
import JSONCore

/// The answers among the responses, checked, and what was left out.
struct CheckedPage {
    var check: PageCheck
    var leftOut: [LeftOutResponse] = []
}

/// A response that the page is made without: of an optional endpoint, or a page after the first.
struct LeftOutResponse {
    let endpoint: Endpoint
    let error: RefreshError
}

extension RefreshJob {
    /// Tells answers from everything else, and checks the answers against the contract.
    ///
    /// - Throws: ``RefreshError`` when an endpoint that is not optional gave no answer; of an endpoint with pages, only the
    ///   first must be one.
    func check(_ fetched: FetchedPage) throws(RefreshError) -> CheckedPage {
        var page = CheckedPage(check: PageCheck(feed.loaded))
        for endpoint in fetched.endpoints {
            if let error = try check(endpoint, &page.check) ?? endpoint.failure {
                log.warning(
                    "a response was left out",
                    [
                        "endpoint": .text(endpoint.endpoint.name), "class": .text(error.name),
                        "error": .text(error.message),
                    ]
                )
                page.check.leaveOut(error.response?.fault, of: endpoint.endpoint)
                page.leftOut.append(LeftOutResponse(endpoint: endpoint.endpoint, error: error))
            }
            if endpoint.isCutOff { page.check.cutOff(endpoint.endpoint) }
        }
        return page
    }

    /// - Returns: why a response was no answer, and with it those after it are left out.
    private func check(
        _ fetched: FetchedEndpoint,
        _ check: inout PageCheck
    ) throws(RefreshError) -> RefreshError? {
        for (number, response) in fetched.bodies.enumerated() {
            do throws(RefreshError) {
                check.add(
                    try answer(of: fetched.endpoint, response),
                    of: fetched.endpoint,
                    input: "page \(number + 1)",
                    contentType: response.contentType
                )
            } catch {
                guard fetched.endpoint.isOptional || number > 0 else { throw error }
                return error
            }
        }
        return nil
    }

    func answer(of endpoint: Endpoint, _ response: FetchResponse) throws(RefreshError) -> JSONDocument {
        let reading = ResponseReading(
            response.body,
            status: response.status,
            contentType: response.contentType,
            of: endpoint,
            limits: services.limits.parse
        )
        switch reading {
        case .answer(let document): return document
        case .fault(let fault):
            let asked = RetryAfter.delay(
                from: response.headers["Retry-After"],
                now: services.secondsSince1970(),
                cap: .seconds(24 * 3600)
            )
            throw RefreshError(fault, endpoint: endpoint.name, body: response.body, retryAfter: asked)
        }
    }
}
