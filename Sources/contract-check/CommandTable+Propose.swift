import Options

extension CommandTable {
    static let propose = CommandSpec(
        "propose",
        summary: "propose the smallest change to a contract that responses pass after",
        description: """
            Looks for what the responses break, and changes the schemas just so far that they pass: a type is widened, null \
            allowed, a field made optional, a value added to its set, a limit moved, a new kind of block given a schema of \
            its own. What is not touched stays as it is written.

            The changes are printed as a patch for git apply or patch -p1, or with --format json as JSON Patches (RFC 6902). \
            The patch changes the version in force, or if that was released (released.json), adds the next one. With --write \
            they become files: those of the contract's next version, with feed.json raised to it and the samples of the \
            version before; or where a schema alone judges, the schema itself. contract-check diff then says what the next \
            version breaks.

            A response that is null or an error under HTTP 200 is told and left out, for a contract that an error passes would \
            be none.
            """,
        arguments: [inputs()],
        options: measures + [
            inputFormat,
            header,
            headerFrom,
            .value(
                "severity",
                "SEVERITY",
                .choice(["breaking", "warning", "info"]),
                default: "warning",
                help:
                    "The least severity of what is mended: warnings are new values and kinds, infos fields that nobody described."
            ),
            .value(
                "format",
                short: "f",
                "FORMAT",
                .choice(["patch", "json"]),
                default: "patch",
                help: "How the changes are printed."
            ),
            .flag(
                "write",
                short: "w",
                help: "Write the next version's files instead, and print their names."
            ),
        ],
        examples: [
            Example(
                "contract-check propose -c Schemas/netease-home recordings/ | git apply",
                "Changes the version in force."
            ),
            Example(
                "contract-check propose -c Schemas/netease-home --write recordings/",
                "Makes the next version, which then is in force."
            ),
            Example(
                "contract-check propose -s order.schema.json --severity info order.json",
                "Describes new fields, too."
            ),
        ],
        exitCodes: [
            ExitCode(0, "the responses pass after the changes, or pass already"),
            ExitCode(
                1,
                "something is wrong that no change is known for, or a response is no answer; the rest is proposed"
            ),
            ExitCode(2, "the command line, a contract or a schema is wrong, or files cannot be written"),
            ExitCode(3, "an input could not be read or fetched, or is not JSON"),
        ]
    )
}
