import JSONSchema
import Options

extension CommandTable {
    static let contractCheck = CommandTable(
        name: "contract-check",
        summary: "tell whether JSON responses still are what a contract says",
        version: "0.1.0",
        description: """
            Judges recorded or live responses of an API that somebody else owns. It says what drifted, where, how often \
            and how bad that is, and ends with a code that a CI job can go by.

            Nothing but the URLs on the command line is ever fetched; references in schemas never are.
            """,
        commands: [check, validate, record, infer, diff, propose, lint, generate, bowtie],
        options: [
            .value(
                "color",
                "WHEN",
                .choice(ColorChoice.allCases.map(\.rawValue)),
                default: "auto",
                help: "Whether output is coloured: on terminals without NO_COLOR, or whatever they are."
            )
        ],
        exitCodes: [
            ExitCode(0, "no finding at or above --fail-on; every file is valid"),
            ExitCode(1, "findings at or above --fail-on, an error body among them; a file is not valid"),
            ExitCode(2, "the command line, the contract or the schema is wrong; nothing was judged"),
            ExitCode(3, "an input could not be read or fetched, or is not JSON; this wins over 1"),
        ]
    )

    private static let check = CommandSpec(
        "check",
        summary: "say what drifted between a contract and responses",
        description: """
            Each response is judged on its own; findings are grouped over all of them. Which endpoint it is of: the one \
            that --endpoint names, or the one whose URL was asked, or the one its file is named after (blocks.json, \
            blocks.2020-09.ndjson), or the contract's only one.

            An input is a file, a folder, a pattern such as 'recordings/**/*.json', an http or https URL, or - for standard \
            input. A file holds one body; or a body or recording on each line (.ndjson, .jsonl); or a HAR (.har), of which \
            only entries of the contract's endpoints are judged; or a recording (contract-check record), an array of them, \
            or what curl -i prints. Of a folder, the .json, .ndjson, .jsonl, .har and .http files below it are read. All of \
            them may be compressed with gzip, zstd or brotli (.gz, .zst, .br).

            The host of a URL may be a private address, since you named it; a redirect to another one is refused.

            A response that is JSON and no answer, such as an error body under HTTP 200 or null, is a breaking finding. One \
            that is not JSON, cannot be opened, is shorter than its Content-Length, or comes with another HTTP status than \
            2xx is unreadable: the exit code is 3 then, even when others have findings, for the check is not complete.

            With --model, responses are judged by what an app decodes them into. The files are read by the Swift compiler \
            (swiftc in PATH, or SWIFT_EXEC) and must compile by themselves. A finding is breaking where a JSONDecoder would \
            throw; it throws at the first, and all are told. What types with an init(from:) of their own take is not followed.
            """,
        arguments: [inputs()],
        options: measures + [
            inputFormat,
            header,
            headerFrom,
            failOn,
        ] + OptionSpec.model + OptionSpec.weighing + OptionSpec.acknowledging + OptionSpec.reporting,
        examples: [
            Example(
                "contract-check check --contract Schemas/netease-home recordings/",
                "Judges every recording in a folder."
            ),
            Example(
                "contract-check check -c Schemas/profile https://api.example.com/profile",
                "Judges what is served right now."
            ),
            Example(
                "curl -si localhost:3000/homepage/block/page | contract-check check -c Schemas/netease-home -e blocks -",
                "Judges standard input as a response of one endpoint, status and headers included."
            ),
            Example(
                "contract-check check -c Schemas/netease-home session.har",
                "Judges what a browser saw of the contract's endpoints."
            ),
            Example(
                "contract-check check --model Sources/App/Models --type HomePage recordings/",
                "Tells where an app that decodes HomePage would fail, and which fields it makes no use of."
            ),
            Example(
                "contract-check check -c Schemas/profile --report sarif=drift.sarif --report junit=drift.xml recordings/",
                "Prints the report, and keeps it for code scanning and the list of tests."
            ),
            Example(
                "contract-check check -c Schemas/profile --accept accept.json --update-accept --reason 'agreed' recordings/",
                "Accepts what drifted; from then on --accept accept.json alone passes."
            ),
            Example(
                "contract-check check -c Schemas/profile --format json profile.json | jq -r '.findings[].message'",
                "Reads the report in a script."
            ),
        ]
    )

    private static let validate = CommandSpec(
        "validate",
        summary: "validate files against a JSON Schema",
        description: """
            Says of each file whether it is valid, and if not, every violation with its place in the file and in the \
            schema. The dialect is what the schema's $schema says.

            The formats flag, list and hierarchical are those of the specification of machine-readable output, basic that \
            of 2019-09 and 2020-12. Each file gives one line: the document, with "file" as one more member, and with \
            "truncated": true where --max-units left something out. Where there is no verdict, the line has "fault".
            """,
        arguments: [
            ArgumentSpec("FILE", .path, repeats: true, help: "A file, a folder, or - for standard input.")
        ],
        options: [
            .value("schema", short: "s", "FILE", .path, required: true, help: "The schema."),
            schemaFolders,
            .value(
                "dialect",
                "NAME",
                .choice(Dialect.allCases.reversed().map(\.name)),
                default: .value(Dialect.draft202012.name),
                help: "The dialect of schemas without $schema."
            ),
            assertFormats,
            .flag(
                "assert-content",
                help:
                    "Refuse strings that are not base64 or not JSON where a schema of draft 7 says so; later ones never do."
            ),
            .value(
                "format",
                short: "f",
                "FORMAT",
                .choice(["text", "json"] + OutputFormat.allCases.map(\.rawValue)),
                default: "text",
                help:
                    "How the result is written to standard output: a report, or a line of JSON for each file."
            ),
            .flag(
                "no-annotations",
                help: "Leave annotations out of basic, list and hierarchical, which is faster."
            ),
            .value(
                "max-units",
                "COUNT",
                .integer(1...1_000_000),
                default: .value("\(OutputLimits().maxUnits)"),
                help:
                    "Results of single schemas in a line of basic, list or hierarchical, before it is truncated."
            ),
        ],
        examples: [
            Example(
                "contract-check validate --schema person.schema.json people/",
                "Validates every .json file in a folder."
            ),
            Example(
                "contract-check validate -s order.schema.json --schema-dir schemas order.json",
                "Finds the schemas that order.schema.json refers to in a folder."
            ),
            Example(
                "contract-check validate -s order.schema.json --format list order.json | jq '.details[].errors'",
                "Reads the errors as the specification has them."
            ),
        ],
        exitCodes: [
            ExitCode(0, "every file is valid"), ExitCode(1, "a file is not valid"),
            ExitCode(2, "the command line or the schema is wrong; nothing was judged"),
            ExitCode(
                3,
                "a file could not be read or is not JSON, or a limit ended its judging; this wins over 1"
            ),
        ]
    )
}

/// How `validate` writes what it found.
enum ValidationFormat {
    case text, json
    case output(OutputFormat)
}

extension ParsedCommand {
    /// The value of the `--format` of `validate`.
    var validationFormat: ValidationFormat {
        switch value("format") {
        case "json": .json
        case let format: format.flatMap(OutputFormat.init(rawValue:)).map(ValidationFormat.output) ?? .text
        }
    }

    /// The values of `--max-units` and `--no-annotations`.
    var outputLimits: OutputLimits {
        var limits = OutputLimits()
        limits.maxUnits = integer("max-units") ?? limits.maxUnits
        limits.collectsAnnotations = !flag("no-annotations")
        return limits
    }
}
