package import Contracts
import HTTPFetch
import JobQueue
package import Runtime

/// A feed as this installation refreshes it: its contract, the values of its variables, and its secrets.
package struct FeedSource: Sendable {
    /// The contract with its schemas compiled.
    package let loaded: LoadedContract
    let variables: [String: String]
    let secrets: [String: Secret]
    let zone: TimeZoneRules

    /// - Parameters:
    ///   - loaded: the contract and its schemas.
    ///   - variables: a value for each variable of the contract, see ``Contract/variableValues(from:)``.
    ///   - secrets: by the names the contract uses; one that is not optional and not here fails each refresh.
    ///   - zone: of the contract's schedule.
    package init(
        _ loaded: LoadedContract,
        variables: [String: String],
        secrets: [String: Secret] = [:],
        zone: TimeZoneRules = .utc
    ) {
        self.loaded = loaded
        self.variables = variables
        self.secrets = secrets
        self.zone = zone
    }

    /// What the feed is and how it is checked.
    package var contract: Contract { loaded.contract }

    /// The URL of an endpoint, without its query.
    package func url(of endpoint: Endpoint) -> String { endpoint.url.filled(with: variables) }

    /// The feed's name, which jobs say.
    package var name: String { contract.feed.text }

    /// When its pages are refreshed by themselves; `retry` is how failures are waited out.
    func schedule(_ retry: RetryPolicy) -> SchedulePolicy {
        SchedulePolicy(refresh: contract.refresh, zone: zone, retry: retry)
    }

    /// The hosts of its endpoints, each once, sorted.
    var hosts: [String] {
        Set(contract.endpoints.compactMap { FetchRequest.host(of: url(of: $0)) }).sorted()
    }
}
