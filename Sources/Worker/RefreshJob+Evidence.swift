import Contracts
import JSONCore
import Postgres
import Snapshots
import TypeInference

/// What the answers of one endpoint showed in one refresh.
struct EndpointEvidence: Sendable {
    let key: SnapshotStore.ProfileKey
    let profile: Profile
}

extension RefreshJob {
    /// Counts what answers showed, where a worker is asked to; of a page that breaks its contract nothing.
    ///
    /// - Complexity: parses each answer once more.
    func evidence(in fetched: FetchedPage, _ difference: PageDifference) -> [EndpointEvidence] {
        guard services.countsEvidence, !difference.findings.contains(where: { $0.severity == .breaking })
        else {
            return []
        }
        return fetched.endpoints.sorted { $0.endpoint.name < $1.endpoint.name }.compactMap { endpoint in
            var shape = feed.contract.emptyShape(of: endpoint.endpoint)
            for response in endpoint.bodies {
                // What is no answer was left out before, and told.
                guard let document = try? answer(of: endpoint.endpoint, response) else { continue }
                shape.observe(document.root)
            }
            let profile = Profile(shape)
            guard profile.sampleCount > 0 else { return nil }
            let key = SnapshotStore.ProfileKey(
                feed: job.feed,
                contractVersion: feed.contract.version,
                endpoint: endpoint.endpoint.name
            )
            return EndpointEvidence(key: key, profile: profile)
        }
    }
}

extension SnapshotStore {
    /// Adds evidence to what earlier answers showed.
    func count(_ evidence: [EndpointEvidence], in transaction: PGTransaction) async throws(SnapshotError) {
        let profiles = Dictionary(evidence.map { ($0.key, $0.profile) }) { $0.joined(with: $1) }
        // In one order, so that no two transactions wait for each other.
        for (key, profile) in profiles.sorted(by: { $0.key < $1.key }) {
            try await changeProfile(key, in: transaction) { stored in
                let all = profile.joined(toStored: stored)
                return (all.json.compact, all.sampleCount)
            }
        }
    }
}

extension Profile {
    fileprivate func joined(with other: Profile) -> Profile {
        var all = self
        all.join(other)
        return all
    }

    /// What both have shown; a stored profile that cannot be read, as of a later form, begins anew.
    fileprivate func joined(toStored text: String) -> Profile {
        guard let root = try? JSONDocument(text).root, var known = try? Profile(root) else { return self }
        known.join(self)
        return known
    }
}

extension Contract {
    /// A shape in which the blocks of an endpoint are told apart by their kind.
    fileprivate func emptyShape(of endpoint: Endpoint) -> Shape {
        var shape = Shape()
        for section in sections where section.endpoint == endpoint.name {
            guard case .blocks(let blocks) = section, blocks.discriminator.tokens.count == 1 else { continue }
            shape.split(at: blocks.each.pattern, by: blocks.discriminator.tokens[0])
        }
        return shape
    }
}
