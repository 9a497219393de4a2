import Postgres
import Synchronization

/// Where the last claim stopped among the waiting jobs of one priority.
struct ClaimPlace: Sendable, Hashable {
    var priority: Int
    var runAt: PGTimestamp
    var id: Int64
}

/// A job as a claim gives it.
struct ClaimedJob: Sendable {
    let job: Job
    /// nil for a job whose lease had ended: it did not come from the waiting ones.
    let place: ClaimPlace?
}

extension ClaimedJob {
    init(_ row: PGRow) throws(PGError) {
        let (job, runAt) = (try Job(row), try row.timestamp("run_at"))
        self.job = job
        place = try row.optionalInt("waiting_priority").map {
            ClaimPlace(priority: $0, runAt: runAt, id: job.id)
        }
    }
}

/// How far the claims of a busy queue have come, so that the next one need not begin at the start.
final class ClaimProgress: Sendable {
    private struct State {
        var places: [ClaimPlace] = []
        var nextLook = ContinuousClock.now
    }

    /// The share of the time that looks from the start may take: one in so many.
    ///
    /// What is due before the place meanwhile waits for so many times the duration of one look: 40 ms as a rule.
    private static let share = 20

    private let state = Mutex(State())

    /// The places to go on from, the highest priority first; none when it is time for a look from the start.
    func places(at now: ContinuousClock.Instant) -> [ClaimPlace] {
        state.withLock { now < $0.nextLook ? $0.places : [] }
    }

    /// Notes what a claim took; one that is not full has come to the end, and looked from the start.
    func note(
        _ taken: [ClaimedJob],
        isFull: Bool,
        behind places: [ClaimPlace],
        from began: ContinuousClock.Instant,
        to ended: ContinuousClock.Instant
    ) {
        let next = isFull ? (places + taken.compactMap(\.place)).lastOfEachPriority : []
        state.withLock { state in
            state.places = next
            if places.isEmpty || !isFull { state.nextLook = ended + (ended - began) * Self.share }
        }
    }
}

extension [ClaimPlace] {
    /// The highest priority first.
    fileprivate var lastOfEachPriority: [ClaimPlace] {
        Dictionary(map { ($0.priority, $0) }) { one, other in
            (one.runAt, one.id) < (other.runAt, other.id) ? other : one
        }.values.sorted { $0.priority > $1.priority }
    }

    /// `$5` to `$7` of `lease`; NULL for a look from the start.
    var columns: [PGValue] {
        guard !isEmpty else { return [.null, .null, .null] }
        return [
            .ints(map { Int32(clamping: $0.priority) }), .array(.timestamptz, map { .timestamptz($0.runAt) }),
            .bigints(map(\.id)),
        ]
    }
}
