import Contracts
import HTTPFetch
import Options
import Runtime

/// What a command line asks to be fetched: a URL, or an endpoint of a contract.
struct AskedRequest {
    let request: FetchRequest

    /// The values in it that must not be written down.
    let secrets: [String]

    /// What it is called in messages.
    let name: String

    /// - Throws: ``CheckError`` for options that contradict each other, a contract that cannot be used, and secrets and
    ///   variables that are not set.
    init(_ parsed: ParsedCommand, _ environment: [String: String]) throws(CheckError) {
        let typed = try TypedHeaders(parsed, environment)
        var request: FetchRequest
        var secrets: [String] = []
        switch (parsed.argument("URL"), parsed.value("contract")) {
        case (let url?, nil):
            for option in ["endpoint", "base"] where parsed.value(option) != nil {
                throw CheckError(.exclusive("URL", "--\(option)"))
            }
            guard case .url = Input(url) else { throw CheckError(.notURL, url) }
            request = FetchRequest(url: url)
        case (nil, let folder?):
            (request, secrets) = try Self.request(folder: folder, parsed, environment)
        case (nil, nil): throw CheckError(.nothingToRecord)
        case (.some, .some): throw CheckError(.exclusive("URL", "--contract"))
        }
        let others = request.headers.removing(typed.headers.fields.map(\.name))
        request.headers = HTTPHeaders(others.fields + typed.headers.fields).acceptingJSON
        self.request = request
        self.secrets = secrets + typed.secrets
        name = Input.url(request.url).name
    }

    private static func request(
        folder: String,
        _ parsed: ParsedCommand,
        _ environment: [String: String]
    ) throws(CheckError) -> (FetchRequest, [String]) {
        let contract = try LoadedContract(checkingBy: folder).contract
        let choice = try EndpointChoice(contract, named: parsed.value("endpoint"))
        guard let endpoint = choice.knownEndpoint(of: .standardInput) else {
            throw CheckError(.endpointNotNamed(known: contract.endpoints.map(\.name)), folder)
        }
        if parsed.value("base") != nil, !contract.variables.contains(where: { $0.name == "base" }) {
            throw CheckError(.noBaseVariable(known: contract.variables.map(\.name)), folder)
        }
        let secrets = try secrets(of: contract, environment)
        do throws(ContractError) {
            let request = try EndpointRequest(
                to: endpoint,
                variables: try variables(of: contract, parsed, environment),
                secret: { secrets[$0]?.reveal() }
            )
            return (FetchRequest(request), secrets.values.map { $0.reveal() })
        } catch {
            throw CheckError(.contract(error), folder)
        }
    }

    private static func variables(
        of contract: Contract,
        _ parsed: ParsedCommand,
        _ environment: [String: String]
    ) throws(ContractError) -> [String: String] {
        var environment = environment
        if let base = parsed.value("base") {
            for variable in contract.variables where variable.name == "base" {
                environment[contract.environmentName(of: variable)] =
                    base.hasSuffix("/") ? String(base.dropLast()) : base
            }
        }
        return try contract.variableValues(from: environment)
    }

    private static func secrets(
        of contract: Contract,
        _ environment: [String: String]
    ) throws(CheckError) -> [String: Secret] {
        let keys = contract.secretNames.map { ($0, Contract.environmentName(ofSecret: $0)) }
        let wanted = Set(keys.flatMap { [$1, $1 + "_FILE"] })
        // The secrets of other feeds are no mistakes.
        var reader = EnvironmentReader(
            variables: environment.filter { wanted.contains($0.key) },
            prefix: "FEEDKEEPER_"
        )
        var secrets: [String: Secret] = [:]
        for (name, key) in keys { secrets[name] = reader.secret(key) }
        do {
            try reader.finish()
        } catch {
            throw CheckError(.unreadable("\(error)"), contract.feed.text)
        }
        return secrets
    }
}

extension FetchRequest {
    fileprivate init(_ request: EndpointRequest) {
        self.init(
            method: request.method == .post ? .post : .get,
            url: request.url,
            headers: HTTPHeaders(request.headers.map { HTTPHeader(name: $0.name, value: $0.value) }),
            body: request.body
        )
    }
}
