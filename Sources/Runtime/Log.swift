/// Writes events as lines with ordered fields.
///
/// A value that is passed to whoever logs; ``with(_:)`` gives one that knows more context. Values may come from
/// outside: they are escaped so that one event is one line. Secrets are ``Secret`` and cannot be logged by accident.
package struct Log: Sendable {
    /// Events below this level are not written.
    package let minimumLevel: LogLevel

    private let format: LogFormat
    private let sink: LogSink
    private let clock: @Sendable () -> WallTime
    private var context: [LogField] = []

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - minimumLevel: Events below it are dropped.
    ///   - format: How events are written.
    ///   - sink: Where they go.
    ///   - clock: Gives the time of an event.
    package init(
        minimumLevel: LogLevel = .info,
        format: LogFormat = .text,
        sink: LogSink = .standardError,
        clock: @escaping @Sendable () -> WallTime = { .now }
    ) {
        self.minimumLevel = minimumLevel
        self.format = format
        self.sink = sink
        self.clock = clock
    }

    /// A log that writes nothing.
    package static let silent = Log(minimumLevel: .error, sink: LogSink { _ in })

    /// A log that adds these fields to every event, after those it already adds.
    package func with(_ fields: KeyValuePairs<String, LogValue>) -> Log {
        var log = self
        log.context += fields.map { LogField($0.key, $0.value) }
        return log
    }

    /// Writes an event for whoever looks for a fault.
    package func debug(
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> KeyValuePairs<String, LogValue> = [:]
    ) {
        write(.debug, message, fields)
    }

    /// Writes an event of the normal course of things.
    package func info(_ message: String, _ fields: KeyValuePairs<String, LogValue> = [:]) {
        write(.info, { message }, { fields })
    }

    /// Writes an event to look at when there is time.
    package func warning(_ message: String, _ fields: KeyValuePairs<String, LogValue> = [:]) {
        write(.warning, { message }, { fields })
    }

    /// Writes a failure.
    package func error(_ message: String, _ fields: KeyValuePairs<String, LogValue> = [:]) {
        write(.error, { message }, { fields })
    }

    private func write(
        _ level: LogLevel,
        _ message: () -> String,
        _ fields: () -> KeyValuePairs<String, LogValue>
    ) {
        guard level >= minimumLevel else { return }
        let event = LogEvent(
            time: clock(),
            level: level,
            message: message(),
            fields: context + fields().map { LogField($0.key, $0.value) }
        )
        sink(event.line(format) + "\n")
    }
}
