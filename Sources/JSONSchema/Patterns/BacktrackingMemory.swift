internal import CPCRE2
internal import JSONCore

/// What PCRE2 needs while it matches, for one thread at a time.
///
/// It is one pointer wide, for the pool that keeps it.
@safe struct BacktrackingMemory {
    @unsafe private struct Storage {
        let matchData: OpaquePointer?
        let matchContext: OpaquePointer?
        let jitStack: OpaquePointer?
    }

    private let storage: UnsafeMutablePointer<Storage>

    init(_ limits: EvaluationLimits) {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(
            to: Storage(
                matchData: pcre2_match_data_create_8(1, nil),
                matchContext: pcre2_match_context_create_8(nil),
                jitStack: pcre2_jit_stack_create_8(32 << 10, limits.maxPatternStackBytes, nil)
            )
        )
        guard let context = unsafe storage.pointee.matchContext else { return }
        unsafe pcre2_set_match_limit_8(context, UInt32(clamping: limits.maxPatternSteps))
        unsafe pcre2_set_depth_limit_8(context, UInt32(clamping: limits.maxPatternSteps))
        unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(storage.pointee.jitStack))
    }

    /// Nil for 0.
    init?(address: UInt) {
        guard let storage = unsafe UnsafeMutablePointer<Storage>(bitPattern: address) else { return nil }
        unsafe self.storage = storage
    }

    var address: UInt { unsafe UInt(bitPattern: storage) }

    func deallocate() {
        unsafe pcre2_match_data_free_8(storage.pointee.matchData)
        unsafe pcre2_match_context_free_8(storage.pointee.matchContext)
        unsafe pcre2_jit_stack_free_8(storage.pointee.jitStack)
        unsafe storage.deallocate()
    }

    /// Whether compiled code matches anywhere in the text.
    func match(_ code: OpaquePointer, _ text: UTF8View) -> PatternOutcome {
        guard let matchData = unsafe storage.pointee.matchData else { return .limit }
        let (start, length) = unsafe (text.buffer.baseAddress, text.count)
        // The parser has checked the UTF-8.
        let options = UInt32(PCRE2_NO_UTF_CHECK)
        let context = unsafe storage.pointee.matchContext
        switch unsafe pcre2_match_8(code, start, length, 0, options, matchData, context) {
        case 0...: return .match
        case PCRE2_ERROR_NOMATCH: return .mismatch
        default: return .limit
        }
    }
}
