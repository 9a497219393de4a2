import Options

extension CommandTable {
    static let bowtie = CommandSpec(
        "bowtie",
        summary: "speak Bowtie's protocol, to be compared with other validators",
        description: """
            Answers the commands of Bowtie's harness protocol, version 1: JSON values on the lines of standard input, start, \
            dialect, run and stop, with an answer on a line of standard output for each but stop. Bowtie \
            (docs.bowtie.report) runs validators of JSON Schema side by side that way.

            A schema may refer to the documents of its case's registry; nothing is fetched. A schema that does not compile \
            is the answer "errored" to its case, with what is wrong.

            The protocol wants the addresses of a homepage, a list of issues and a source. Those below feedkeeper.example.invalid \
            are placeholders, for the project has none: .invalid is a name that leads nowhere (RFC 2606).
            """,
        options: [assertFormats],
        examples: [
            Example(
                #"printf '%s\n' '{"cmd": "start", "version": 1}' '{"cmd": "stop"}' | contract-check bowtie"#,
                "Shows what Bowtie is told of this validator."
            ),
            Example(
                "contract-check bowtie --assert-formats",
                "Is the command of a container for Bowtie, for its tests of formats."
            ),
        ],
        exitCodes: [
            ExitCode(0, "stop was said, or standard input has ended"),
            ExitCode(2, "a line is no command of the protocol or comes before start, or none can be read"),
        ]
    )
}
