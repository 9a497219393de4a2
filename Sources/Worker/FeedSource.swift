package import Contracts
package import Runtime

/// A feed as this installation refreshes it: its contract, the values of its variables, and its secrets.
package struct FeedSource: Sendable {
    /// The contract with its schemas compiled.
    package let loaded: LoadedContract
    let variables: [String: String]
    let secrets: [String: Secret]

    /// - Parameters:
    ///   - loaded: the contract and its schemas.
    ///   - variables: a value for each variable of the contract, see ``Contract/variableValues(from:)``.
    ///   - secrets: by the names the contract uses; one that is not optional and not here fails each refresh.
    package init(_ loaded: LoadedContract, variables: [String: String], secrets: [String: Secret] = [:]) {
        self.loaded = loaded
        self.variables = variables
        self.secrets = secrets
    }

    /// What the feed is and how it is checked.
    package var contract: Contract { loaded.contract }

    /// The URL of an endpoint, without its query.
    package func url(of endpoint: Endpoint) -> String { endpoint.url.filled(with: variables) }

    /// The feed's name, which jobs say.
    package var name: String { contract.feed.text }
}
