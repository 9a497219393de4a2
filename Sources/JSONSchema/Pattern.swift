internal import CPCRE2
internal import JSONCore

/// A regular expression of ECMA-262, compiled by PCRE2 and its just-in-time compiler.
@safe final class Pattern: @unchecked Sendable {
    // Sendable because PCRE2 never writes to compiled code after `pcre2_jit_compile`.
    private let code: OpaquePointer

    private let isNative: Bool

    /// As the schema writes it.
    let source: String

    init(_ source: String) throws(PatternSyntaxError) {
        self.source = source
        var translation = PatternTranslation(source)
        try translation.run()
        unsafe code = try Self.compile(translation.output)
        // Without a result it is interpreted, which is slower and no less right.
        unsafe isNative = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE) == 0
    }

    deinit { unsafe pcre2_code_free_8(code) }

    private static func compile(_ pattern: [UInt8]) throws(PatternSyntaxError) -> OpaquePointer {
        // ECMA-262: `$` is not before a final newline, and a group that took no part matches as empty.
        let options =
            UInt32(PCRE2_UTF) | PCRE2_NO_UTF_CHECK | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF
            | PCRE2_NEVER_BACKSLASH_C
        var errorCode: Int32 = 0
        var errorOffset = 0
        let code = unsafe pcre2_compile_8(pattern, pattern.count, options, &errorCode, &errorOffset, nil)
        guard let code = unsafe code else {
            throw PatternSyntaxError(reason: message(of: errorCode), offset: errorOffset)
        }
        return unsafe code
    }

    private static func message(of errorCode: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 256)
        let length = unsafe pcre2_get_error_message_8(errorCode, &text, text.count)
        return String(decoding: text.prefix(max(0, Int(length))), as: UTF8.self)
    }

    /// For the evaluator's tables; valid as long as this pattern.
    var handle: PatternHandle { unsafe PatternHandle(code: code, isNative: isNative) }
}

/// Why a pattern is refused.
struct PatternSyntaxError: Error, Equatable {
    let reason: String

    /// In UTF-8 bytes; of the translated pattern when PCRE2 found the mistake.
    let offset: Int
}

/// A pattern without its owner.
@safe struct PatternHandle: BitwiseCopyable, @unchecked Sendable {
    // Sendable for the reason that Pattern is.
    fileprivate let code: OpaquePointer

    /// Whether the just-in-time compiler took it.
    fileprivate let isNative: Bool

    fileprivate init(code: OpaquePointer, isNative: Bool) {
        unsafe self.code = code
        self.isNative = isNative
    }
}

/// Working memory for matching, for one thread at a time.
@safe struct PatternMatcher {
    enum Outcome {
        case match
        case mismatch
        /// The match would take more steps or memory than the limits allow.
        case limit
    }

    private let matchData: OpaquePointer?
    private let matchContext: OpaquePointer?
    private let jitStack: OpaquePointer?

    init(limits: EvaluationLimits) {
        unsafe matchData = pcre2_match_data_create_8(1, nil)
        unsafe matchContext = pcre2_match_context_create_8(nil)
        unsafe jitStack = pcre2_jit_stack_create_8(32 << 10, limits.maxPatternStackBytes, nil)
        guard let matchContext = unsafe matchContext else { return }
        unsafe pcre2_set_match_limit_8(matchContext, UInt32(limits.maxPatternSteps))
        unsafe pcre2_set_depth_limit_8(matchContext, UInt32(limits.maxPatternSteps))
        unsafe pcre2_jit_stack_assign_8(matchContext, nil, UnsafeMutableRawPointer(jitStack))
    }

    func deallocate() {
        unsafe pcre2_match_data_free_8(matchData)
        unsafe pcre2_match_context_free_8(matchContext)
        unsafe pcre2_jit_stack_free_8(jitStack)
    }

    /// Whether the pattern matches anywhere in the text.
    func match(_ pattern: PatternHandle, _ text: UTF8View) -> Outcome {
        guard let matchData = unsafe matchData else { return .limit }
        let (subject, length) = unsafe (text.buffer.baseAddress, text.count)
        // The parser has checked the UTF-8.
        let options = UInt32(PCRE2_NO_UTF_CHECK)
        let result =
            pattern.isNative
            ? unsafe pcre2_jit_match_8(pattern.code, subject, length, 0, options, matchData, matchContext)
            : unsafe pcre2_match_8(pattern.code, subject, length, 0, options, matchData, matchContext)
        switch result {
        case 0...: return .match
        case PCRE2_ERROR_NOMATCH: return .mismatch
        default: return .limit
        }
    }
}
