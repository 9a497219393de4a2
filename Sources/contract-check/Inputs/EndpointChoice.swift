import Contracts
import JSONSchema
import Spelling

/// Tells which endpoint of a contract a recording is a response of.
struct EndpointChoice: Sendable {
    private let patterns: [EndpointPattern]

    /// What `--endpoint` names.
    private let named: EndpointPattern?

    /// - Throws: ``CheckError`` `unknownEndpoint`.
    init(_ contract: Contract, named name: String?) throws(CheckError) {
        patterns = contract.endpoints.map(EndpointPattern.init)
        named = patterns.first { $0.endpoint.name == name }
        if let name, named == nil {
            let known = contract.endpoints.map(\.name)
            throw CheckError(
                .unknownEndpoint(name, known: known, suggestion: closestWord(to: name, among: known)),
                contract.feed.text
            )
        }
    }

    /// The endpoint that was named, or else that of the recorded request's URL, of the input's name or URL, or the only one.
    ///
    /// - Throws: ``CheckError`` `endpointUnclear`.
    func endpoint(of input: Input, answering request: Recording.Request? = nil) throws(CheckError) -> Endpoint
    {
        if let found = knownEndpoint(of: input, answering: request) { return found }
        throw CheckError(
            .endpointUnclear(known: patterns.map(\.endpoint.name), suggestion: suggestion(input, request)),
            request.map { "\(input.name): \(Input.url($0.url).name)" } ?? input.name
        )
    }

    /// The same, or nil where it is not clear.
    func knownEndpoint(of input: Input, answering request: Recording.Request? = nil) -> Endpoint? {
        if let named { return named.endpoint }
        let told = request.flatMap(pattern(fitting:)) ?? pattern(fittingTo: input)
        return told?.endpoint ?? (patterns.count == 1 ? patterns[0].endpoint : nil)
    }

    /// The endpoint among whose URLs a request's is, `--endpoint` alone when it was given; nil for other traffic.
    func endpoint(answering request: Recording.Request) -> Endpoint? {
        let found = pattern(fitting: request)?.endpoint
        return named == nil || found?.name == named?.endpoint.name ? found : nil
    }

    private func pattern(fitting request: Recording.Request) -> EndpointPattern? {
        Self.mostExact(patterns.filter { $0.fits(request) })
    }

    private func pattern(fittingTo input: Input) -> EndpointPattern? {
        if case .url(let url) = input { return Self.mostExact(patterns.filter { $0.fits(url: url) }) }
        return stem(of: input).flatMap { stem in patterns.first { $0.endpoint.name == stem } }
    }

    private static func mostExact(_ patterns: [EndpointPattern]) -> EndpointPattern? {
        patterns.max { $0.path.utf8.count < $1.path.utf8.count }
    }

    /// The endpoint whose name is nearly the file's, or whose path is nearly the URL's.
    private func suggestion(_ input: Input, _ request: Recording.Request?) -> String? {
        let url: String? = if case .url(let url) = input { url } else { request?.url }
        guard let url else {
            return stem(of: input).flatMap { closestWord(to: $0, among: patterns.map(\.endpoint.name)) }
        }
        let near = closestWord(to: URIReference(url).path, among: patterns.map(\.path))
        return patterns.first { $0.path == near }.map { "\($0.path) (\($0.endpoint.name))" }
    }

    /// `blocks` for `samples/blocks.2020-09.json`.
    private func stem(of input: Input) -> String? {
        guard case .file(let path) = input else { return nil }
        return path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
    }
}
