import Drift
import JSONCore
import JSONSchema
import TypeInference

/// What a schema says of inputs, as findings of the endpoint `list`.
func findings(_ schema: String, _ inputs: String..., endpoint: String = "list") throws -> [Finding] {
    try findings(schema, inputs: inputs, endpoint: endpoint)
}

/// The same, by rules and compared with samples.
func findings(
    _ schema: String,
    inputs: [String],
    endpoint: String = "list",
    rules: SeverityRules = SeverityRules(),
    samples: [String]? = nil
) throws -> [Finding] {
    let compiled = try CompiledSchema(compiling: JSONDocument(schema))
    var shape = Shape()
    for sample in samples ?? [] { shape.observe(try JSONDocument(sample).root) }
    let tree = samples.map { _ in SampleTree(Profile(shape)) }
    var collector = FindingCollector(
        endpoint: endpoint,
        rules: rules,
        samples: tree,
        telling: compiled.discriminatedPlaces
    )
    for (number, input) in inputs.enumerated() {
        let place = Place(try JSONDocument(input).root)
        collector.begin(input: "input \(number + 1)")
        collector.observe(place)
        _ = collector.add(compiled.explain(place.value), by: compiled, below: place)
        collector.compare(place.value)
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
