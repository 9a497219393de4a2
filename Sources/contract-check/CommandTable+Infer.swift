import JSONSchema
import Options

extension CommandTable {
    static let infer = CommandSpec(
        "infer",
        summary: "make a schema, and a profile, from samples",
        description: """
            Reads any number of samples and writes a JSON Schema under which each of them is valid. Inputs are those of \
            check: files, folders, patterns, URLs, NDJSON, HAR, recordings, what curl -i prints, or - for standard input. The \
            order of samples makes no difference. When an input cannot be read, nothing is written.

            Objects stay open, and so do enumerations (x-known-values). A member is required when no object lacks it. Objects \
            whose names are data become maps; objects that a member tells apart, such as "kind", become unions \
            (x-discriminator); what is equal is defined once. What was decided wrongly is pinned in a file: docs/inference.md.

            With --profile, what was counted is written, too: how often a field was there, null or absent, of which types, with \
            which values, lengths and formats (Schemas/profile.schema.json). It is the evidence by which a check tells a change \
            from what was just not seen yet. --join adds what other profiles have counted, so that evidence grows from run to \
            run; the schema is that of the inputs alone, and without inputs there is none.
            """,
        arguments: [inputs(required: false)],
        options: [
            .value(
                "output",
                short: "o",
                "FILE",
                .path,
                default: .described("standard output, unless --profile is given"),
                help: "Where the schema goes; a file there is overwritten."
            ),
            .value("profile", "FILE", .path, help: "Where the profile goes; a file there is overwritten."),
            .value(
                "join",
                "PROFILE",
                .path,
                repeats: true,
                help:
                    "With --profile: a profile of other samples to add, which may be the file of --profile itself."
            ),
            pins,
            .value(
                "dialect",
                "NAME",
                .choice(Dialect.allCases.reversed().map(\.name)),
                default: .value(Dialect.draft202012.name),
                help: "The dialect of the schema."
            ),
            .value("title", "TEXT", help: "The title of the schema."),
            inputFormat,
            header,
            headerFrom,
        ],
        examples: [
            Example(
                "contract-check infer recordings/ -o feed.schema.json --profile profile.json",
                "Makes a schema and its evidence from every recording in a folder."
            ),
            Example(
                "curl -s https://api.example.com/profile | contract-check infer -",
                "Shows the schema of one response."
            ),
            Example(
                "contract-check infer --join profile.json --profile profile.json recordings/",
                "Adds what today's recordings show to the evidence."
            ),
            Example(
                "contract-check infer --pins infer.json -o feed.schema.json 'recordings/*.har'",
                "Keeps what people decided about maps, enumerations and names."
            ),
        ],
        exitCodes: [
            ExitCode(0, "made from all samples"),
            ExitCode(
                2,
                "the command line, a profile or the file of pins is wrong, a pin is at odds with a sample, or a file cannot be written"
            ),
            ExitCode(3, "an input could not be read or is not JSON"),
        ]
    )
}
