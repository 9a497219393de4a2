/// Metrics as Prometheus reads them: its text format, version 0.0.4.
package struct MetricsText: Sendable {
    /// What a number can do.
    package enum Kind: String, Sendable {
        /// Only rise.
        case counter
        case gauge
    }

    /// A number with the labels that tell it from its neighbours.
    package struct Sample: Sendable {
        let labels: KeyValuePairs<String, String>
        let value: Double

        package init(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
            self.value = value
            self.labels = labels
        }

        package init(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) {
            self.init(Double(value), labels)
        }
    }

    /// The media type to send it with.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// What was added so far.
    package private(set) var text = ""

    package init() {}

    /// Adds numbers of one name, in the given order.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        head(name, kind.rawValue, help)
        for sample in samples { line(name, sample) }
    }

    /// Adds histograms of one name, each with the value of one label.
    package mutating func add(
        _ name: String,
        _ help: String,
        by label: String,
        _ histograms: [(value: String, histogram: Histogram)]
    ) {
        head(name, "histogram", help)
        for (value, histogram) in histograms {
            var below = 0
            for (count, bound) in zip(histogram.counts, Histogram.bounds + [.infinity]) {
                below += count
                line("\(name)_bucket", Sample(below, [label: value, "le": Self.number(bound)]))
            }
            line("\(name)_sum", Sample(histogram.sum, [label: value]))
            line("\(name)_count", Sample(below, [label: value]))
        }
    }

    private mutating func head(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private mutating func line(_ name: String, _ sample: Sample) {
        let labels = sample.labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        text += name + (labels.isEmpty ? "" : "{\(labels)}") + " \(Self.number(sample.value))\n"
    }

    private static func number(_ value: Double) -> String {
        if value == .infinity { return "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
