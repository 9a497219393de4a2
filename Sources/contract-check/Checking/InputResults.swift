/// How the inputs of a check fared, in their order.
///
/// Of a file with many recordings the first of each kind have results of their own, and the others one together, so that a
/// check of any number of them needs no more memory than a check of a few.
struct InputResults: Sendable {
    private var entries: [Entry] = []

    /// Where the results are that stand for several recordings.
    private var shared: [Key: Int] = [:]

    /// How many recordings of a file have results of their own.
    private var ownCounts: [Key: Int] = [:]

    /// The results of one kind in one file that are told one by one.
    private static let ownKept = 100

    private enum Entry: Sendable {
        case result(InputResult)
        /// Behind the last of a file's recordings; how many it had.
        case end(Input, Int)
    }

    private struct Key: Hashable {
        let file: String
        let endpoint: String?
        let word: String
        let layout: InputResult.Layout
    }

    /// Adds the result of a part of an input.
    mutating func add(_ result: InputResult) {
        guard result.isPart else { return entries.append(.result(result)) }
        let key = Key(
            file: result.input.name,
            endpoint: result.endpoint,
            word: result.word,
            layout: result.layout
        )
        if result.recordings == 1, ownCounts[key, default: 0] < Self.ownKept {
            ownCounts[key, default: 0] += 1
            return entries.append(.result(result))
        }
        if let number = shared[key], case .result(let sum) = entries[number] {
            entries[number] = .result(sum.adding(result))
        } else {
            shared[key] = entries.count
            entries.append(.result(result.standingForSeveral))
        }
    }

    /// Adds that an input had no more recordings than so many.
    mutating func end(_ input: Input, recordings: Int) { entries.append(.end(input, recordings)) }

    /// Adds the results that come after these.
    mutating func append(_ later: InputResults) {
        for entry in later.entries {
            switch entry {
            case .result(let result): add(result)
            case .end: entries.append(entry)
            }
        }
    }

    /// All results; a file in which nothing was judged has one that says so, for a check of nothing must not pass.
    var all: [InputResult] {
        let judged = Set(
            entries.compactMap { if case .result(let result) = $0 { result.input.name } else { nil } }
        )
        return entries.compactMap { entry in
            switch entry {
            case .result(let result): result
            case .end(let input, let count):
                judged.contains(input.name) ? nil : InputResult(without: count, in: input)
            }
        }
    }
}

/// How one input fared, or several recordings of one file.
struct InputResult: Sendable {
    /// The file, or what stands for it.
    let input: Input

    /// What it is called in reports: the input's name, and behind it which of several recordings it is.
    private(set) var name: String

    /// Nil for a check by a schema alone.
    let endpoint: String?

    /// Length of what was read.
    private(set) var bytes: Int

    /// How many recordings it stands for.
    private(set) var recordings = 1

    /// Nil for answers, which were judged; of several recordings the first one's, without its place.
    private(set) var fault: InputFault?

    /// Whether it is about recordings in an input, and not about the input.
    fileprivate let isPart: Bool

    /// What lines and columns are counted in.
    let layout: Layout

    enum Layout: Sendable {
        /// The text of the input.
        case input
        /// A line of it.
        case line
        /// A body that was taken out of it.
        case body
    }

    init(_ part: RecordedPart, endpoint: String?, bytes: Int, fault: InputFault?, layout: Layout) {
        input = part.input
        name = part.name
        isPart = part.name != part.input.name
        self.endpoint = endpoint
        self.bytes = bytes
        self.fault = fault
        self.layout = layout
    }

    /// An input in which nothing was to be judged.
    fileprivate init(without count: Int, in input: Input) {
        let detail =
            count == 0
            ? "it holds no recordings"
            : "none of its \(counted(count, "recording")) is a response of an endpoint, by method and URL"
        let fault = InputFault(.noRecordings, detail)
        let part = RecordedPart(name: input.name, input: input, content: .fault(fault))
        self.init(part, endpoint: nil, bytes: 0, fault: fault, layout: .input)
    }

    /// The result's word in reports: `answer`, or why it is none.
    var word: String { fault?.word ?? "answer" }

    fileprivate var standingForSeveral: InputResult {
        var result = self
        result.name = input.name
        result.fault?.excerpt = ""
        result.fault?.offset = nil
        result.fault?.location = nil
        result.fault?.characterColumn = nil
        return result
    }

    fileprivate func adding(_ other: InputResult) -> InputResult {
        var sum = self
        sum.bytes += other.bytes
        sum.recordings += other.recordings
        return sum
    }
}
