package import Postgres

extension SnapshotStore {
    /// What a profile is of.
    package struct ProfileKey: Hashable, Comparable, Sendable {
        let feed: String
        let contractVersion: Int
        let endpoint: String

        package init(feed: String, contractVersion: Int, endpoint: String) {
            self.feed = feed
            self.contractVersion = contractVersion
            self.endpoint = endpoint
        }

        package static func < (left: ProfileKey, right: ProfileKey) -> Bool {
            (left.feed, left.contractVersion, left.endpoint)
                < (right.feed, right.contractVersion, right.endpoint)
        }

        fileprivate var values: [PGValue] {
            [.text(feed), .int(Int32(clamping: contractVersion)), .text(endpoint)]
        }
    }

    /// Puts another profile in the place of the stored one, which is locked until the transaction's end.
    ///
    /// Several profiles are changed in the order of their keys, so that two transactions cannot wait for each other.
    ///
    /// - Parameters:
    ///   - key: whose it is.
    ///   - transaction: where the page is written, too.
    ///   - change: given the stored profile, as JSON, or that of no samples; gives the new one, and its samples.
    /// - Throws: ``SnapshotError``; the transaction must not be committed then.
    package func changeProfile(
        _ key: ProfileKey,
        in transaction: PGTransaction,
        _ change: (String) -> (json: String, samples: Int)
    ) async throws(SnapshotError) {
        try await SnapshotError.translating { () async throws(PGError) in
            let stored = try await transaction.query(.lockProfile, key.values).only.text("profile")
            let changed = change(stored)
            let values: [PGValue] = [.text(changed.json), .bigint(Int64(changed.samples))]
            try await transaction.execute(.storeProfile, key.values + values)
        }
    }
}
