package import Drift
package import JSONCore

/// What one feed must look like: the value of `Schemas/<feed>/feed.json`, checked.
package struct Contract: Sendable {
    /// The feed's name, which is its folder's too.
    package let feed: FeedName

    /// What people call the feed.
    package let title: String

    /// The version in force, from 1; schemas stand in `v<version>/`.
    package let version: Int

    /// The variables in the file's order.
    package let variables: [Variable]

    /// The endpoints in the file's order.
    package let endpoints: [Endpoint]

    /// The sections' rules in page order; those with ``EndpointSection/insertAt`` are put in last.
    package let sections: [SectionRule]

    /// How often the page is fetched.
    package let refresh: RefreshPolicy

    /// What findings do to the content they are about.
    package let policy: SeverityPolicy

    /// The endpoint of that name, or nil.
    package func endpoint(named name: String) -> Endpoint? { endpoints.first { $0.name == name } }

    /// The environment variable that sets one of the contract's: `FEEDKEEPER_NETEASE_HOME_BASE` for `base`.
    package func environmentName(of variable: Variable) -> String {
        feed.environmentPrefix + variable.name.uppercased()
    }

    /// The environment variable with the value of a secret: `FEEDKEEPER_SECRET_TOKEN` for `TOKEN`.
    package static func environmentName(ofSecret name: String) -> String { "FEEDKEEPER_SECRET_\(name)" }

    /// The names of all secrets that its requests use, each once, sorted.
    package var secretNames: [String] {
        let fields = endpoints.flatMap { $0.query + $0.headers + $0.form }
        let names = fields.compactMap { if case .secret(let name, _) = $0.value { name } else { nil } }
        return Set(names).sorted()
    }

    /// The variables' values, from the environment or else their defaults.
    ///
    /// - Throws: ``ContractError`` that names every variable which has neither.
    package func variableValues(from environment: [String: String]) throws(ContractError) -> [String: String]
    {
        var values: [String: String] = [:]
        var missing: [String] = []
        for variable in variables {
            let name = environmentName(of: variable)
            if let value = environment[name] ?? variable.standard {
                values[variable.name] = value
            } else {
                missing.append(name)
            }
        }
        guard missing.isEmpty else {
            throw ContractError(code: .variablesNotSet(missing), path: feed.text)
        }
        return values
    }
}

/// A feed's name: small letters, digits and single dashes, beginning with a letter, at most 63 bytes.
package struct FeedName: Hashable, Sendable, CustomStringConvertible {
    /// The name as `feed.json` writes it.
    package let text: String

    /// Nil for a text that is no such name.
    package init?(_ text: String) {
        guard NameRule.dashed.allows(text), text.utf8.count <= 63 else { return nil }
        self.text = text
    }

    package var description: String { text }

    /// `FEEDKEEPER_NETEASE_HOME_` for `netease-home`.
    package var environmentPrefix: String {
        "FEEDKEEPER_" + String(text.uppercased().map { $0 == "-" ? "_" : $0 }) + "_"
    }
}

/// A value that differs by installation and stands in braces in URLs, queries and headers.
package struct Variable: Equatable, Sendable {
    /// As it stands in braces: small letters, digits and underscores.
    package let name: String

    /// Used when the environment says nothing; nil when the environment must say it.
    package let standard: String?

    /// What to put there, for people.
    package let explanation: String
}

/// When the page is fetched.
package struct RefreshPolicy: Equatable, Sendable {
    /// When, without what follows.
    package let rhythm: RefreshRhythm

    /// The share, 0 to 0.5, by which an interval varies at random.
    package let jitter: Double

    /// Where the response itself says how long to wait at least.
    package let floor: RefreshFloor?

    /// The longest wait that a response can ask for: by the floor, Retry-After or Cache-Control.
    package let ceiling: Duration

    /// Whether a page whose time was missed, while no worker ran, is fetched when one runs again.
    package let catchesUp: Bool

    package init(
        rhythm: RefreshRhythm,
        jitter: Double = 0.1,
        floor: RefreshFloor? = nil,
        ceiling: Duration = .seconds(86_400),
        catchesUp: Bool = true
    ) {
        self.rhythm = rhythm
        self.jitter = jitter
        self.floor = floor
        self.ceiling = ceiling
        self.catchesUp = catchesUp
    }
}

/// What decides when a page is fetched.
package enum RefreshRhythm: Equatable, Sendable {
    /// Time between two refreshes, from one second to thirty days.
    case every(Duration)
    /// Moments of a clock on the wall in a time zone of the IANA database, such as `Europe/Berlin`.
    case cron(CronExpression, zone: String)

    /// The time between two refreshes; nil for moments of a clock.
    package var interval: Duration? {
        if case .every(let interval) = self { interval } else { nil }
    }
}

/// A number in a response that says how long to wait at least.
package struct RefreshFloor: Equatable, Sendable {
    /// What the number counts.
    package enum Unit: String, CaseIterable, Sendable {
        case milliseconds = "ms"
        case seconds = "s"
    }

    /// The endpoint's name.
    package let endpoint: String

    /// Where the number is, seen from the response.
    package let pointer: JSONPointer
    /// What the number counts.
    package let unit: Unit

    /// The wait that a response asks for; nil when the number is not there, or not above zero.
    package func wait(in response: JSONValue) -> Duration? {
        guard let number = response.value(at: pointer)?.numberText.flatMap(Double.init), number > 0 else {
            return nil
        }
        // Longer than any ceiling, and far from what a Duration cannot hold.
        let count = min(number, 1e12)
        return unit == .seconds ? .seconds(count) : .milliseconds(count)
    }
}

/// What a finding of each severity does to the content it is about.
package struct SeverityPolicy: Equatable, Sendable {
    /// What is done with the content.
    package enum Answer: String, CaseIterable, Sendable {
        /// The content is shown.
        case accept
        /// Readers keep the section's last good content.
        case holdSection = "hold-section"
        /// Readers keep the whole page.
        case holdPage = "hold-page"
    }

    /// The answer to content that breaks the contract.
    package let breaking: Answer
    /// The answer to content with warnings.
    package let warning: Answer
    /// The answer to content with nothing worse than infos.
    package let info: Answer

    /// How severe findings are, by kind, where the contract says it; the others are as severe as they are everywhere.
    package let severities: [FindingKind: Severity]
}
