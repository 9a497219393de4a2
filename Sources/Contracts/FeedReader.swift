internal import Drift
internal import JSONCore
internal import Spelling

/// Reads `feed.json` into a ``Contract`` and notes everything that is wrong on the way.
///
/// A part with a mistake reads as nil and the reading goes on, so that one pass finds all mistakes.
struct FeedReader {
    let log: ProblemLog
    let files: ContractFiles
    private let root: JSONValue
    private let endpointNames: [String]
    private let variableNames: [String]

    init(_ document: JSONDocument, files: ContractFiles, log: ProblemLog) {
        self.log = log
        self.files = files
        root = document.root
        endpointNames = root["endpoints"]?.members.map(\.name.string) ?? []
        variableNames = root["variables"]?.members.map(\.name.string) ?? []
    }

    /// The contract, or nil when a part it needs could not be read; then that is noted.
    func contract() -> Contract? {
        let known = [
            "$schema", "feed", "title", "contract", "variables", "endpoints", "sections", "refresh", "policy",
        ]
        guard let members = Members(of: root, known: known, log: log) else { return nil }
        let feed = members.required("feed").flatMap(feedName)
        let title = members.required("title")?.text(log)
        let version = members.required("contract").flatMap(version)
        let variables = members.optional("variables").map(variables) ?? []
        let endpoints = members.required("endpoints").map(endpoints) ?? []
        let sections = members.required("sections").map(sections) ?? []
        let refresh = members.required("refresh").flatMap(refreshPolicy)
        let policy = members.required("policy").flatMap(severityPolicy)
        guard let feed, let title, let version, let refresh, let policy else { return nil }
        return Contract(
            feed: feed,
            title: title,
            version: version,
            variables: variables,
            endpoints: endpoints,
            sections: sections,
            refresh: refresh,
            policy: policy
        )
    }

    /// The version as it is written, whether or not it is possible.
    var statedVersion: Int? { root["contract"]?.int64.flatMap { Int(exactly: $0) } }

    private func feedName(_ value: JSONValue) -> FeedName? {
        guard let text = value.text(log) else { return nil }
        guard let name = FeedName(text) else {
            log.note(.badName(text, rule: .dashed), at: value)
            return nil
        }
        if text != files.folderName { log.note(.feedNameDiffers(text, folder: files.folderName), at: value) }
        return name
    }

    private func version(_ value: JSONValue) -> Int? {
        guard let version = value.integer(in: 1...Int.max, log) else { return nil }
        if files.schemaPaths(version: version).isEmpty { log.note(.missingFolder("v\(version)"), at: value) }
        return version
    }

    private func variables(_ value: JSONValue) -> [Variable] {
        value.table(log).compactMap { name, value in
            if !NameRule.underscored.allows(name) { log.note(.badName(name, rule: .underscored), at: value) }
            let members = Members(of: value, known: ["default", "description"], log: log)
            let explanation = members?.required("description")?.text(log)
            let standard = members?.optional("default")?.text(log)
            return explanation.map { Variable(name: name, standard: standard, explanation: $0) }
        }
    }

    private func refreshPolicy(_ value: JSONValue) -> RefreshPolicy? {
        let known = ["intervalSeconds", "cron", "timeZone", "jitter", "floor", "ceilingSeconds", "catchUp"]
        guard let members = Members(of: value, known: known, log: log) else { return nil }
        let rhythm = refreshRhythm(members)
        let jitter = members.optional("jitter").map { $0.number(in: 0...0.5, log) } ?? 0.1
        let floor = members.optional("floor").flatMap(refreshFloor)
        let ceiling = members.optional("ceilingSeconds").map { $0.number(in: 0...2_592_000, log) } ?? 86_400
        let catchesUp = members.optional("catchUp").map { $0.boolean(log) } ?? true
        guard let rhythm, let jitter, let ceiling, let catchesUp else { return nil }
        return RefreshPolicy(
            rhythm: rhythm,
            jitter: jitter,
            floor: floor,
            ceiling: .seconds(ceiling),
            catchesUp: catchesUp
        )
    }

