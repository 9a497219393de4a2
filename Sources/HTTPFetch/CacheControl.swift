/// What a response says about its own freshness (RFC 9111 §5.2).
package struct CacheControl: Sendable, Equatable {
    /// `max-age`, nil when absent or not a number; the smallest one when there are several.
    package let maxAge: Duration?
    /// Whether `no-store`, `no-cache` or a `max-age` of zero asks that nothing is reused.
    package let forbidsReuse: Bool

    /// Reads the `Cache-Control` fields; unknown directives and garbage are passed over.
    package init(_ headers: HTTPHeaders) {
        let directives = headers.values(of: "Cache-Control")
            .flatMap { $0.split(separator: ",") }
            .map { $0.trimmingHTTPSpace() }
        let ages = directives.compactMap(Self.seconds(inMaxAge:))
        maxAge = ages.min().map { .seconds($0) }
        forbidsReuse =
            maxAge == .zero
            || directives.contains {
                $0.equalsIgnoringASCIICase("no-store") || $0.equalsIgnoringASCIICase("no-cache")
            }
    }

    /// How long a response with these headers stays fresh from now on: `max-age` less `Age`.
    ///
    /// - Parameters:
    ///   - headers: a response's fields.
    ///   - cap: the longest answer; a `max-age` of ten years is somebody's mistake.
    /// - Returns: nil when the headers name no positive time, or forbid reuse.
    package static func freshness(of headers: HTTPHeaders, cap: Duration) -> Duration? {
        let control = CacheControl(headers)
        guard let maxAge = control.maxAge, !control.forbidsReuse else { return nil }
        let age = headers["Age"].flatMap { wholeNumber($0.trimmingHTTPSpace()) } ?? 0
        let left = maxAge - .seconds(age)
        return left > .zero ? min(left, cap) : nil
    }

    private static func seconds(inMaxAge directive: String) -> Int? {
        let parts = directive.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].trimmingHTTPSpace().equalsIgnoringASCIICase("max-age") else {
            return nil
        }
        // RFC 9111 §5.2: a recipient ought to take the quoted form too.
        return wholeNumber(parts[1].trimmingHTTPSpace().filter { $0 != "\"" })
    }
}
