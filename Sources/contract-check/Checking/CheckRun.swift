import Glibc

/// Judges the parts of inputs in batches, as many at a time as the machine has cores.
///
/// Only the texts of the batches under way are in memory, of which each core has one parsed. What they come to is put together
/// in the inputs' order, so that a report does not depend on which was done first.
struct CheckRun {
    private var parts: InputReader
    private let judge: Judge
    private let progress: Progress

    /// Large enough that what a batch finds anew, above all where its first findings stand, costs little beside judging it.
    static let batchBytes = 4 << 20
    private static let batchParts = 256

    /// Begins with a judge that has judged nothing yet.
    init(_ parts: InputReader, _ judge: Judge, _ progress: Progress) {
        self.parts = parts
        self.judge = judge
        self.progress = progress
    }

    /// Judges everything.
    ///
    /// - Throws: ``CheckError`` `endpointUnclear`, for the first recording of which that is so.
    mutating func judged() async throws(CheckError) -> Judge {
        let judge = self.judge
        var done = OrderedBatches(judge)
        await withTaskGroup(of: JudgedBatch.self) { group in
            let width = sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 1
            var begun = 0
            while !done.isOver, let batch = nextBatch() {
                if begun - done.count == width, let next = await group.next() { take(next, &done) }
                group.addTask { [begun] in await JudgedBatch(begun, batch, judge) }
                begun += 1
            }
            while !done.isOver, let next = await group.next() { take(next, &done) }
            group.cancelAll()
        }
        progress.clear()
        return try done.result()
    }

    private func take(_ batch: JudgedBatch, _ done: inout OrderedBatches) {
        done.add(batch)
        progress.show(done.partCount)
    }

    private mutating func nextBatch() -> [RecordedPart]? {
        var batch: [RecordedPart] = []
        var bytes = 0
        while bytes < Self.batchBytes, batch.count < Self.batchParts, let part = parts.next() {
            batch.append(part)
            bytes += part.byteCount
        }
        return batch.isEmpty ? nil : batch
    }
}

/// What came of one batch.
private struct JudgedBatch: Sendable {
    let number: Int
    let partCount: Int
    let outcome: Result<Judge, CheckError>

    init(_ number: Int, _ batch: [RecordedPart], _ judge: Judge) async {
        self.number = number
        partCount = batch.count
        var judge = judge
        do throws(CheckError) {
            for part in batch {
                try await judge.judge(part)
                judge.settle()
            }
            outcome = .success(judge)
        } catch {
            outcome = .failure(error)
        }
    }
}

/// Puts batches together in their order, whichever is done first.
private struct OrderedBatches {
    private var judge: Judge
    private var failure: CheckError?
    private var waiting: [Int: Result<Judge, CheckError>] = [:]
    private var next = 0

    /// How many batches were added, and how many parts they had.
    private(set) var count = 0
    private(set) var partCount = 0

    init(_ judge: Judge) { self.judge = judge }

    /// Whether nothing that comes can matter.
    var isOver: Bool { failure != nil }

    mutating func add(_ batch: JudgedBatch) {
        count += 1
        partCount += batch.partCount
        waiting[batch.number] = batch.outcome
        while failure == nil, let outcome = waiting.removeValue(forKey: next) {
            next += 1
            switch outcome {
            case .success(let later): judge.append(later)
            case .failure(let error): failure = error
            }
        }
    }

    func result() throws(CheckError) -> Judge {
        if let failure { throw failure }
        return judge
    }
}
