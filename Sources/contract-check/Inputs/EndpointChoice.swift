import Contracts
import JSONSchema
import Spelling

/// Tells which endpoint of a contract an input is a response of.
struct EndpointChoice {
    private let endpoints: [Endpoint]

    /// What `--endpoint` names.
    private let named: Endpoint?

    /// - Throws: ``CheckError`` `unknownEndpoint`.
    init(_ contract: Contract, named name: String?) throws(CheckError) {
        endpoints = contract.endpoints
        named = name.flatMap(contract.endpoint(named:))
        if let name, named == nil {
            let known = endpoints.map(\.name)
            throw CheckError(
                .unknownEndpoint(name, known: known, suggestion: closestWord(to: name, among: known)),
                contract.feed.text
            )
        }
    }

    /// The endpoint that was named, or else that of the input's name, or of its URL's path, or the only one.
    ///
    /// - Throws: ``CheckError`` `endpointUnclear`.
    func endpoint(of input: Input) throws(CheckError) -> Endpoint {
        if let named { return named }
        if let found = endpoint(fittingTo: input) { return found }
        if endpoints.count == 1 { return endpoints[0] }
        let known = endpoints.map(\.name)
        let near = stem(of: input).flatMap { closestWord(to: $0, among: known) }
        throw CheckError(.endpointUnclear(known: known, suggestion: near), input.name)
    }

    private func endpoint(fittingTo input: Input) -> Endpoint? {
        if case .url(let url) = input {
            let path = URIReference(url).path
            let fitting = endpoints.filter { path.hasSuffix($0.path) }
            return fitting.max { $0.path.utf8.count < $1.path.utf8.count }
        }
        return stem(of: input).flatMap { stem in endpoints.first { $0.name == stem } }
    }

    /// `blocks` for `samples/blocks.2020-09.json`.
    private func stem(of input: Input) -> String? {
        guard case .file(let path) = input else { return nil }
        return path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
    }
}

extension Endpoint {
    /// The URL's path without what its variables bring: the same on every host.
    fileprivate var path: String {
        URIReference(url.filled(with: Dictionary(blank, uniquingKeysWith: { $1 }))).path
    }

    private var blank: [(String, String)] { url.variables.map { ($0, "") } }
}
