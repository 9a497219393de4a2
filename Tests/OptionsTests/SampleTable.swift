import Options

/// A small program that uses everything a table can say.
let sample = CommandTable(
    name: "tidepool",
    summary: "watch the tide",
    version: "1.2.3",
    description: "Tidepool reads gauges and says what the water does.",
    commands: [
        CommandSpec(
            "watch",
            summary: "follow one or more gauges",
            description: """
                Reads every gauge until told to stop, and prints a line whenever the water turned.

                .A gauge named - is read from standard input.
                """,
            arguments: [
                ArgumentSpec("STATION", help: "The station's name."),
                ArgumentSpec("GAUGE", .path, repeats: true, required: false, help: "A gauge's file, or -."),
            ],
            options: [
                .value(
                    "format",
                    short: "f",
                    "FORMAT",
                    .choice(["text", "json"]),
                    default: "text",
                    environment: "TIDEPOOL_FORMAT",
                    help: "How to print a turn."
                ),
                .value(
                    "limit",
                    short: "n",
                    "COUNT",
                    .integer(1...100),
                    default: .described("until stopped"),
                    help: "Stop after this many turns."
                ),
                .value(
                    "tag",
                    "NAME=VALUE",
                    repeats: true,
                    help: "Put a tag on every line; it's kept as typed."
                ),
                .flag(
                    "quick",
                    short: "q",
                    help: "Do not wait for the first turn of the water before printing."
                ),
                .value("log", "FILE", .path, help: "Where to write the log."),
                .value(
                    "copy",
                    "FORMAT=FILE",
                    .keyedPath(["text", "json"]),
                    repeats: true,
                    help: "Write the turns to a file, too; ~ and ^ are `plain`."
                ),
            ],
            examples: [
                Example("tidepool watch brest north.txt", "Follow one gauge."),
                Example("tidepool watch -f json brest -", "Read standard input, print JSON."),
            ],
            exitCodes: [ExitCode(0, "stopped"), ExitCode(3, "a gauge could not be read")]
        ),
        CommandSpec(
            "import",
            summary: "load a table of tides",
            options: [.value("schema", "FILE", .path, required: true, help: "What the table looks like.")]
        ),
    ],
    options: [
        .flag("verbose", short: "v", help: "Say more."),
        .value("color", "WHEN", .choice(["always", "never"]), help: "Whether to use colour."),
    ],
    exitCodes: [ExitCode(0, "done"), ExitCode(2, "wrong usage")]
)
