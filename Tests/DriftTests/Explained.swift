import Drift
import JSONCore
import JSONSchema

/// What a schema says of inputs, as findings of the endpoint `list`.
func findings(_ schema: String, _ inputs: String..., endpoint: String = "list") throws -> [Finding] {
    let compiled = try CompiledSchema(compiling: JSONDocument(schema))
    var collector = FindingCollector(endpoint: endpoint)
    for (number, input) in inputs.enumerated() {
        let place = Place(try JSONDocument(input).root)
        collector.begin(input: "input \(number + 1)")
        collector.observe(place)
        _ = collector.add(compiled.explain(place.value), by: compiled, below: place)
    }
    return collector.findings
}

/// `kind path count/of`.
func line(_ finding: Finding) -> String {
    "\(finding.kind.rawValue) \(finding.path) \(finding.count)/\(finding.of)"
}

/// A schema for an object whose list `rows` holds objects with these members.
func rows(_ properties: String, required: String = "[]") -> String {
    #"""
    {"properties": {"rows": {"items": {"type": "object", "required": \#(required), "properties": \#(properties)}}}}
    """#
}
