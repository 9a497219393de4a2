/// How much an event matters to the operator.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// For whoever looks for a fault.
    case debug

    /// The normal course of things.
    case info

    /// Something to look at when there is time.
    case warning

    /// Something failed that should not.
    case error

    /// Tells whether the left level matters less.
    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.syslogPriority > right.syslogPriority
    }

    /// The priority of RFC 5424 §6.2.1: 3 for an error to 7 for debug.
    package var syslogPriority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .warning: 4
        case .error: 3
        }
    }
}
