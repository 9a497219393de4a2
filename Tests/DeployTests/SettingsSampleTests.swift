import Contracts
import FoundationEssentials
import Postgres
import Runtime
import Testing

@testable import feedkeeper

@Suite struct SettingsSampleTests {
    @Test func `the sample lists exactly the settings that are read, each once`() throws {
        let listed = try sample().entries.map(\.key)
        #expect(Set(listed).count == listed.count)
        let known = Set(try knownKeys().map(\.name))
        #expect(Set(listed).subtracting(known) == [], "not known")
        #expect(known.subtracting(listed) == [], "not in the sample")
    }

    @Test func `the sample gives each setting's default, and says what it means and may be`() throws {
        let entries = try sample().entries
        for known in try knownKeys() {
            let entry = try #require(entries.first { $0.key == known.name })
            if let value = known.defaultText { #expect(entry.value == value, "\(known.name)") }
            #expect(entry.explanation.contains(known.help.withoutStop), "\(known.name)")
            if !["text", "secret", "secret, required"].contains(known.expected) {
                #expect(entry.explanation.contains(known.expected), "\(known.name)")
            }
        }
    }

    @Test func `the sample gives the contracts' own defaults for the feeds' variables`() throws {
        let variables = try sample().variables
        for contract in try contracts().map(\.contract) {
            for variable in contract.variables {
                #expect(variables[contract.environmentName(of: variable)] == variable.standard)
            }
        }
    }

    @Test func `only the database's address is set in the sample`() throws {
        #expect(try sample().entries.filter(\.isSet).map(\.key) == ["DATABASE_URL"])
    }

    @Test func `each setting of the sample is refused when it is misspelt, with the right one named`()
        async throws
    {
        let installation = try await Installation.make()
        let keys = try sample().entries.map(\.key).filter { $0.hasPrefix("FEEDKEEPER_") }
        var variables = [
            "DATABASE_URL": "postgresql:///nowhere", "FEEDKEEPER_SCHEMAS": installation.contracts,
        ]
        for key in keys { variables[String(key.dropLast())] = "1" }
        let ended = try await run([installation.feedkeeper, "run"], environment: variables)
        #expect(ended.code == 1)
        for key in keys {
            #expect(ended.text.contains("\(key.dropLast()) is not known; did you mean \(key)?"))
        }
    }

    @Test func `run --once works with all values of the installed sample`() async throws {
        let installation = try await Installation.make()
        let installed = SettingsSample(try installation.text("/etc/feedkeeper/feedkeeper.env"))
        try await FeedDatabase.with { database, upstream in
            try await database.enqueueProfile()
            var variables = installed.variables.merging(upstream.settings) { $1 }
            variables["DATABASE_URL"] = database.url
            variables["FEEDKEEPER_SCHEDULES"] = "false"
            #expect(variables["FEEDKEEPER_SCHEMAS"] == "/usr/share/feedkeeper/Schemas")
            variables["FEEDKEEPER_SCHEMAS"] = installation.contracts
            let ended = try await run([installation.feedkeeper, "run", "--once"], environment: variables)
            #expect(ended.code == 0, "\(ended.text)")
            #expect(try await database.revision() == 1, "\(ended.text)")
        }
    }

    private func sample() throws -> SettingsSample {
        let path = "\(Installation.checkout)/deploy/feedkeeper.env.sample"
        return SettingsSample(try String(contentsOf: URL(filePath: path), encoding: .utf8))
    }

    private func contracts() throws -> [LoadedContract] {
        try ContractLoader.loadAll(in: "\(Installation.checkout)/Schemas")
    }

    private func knownKeys() throws -> [EnvironmentKey] {
        try Settings(["DATABASE_URL": "postgresql:///feedkeeper"], contracts: contracts()).keys
    }
}

extension String {
    fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
