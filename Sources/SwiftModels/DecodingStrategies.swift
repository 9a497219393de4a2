/// How an app has set up its `JSONDecoder`, where that is not as it comes.
package struct DecodingStrategies: Sendable {
    package var dates = DateStrategy.deferredToDate
    package var keys = KeyStrategy.useDefaultKeys

    package init() {}

    /// What a `Date` is read from, in Foundation's words.
    package enum DateStrategy: String, CaseIterable, Sendable {
        /// Seconds since 2001.
        case deferredToDate
        case secondsSince1970
        case millisecondsSince1970
        case iso8601
    }

    /// What coding keys are compared with, in Foundation's words.
    package enum KeyStrategy: String, CaseIterable, Sendable {
        case useDefaultKeys
        case convertFromSnakeCase
    }
}
