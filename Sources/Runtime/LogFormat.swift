/// How an event is written.
///
/// In every format one event is one line.
package enum LogFormat: String, CaseIterable, Sendable {
    /// `2021-05-18T08:00:00.000000Z warning refresh failed feed=profile attempt=2`
    case text

    /// A JSON object with `time`, `level`, `message` and the fields.
    case json

    /// Text for the systemd journal: the priority in front (sd-daemon(3)), and no time, since the journal has its own.
    case journal
}

/// One event.
struct LogEvent {
    let time: WallTime
    let level: LogLevel
    let message: String
    let fields: [LogField]

    /// The event as one line without its newline.
    func line(_ format: LogFormat) -> String {
        switch format {
        case .text: "\(time) \(level.rawValue) \(sentence)"
        case .json: json
        case .journal: "<\(level.syslogPriority)>\(sentence)"
        }
    }

    private var sentence: String {
        ([escaped(shortened(message))] + fields.map { "\(plainKey($0))=\(plainValue($0.value))" }).joined(
            separator: " "
        )
    }

    private func plainKey(_ field: LogField) -> String {
        needsQuotes(field.writtenKey) ? quoted(field.writtenKey) : field.writtenKey
    }

    private func plainValue(_ value: LogValue) -> String {
        guard case .text(let text) = value else { return value.jsonText }
        return needsQuotes(text) ? quoted(text) : shortened(text)
    }

    private var json: String {
        let head = [
            LogField("time", .text("\(time)")), LogField("level", .text(level.rawValue)),
            LogField("message", .text(message)),
        ]
        var keys: Set<String> = []
        let members = (head + fields).map { field in
            // A repeated key would hide a value from most readers, and a field must not pass for the level.
            var key = field.writtenKey
            while !keys.insert(key).inserted { key += "_" }
            return "\(quoted(key)):\(field.value.jsonText)"
        }
        return "{\(members.joined(separator: ","))}"
    }
}

extension LogField {
    fileprivate var writtenKey: String {
        if case .duration = value { key + "_ms" } else { key }
    }
}

extension LogValue {
    fileprivate var jsonText: String {
        switch self {
        case .text(let text): quoted(text)
        case .integer(let number): String(number)
        case .boolean(let truth): String(truth)
        case .duration(let duration): duration.millisecondsText
        case .absent: "null"
        }
    }
}

extension Duration {
    /// Milliseconds with three decimals, such as `12.345`; smaller parts are cut off.
    var millisecondsText: String {
        let (seconds, attoseconds) = components
        let micros = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let fraction = String(micros.magnitude % 1000)
        let sign = micros < 0 ? "-" : ""
        return
            "\(sign)\(micros.magnitude / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
