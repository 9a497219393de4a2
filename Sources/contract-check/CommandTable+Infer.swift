import JSONSchema
import Options

extension CommandTable {
    static let infer = CommandSpec(
        "infer",
        summary: "make a profile from samples",
        description: """
            Reads any number of samples and counts what they hold, path by path: how often a field was there, null or \
            absent, of which types, with which values, lengths and formats. That is the profile (Schemas/profile.schema.json), \
            the evidence by which check --profile tells what is a break from what was just not seen yet.

            Inputs are those of check: files, folders, patterns, URLs, NDJSON, HAR, recordings, what curl -i prints, or - for \
            standard input. The order of samples makes no difference. When an input cannot be read, nothing is written.
            """,
        arguments: [
            ArgumentSpec(
                "INPUT",
                .path,
                repeats: true,
                help: "A file, a folder, a pattern, a URL, or - for standard input."
            )
        ],
        options: [
            .value("profile", "FILE", .path, help: "Where the profile goes; a file there is overwritten."),
            inputFormat,
            header,
            headerFrom,
        ],
        examples: [
            Example(
                "contract-check infer --profile profile.json recordings/",
                "Counts what is in every recording in a folder."
            )
        ],
        exitCodes: [
            ExitCode(0, "made from all samples"),
            ExitCode(2, "the command line is wrong; nothing was read"),
            ExitCode(3, "an input could not be read or is not JSON, or a file not be written"),
        ]
    )
}
