internal import JSONCore

/// Judges a text from the tokens in it, without a parse: grammar and schema in one pass.
///
/// Only ``WalkOutcome/accepted(upTo:)`` for the whole text counts, as "this is JSON and conforms". Whatever the walk does not know
/// is ``WalkOutcome/unknown``, and then the text must be parsed and judged by ``Evaluation``, which is the reference. Both read the
/// same program.
///
/// Members of one name may stand in an object more than once, and the last one counts. If the walk accepts all of them, it accepts
/// that one; so it looks for others of a name only before it refuses.
///
/// Its three pointers travel in registers, and so do three arguments: a node, a token, and how many levels may yet come.
@safe struct IndexWalk {
    let text: PaddedText
    let tables: ProgramTables
    private let context: UnsafeMutablePointer<Context>

    /// What the walk writes, and what it reads seldom.
    struct Context {
        let limits: EvaluationLimits
        let textLength: Int

        // From the one offset to the other stands no backslash.
        var plainStart = 0
        var plainEnd: Int

        /// Tokens that may yet be read again.
        var tokensLeft: Int

        var strings: UnescapedStrings
    }

    /// Whether the text is JSON of at most `maxDepth` levels, and conforms, for certain.
    static func accepts(
        _ index: StructuralIndex,
        _ tables: ProgramTables,
        _ root: NodeID,
        _ limits: EvaluationLimits,
        maxDepth: Int
    ) -> Bool {
        var context = Context(
            limits: limits,
            textLength: index.end.offset,
            plainEnd: index.firstEscape,
            tokensLeft: 1_024 + 16 * index.end.distance(from: index.start),
            strings: UnescapedStrings(textLength: index.end.offset)
        )
        defer { context.strings.deallocate() }
        return unsafe withUnsafeMutablePointer(to: &context) { context in
            let walk = unsafe IndexWalk(text: index.text, tables: tables, context: context)
            let depth = min(maxDepth, limits.maxDepth, Self.maxDepth)
            return walk.judge(root, index.start, depth) == .accepted(upTo: index.end)
        }
    }

    /// Schemas inside schemas, and values inside values: what the stack of any thread has room for.
    static let maxDepth = 500

    /// Whether there are escapes in the string of a token.
    @inline(__always) func hasEscapes(_ at: Token) -> Bool { mayHaveEscapes(at) && findsEscape(at) }

    /// The same as far as that is known without a search.
    @inline(__always) func mayHaveEscapes(_ at: Token) -> Bool {
        unsafe at.next.offset > context.pointee.plainEnd || at.offset < context.pointee.plainStart
    }

    /// Searches further than the token reaches, so that the next strings need no search.
    @inline(never)
    private func findsEscape(_ at: Token) -> Bool {
        let (start, end) = (at.offset, at.next.offset)
        let far = unsafe min(max(end, start &+ 1_024), context.pointee.textLength)
        let escape = text.firstEscape(from: start, to: far)
        unsafe context.pointee.plainStart = start
        unsafe context.pointee.plainEnd = escape
        return escape < end
    }

    @inline(never)
    func unescaped(from start: Int, to end: Int) -> UTF8View? {
        unsafe context.pointee.strings.string(in: text, from: start, to: end)
    }

    @inline(never)
    func areEscapesValid(from start: Int, to end: Int) -> Bool {
        unsafe context.pointee.strings.areEscapesValid(in: text, from: start, to: end)
    }

    var limits: EvaluationLimits { unsafe context.pointee.limits }

    /// Counts tokens that were read and will be again, so that the walk never takes longer than some parses.
    @inline(__always) func count(from start: Token, to end: Token) {
        unsafe context.pointee.tokensLeft &-= end.distance(from: start)
    }

    var mayTry: Bool { unsafe context.pointee.tokensLeft > 0 }

    // MARK: Nodes

    /// Judges the value that begins at a token by a node.
    @inline(__always)
    func judge(_ id: NodeID, _ at: Token, _ depth: Int) -> WalkOutcome {
        let node = Int(id.index)
        return judge(node, tables.nodes[node].decided, at, depth)
    }

    /// The same, where the types are known that the node decides by itself.
    @inline(__always)
    func judge(_ node: Int, _ decided: TypeMask, _ at: Token, _ depth: Int) -> WalkOutcome {
        if text[at] == UInt8(ascii: "\""), decided.allows(tag: TapeTag.string), !mayHaveEscapes(at) {
            return .accepted(upTo: at.next)
        }
        return judgeUndecided(node, at, depth)
    }

    @inline(never)
    func judgeUndecided(_ node: Int, _ at: Token, _ depth: Int) -> WalkOutcome {
        guard depth > 0 else { return .unknown }
        let byte = text[at]
        if beginsNumber(byte) { return judgeNumber(node, at, depth) }
        if tables.nodes[node].decided.allows(tag: byte) { return skip(at, depth) }
        guard tables.nodes[node].types.allows(tag: byte) else { return .refused }
        guard tables.nodes[node].isSimple else { return judgeAll(node, at, depth) }
        return complete(judgeFamily(node, at, depth), at, depth)
    }

    @inline(__always)
    private func judgeFamily(_ node: Int, _ at: Token, _ depth: Int) -> WalkOutcome {
        switch text[at] {
        case UInt8(ascii: "{"): judgeObject(node, at, depth)
        case UInt8(ascii: "["): judgeArray(node, at, depth)
        case UInt8(ascii: "\""): judgeString(node, at)
        default: literal(at)
        }
    }

    /// A node that applies others to the same value.
    @inline(never)
    private func judgeAll(_ node: Int, _ at: Token, _ depth: Int) -> WalkOutcome {
        guard tables.nodes[node].unevaluated.isEmpty else { return .unknown }
        var outcome = judgeFamily(node, at, depth)
        guard outcome.isAccepted else { return outcome }
        outcome = complete(judgeValue(tables.nodes[node].values, at, depth, outcome), at, depth)
        guard outcome.isAccepted, text[at] == UInt8(ascii: "{"), asksNamesLast(node) else { return outcome }
        return judgeRequired(tables.nodes[node].members.index, in: at, outcome)
    }

    /// Where nothing asked for more than that a value is JSON, that is still to be seen.
    @inline(__always)
    func complete(_ outcome: WalkOutcome, _ at: Token, _ depth: Int) -> WalkOutcome {
        outcome == .unjudged ? skip(at, depth) : outcome
    }
}

/// What the walk came to for a value.
///
/// One word, so that it travels in a register.
struct WalkOutcome: Equatable, BitwiseCopyable {
    private let rawValue: UInt

    private init(rawValue: UInt) { self.rawValue = rawValue }

    /// It may conform or not, or be no JSON.
    static var unknown: WalkOutcome { WalkOutcome(rawValue: 0) }

    /// It does not conform, if it is JSON.
    static var refused: WalkOutcome { WalkOutcome(rawValue: 1) }

    /// Nothing was asked so far, not even whether it is JSON.
    static var unjudged: WalkOutcome { WalkOutcome(rawValue: 2) }

    /// It is JSON and conforms; the token is that behind it.
    @inline(__always) static func accepted(upTo end: Token) -> WalkOutcome {
        WalkOutcome(rawValue: end.rawValue)
    }

    /// Whether it is accepted, or may yet be.
    @inline(__always) var isAccepted: Bool { rawValue > 1 }

    /// The token behind a value that was accepted.
    @inline(__always) var end: Token { unsafe Token(rawValue: rawValue) }
}
