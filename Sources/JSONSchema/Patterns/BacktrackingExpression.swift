internal import CPCRE2
internal import JSONCore

/// A regular expression that PCRE2 matches by trying, step by step, within limits.
///
/// One difference to ECMA-262 is left: a group keeps what it matched in an earlier round of a repetition, where it had to
/// forget that.
@safe final class BacktrackingExpression: @unchecked Sendable {
    // Sendable because PCRE2 only reads compiled code; the just-in-time compiler, which writes, gets a copy of its own.
    private let code: OpaquePointer

    /// The copy that the just-in-time compiler saw.
    ///
    /// Compiling takes it fifty times as long as PCRE2 takes to read the pattern, and most patterns of a large schema never
    /// meet a value.
    private let native = FirstHandle()

    init(_ syntax: PatternSyntax) throws(PatternSyntaxError) {
        unsafe code = try Self.compile(
            PatternWriter.backtracking(Lookbehinds.rewritten(syntax))
        )
    }

    deinit {
        unsafe pcre2_code_free_8(code)
        unsafe pcre2_code_free_8(native.known)
    }

    private static func compile(_ pattern: [UInt8]) throws(PatternSyntaxError) -> OpaquePointer {
        // ECMA-262: a group that took no part matches as empty. With the optimisations of where a match may start, the
        // just-in-time compiler of 10.42 misses matches: that of /(?:a|b|){2}x*?b/ in "bcb".
        let options =
            UInt32(PCRE2_UTF) | PCRE2_NO_UTF_CHECK | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C
            | PCRE2_NO_START_OPTIMIZE
        var errorCode: Int32 = 0
        var errorOffset = 0
        let code = unsafe pcre2_compile_8(pattern, pattern.count, options, &errorCode, &errorOffset, nil)
        guard let code = unsafe code else {
            // PCRE2 saw another text than the schema's, so that its offset helps nobody.
            throw PatternSyntaxError(reason: message(of: errorCode), offset: 0)
        }
        return unsafe code
    }

    private static func message(of errorCode: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 256)
        let length = unsafe pcre2_get_error_message_8(errorCode, &text, text.count)
        return String(decoding: text.prefix(max(0, Int(length))), as: UTF8.self)
    }

    /// Whether it matches anywhere in the text.
    func match(_ text: UTF8View, _ memory: BacktrackingMemory) -> PatternOutcome {
        unsafe memory.match(native.known ?? makeNative(), text)
    }

    /// Compiles a copy just in time.
    ///
    /// What that compiler cannot take is interpreted, which is slower and no less right.
    @inline(never) private func makeNative() -> OpaquePointer {
        guard let copy = unsafe pcre2_code_copy_8(code) else { return unsafe code }
        _ = unsafe pcre2_jit_compile_8(copy, PCRE2_JIT_COMPLETE)
        return unsafe native.keep(copy) { unsafe pcre2_code_free_8($0) } ?? code
    }
}

/// PCRE2's tables of Unicode.
extension BacktrackingExpression {
    static func knows(_ property: UnicodeProperty) -> Bool {
        do throws(PatternSyntaxError) {
            unsafe pcre2_code_free_8(try compile(Array("\\p{\(property.name)}".utf8)))
            return true
        } catch {
            return false
        }
    }

    /// The code points of a property that it knows.
    static func codePoints(of property: UnicodeProperty) -> CodePointSet {
        let code: OpaquePointer
        do throws(PatternSyntaxError) {
            unsafe code = try compile(Array("\\p{\(property.name)}++".utf8))
        } catch {
            preconditionFailure("PCRE2 has a property \(property.name) no more: \(error)")
        }
        defer { unsafe pcre2_code_free_8(code) }
        unsafe pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        let everything = (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
        let text = everything.reduce(into: [UInt8]()) { $0.append(contentsOf: UTF8.encode($1) ?? .init()) }
        return CodePointSet(
            unsafe runs(of: code, in: text).compactMap { run in
                let scalars = String(decoding: text[run], as: UTF8.self).unicodeScalars
                guard let first = scalars.first, let last = scalars.last else { return nil }
                return first.value...last.value
            }
        )
    }

    /// Where an expression matches, as far apart as may be.
    private static func runs(of code: OpaquePointer, in text: [UInt8]) -> [Range<Int>] {
        guard let found = unsafe pcre2_match_data_create_8(1, nil) else { return [] }
        defer { unsafe pcre2_match_data_free_8(found) }
        var runs: [Range<Int>] = []
        var at = 0
        while unsafe pcre2_match_8(code, text, text.count, at, PCRE2_NO_UTF_CHECK, found, nil) >= 0 {
            guard let ends = unsafe pcre2_get_ovector_pointer_8(found) else { break }
            runs.append(unsafe Range(uncheckedBounds: (ends[0], ends[1])))
            at = unsafe ends[1]
        }
        return runs
    }
}
