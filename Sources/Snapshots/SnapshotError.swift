package import Postgres

/// Why a page was not read or written.
package struct SnapshotError: Error, Equatable, Sendable {
    /// What kind of error it was.
    package let code: Code
    /// The section key that had two places.
    package let section: String?
    /// What the database said.
    package let cause: PGError?

    /// What kind of error it was.
    package enum Code: String, Sendable {
        case duplicateSection = "duplicate-section"
        case database
    }

    init(duplicateSection key: String) {
        code = .duplicateSection
        section = key
        cause = nil
    }

    init(_ cause: PGError) {
        code = .database
        section = nil
        self.cause = cause
    }

    /// Whether the same call may succeed when made again later.
    package var isTransient: Bool {
        cause?.isTransient ?? false
    }

    /// Runs `body` and makes its ``PGError`` one of the snapshots.
    static func translating<Value>(
        _ body: () async throws(PGError) -> Value
    ) async throws(SnapshotError) -> Value {
        do throws(PGError) {
            return try await body()
        } catch {
            throw SnapshotError(error)
        }
    }

    /// Runs `body`, which throws what the database threw, and makes it an error of the snapshots.
    static nonisolated(nonsending) func translatingAny<Value>(
        _ body: nonisolated(nonsending) () async throws -> Value
    ) async throws(SnapshotError) -> Value {
        do {
            return try await body()
        } catch {
            throw error as? SnapshotError
                ?? SnapshotError(error as? PGError ?? PGError(code: .other, message: "\(error)"))
        }
    }
}

extension SnapshotError: CustomStringConvertible {
    package var description: String {
        let facts = [section.map { "section \($0)" }, cause?.description].compactMap { $0 }
        return ([code.rawValue] + facts).joined(separator: ": ")
    }
}
