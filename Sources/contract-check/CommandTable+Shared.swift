import Options

// What several commands take.
extension CommandTable {
    /// The inputs of a command.
    static func inputs(
        required: Bool = true,
        help: String = "A file, a folder, a pattern, a URL, or - for standard input."
    ) -> ArgumentSpec {
        ArgumentSpec("INPUT", .path, repeats: true, required: required, help: help)
    }

    /// What responses are judged by; ``Measure`` reads them.
    static let measures: [OptionSpec] = [
        contract("The contract's folder, the one with feed.json in it."),
        .value(
            "schema",
            short: "s",
            "FILE",
            .path,
            help: "A JSON Schema to judge by, where there is no contract."
        ),
        schemaFolders,
        .value("endpoint", short: "e", "NAME", help: "The endpoint that all inputs are responses of."),
    ]

    static func contract(_ help: String) -> OptionSpec {
        .value("contract", short: "c", "FOLDER", .path, help: help)
    }

    static let pins = OptionSpec.value(
        "pins",
        "FILE",
        .path,
        help: "Decisions by path, which no evidence changes (infer.json)."
    )

    static let inputFormat = OptionSpec.value(
        "input-format",
        "FORMAT",
        .choice(InputFormat.allCases.map(\.rawValue)),
        default: .described("told by name and content"),
        help:
            "What every file is: one body, a body a line, an array of bodies, a HAR, a recording, or curl -i."
    )

    static let header = OptionSpec.value(
        "header",
        "FIELD",
        repeats: true,
        help:
            "A header to send to URLs, 'Name: value'. Others on the machine can see it; for secrets use --header-from."
    )

    static let headerFrom = OptionSpec.value(
        "header-from",
        "FIELD",
        repeats: true,
        help:
            "A header to send to URLs, 'Name=VARIABLE', its value from the environment. It is never printed."
    )

    static let assertFormats = OptionSpec.flag(
        "assert-formats",
        help: "Refuse strings that are not of the format their schema names."
    )

    static let failOn = OptionSpec.value(
        "fail-on",
        "SEVERITY",
        .choice(["breaking", "warning", "info"]),
        default: "breaking",
        help: "The least severity that makes the exit code 1."
    )

    static let schemaFolders = OptionSpec.value(
        "schema-dir",
        "DIR",
        .path,
        repeats: true,
        help: "A folder of schemas that schemas may refer to, by their $id or their place."
    )
}