    private func refreshRhythm(_ members: Members) -> RefreshRhythm? {
        guard let cron = members.optional("cron") else {
            if let zone = members.optional("timeZone") { log.note(.onlyBeside("cron"), at: zone) }
            let seconds = members.required("intervalSeconds")?.number(in: 1...2_592_000, log)
            return seconds.map { .every(.seconds($0)) }
        }
        if let interval = members.optional("intervalSeconds") { log.note(.notBeside("cron"), at: interval) }
        let zone = members.optional("timeZone").map { $0.text(log) } ?? "UTC"
        guard let text = cron.text(log), let zone else { return nil }
        guard let expression = CronExpression(text) else {
            log.note(.notCron(text), at: cron)
            return nil
        }
        return .cron(expression, zone: zone)
    }

    private func refreshFloor(_ value: JSONValue) -> RefreshFloor? {
        let members = Members(of: value, known: ["endpoint", "pointer", "unit"], log: log)
        let endpoint = members?.required("endpoint").flatMap(endpointName)
        let pointer = members?.required("pointer")?.jsonPointer(log)
        let unit: RefreshFloor.Unit? = members?.required("unit")?.word(log)
        guard let endpoint, let pointer, let unit else { return nil }
        return RefreshFloor(endpoint: endpoint, pointer: pointer, unit: unit)
    }

    private func severityPolicy(_ value: JSONValue) -> SeverityPolicy? {
        let members = Members(of: value, known: ["breaking", "warning", "info", "severities"], log: log)
        let breaking: SeverityPolicy.Answer? = members?.required("breaking")?.word(log)
        let warning: SeverityPolicy.Answer? = members?.required("warning")?.word(log)
        let info: SeverityPolicy.Answer? = members?.required("info")?.word(log)
        let severities = members?.optional("severities").map(severities) ?? [:]
        guard let breaking, let warning, let info else { return nil }
        return SeverityPolicy(breaking: breaking, warning: warning, info: info, severities: severities)
    }

    private func severities(_ value: JSONValue) -> [FindingKind: Severity] {
        var severities: [FindingKind: Severity] = [:]
        let words = FindingKind.allCases.map(\.rawValue)
        for (name, value) in value.table(log) {
            let severity: Severity? = value.word(log)
            if let kind = FindingKind(rawValue: name) {
                severities[kind] = severity
            } else {
                log.note(.unknownMember(name, suggestion: closestWord(to: name, among: words)), at: value)
            }
        }
        return severities
    }
}

// What several parts of the file refer to.
extension FeedReader {
    /// The name of an endpoint that the file defines.
    func endpointName(_ value: JSONValue) -> String? {
        guard let name = value.text(log) else { return nil }
        guard endpointNames.contains(name) else {
            log.note(
                .unknownEndpoint(name, suggestion: closestWord(to: name, among: endpointNames)),
                at: value
            )
            return nil
        }
        return name
    }

    /// A text whose variables the file defines.
    func template(_ value: JSONValue) -> TextTemplate? {
        guard value.isA(.string, log), let text = value.string else { return nil }
        let template = TextTemplate(text)
        for name in template.variables where !variableNames.contains(name) {
            log.note(
                .undefinedVariable(name, suggestion: closestWord(to: name, among: variableNames)),
                at: value
            )
        }
        return template
    }

    /// The path, below the version's folder, of a schema file that exists.
    func schemaPath(_ value: JSONValue) -> String? {
        guard let path = value.text(log) else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard path.hasSuffix(ContractFiles.schemaSuffix), parts.allSatisfy({ !["", ".", ".."].contains($0) })
        else {
            log.note(.badSchemaPath(path), at: value)
            return nil
        }
        // A version without a folder is one mistake, not one for each schema.
        guard let version = statedVersion else { return path }
        let present = files.schemaPaths(version: version)
        if !present.isEmpty, !present.contains(path) {
            let near = closestWord(to: path, among: present).map { "v\(version)/\($0)" }
            log.note(.missingFile("v\(version)/\(path)", suggestion: near), at: value)
        }
        return path
    }
}
