/// What holds for every fetch of one ``Fetcher``.
package struct FetcherConfiguration: Sendable {
    /// The `User-Agent` field; default `feedkeeper`.
    package var userAgent: String = "feedkeeper"
    /// Connections to one host at the same time; further transfers wait; at least 1, default 6.
    package var maxConnectionsPerHost: Int = 6
    /// Connections to all hosts at the same time, which are also the most kept open; at least 1, default 256.
    package var maxConnections: Int = 256
    /// Whether `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` are followed; default false.
    ///
    /// With a proxy, the address policy judges the proxy's address, and the proxy reaches what it likes.
    package var usesEnvironmentProxies: Bool = false
    /// A PEM file of certificate authorities that replaces the system's; nil (default) keeps the system's.
    package var certificateAuthorityFile: String?

    /// Makes a configuration with the defaults.
    package init() {}

    /// Makes a configuration for this product's version: `feedkeeper/<version>` as `User-Agent`.
    package init(version: String) {
        userAgent = "feedkeeper/\(version)"
    }
}
