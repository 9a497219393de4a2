import JSONCore
import JSONSchema
import TypeInference

/// What is inferred from samples, each given as JSON.
func inference(_ samples: [String], pins: String? = nil, dialect: Dialect = .draft202012) throws -> Inference
{
    var options = Inference.Options()
    options.dialect = dialect
    if let pins { options.pins = try Pins(JSONDocument(pins).root) }
    return Inference(try samples.map { try JSONDocument($0) }, options)
}

/// The schema of samples, compact, without its `$schema`.
func schema(_ samples: String..., pins: String? = nil) throws -> String {
    let text = try inference(samples, pins: pins).schema.compact
    return text.replacing(#""$schema":"https://json-schema.org/draft/2020-12/schema","#, with: "")
}

/// The schema of what stands under `v` in an object, many times the same or each its own.
func schema(ofValues values: String...) throws -> String {
    let whole = try schema("[" + values.map { "{\"v\":\($0)}" }.joined(separator: ",") + "]")
    let start = #"{"type":"array","items":{"type":"object","properties":{"v":"#
    return String(whole.dropFirst(start.count).dropLast(#"},"required":["v"]}}"#.count))
}

extension Inference {
    /// Samples that it refuses, with the first reason.
    func refusals(_ samples: [String]) throws -> [String] {
        let compiled = try compiled()
        return try samples.compactMap { sample in
            let document = try JSONDocument(sample)
            guard !compiled.accepts(document) else { return nil }
            let reason = compiled.violations(in: document.root).first
            return "\(sample): \(reason.map { "\($0.value.pointer) \($0.kind)" } ?? "")"
        }
    }
}
