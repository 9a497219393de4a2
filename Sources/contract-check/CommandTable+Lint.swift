import Options

extension CommandTable {
    static let lint = CommandSpec(
        "lint",
        summary: "say what is wrong with contract folders",
        description: """
            Checks everything in a contract's folder, and tells all that is wrong at once, with file, line and JSON pointer: \
            feed.json by its schema and its rules, the schemas of every version, that samples pass under their version, that \
            released versions are unchanged, and what somebody may have overlooked, such as a schema that nothing refers to.

            With --release the version in force is recorded in released.json beside feed.json, with a digest of each schema, \
            unless something breaking is wrong with the contract. From then on a schema of it that changes or goes is \
            breaking; formatting it anew is not a change, and schemas may be added. Keep the file under version control.
            """,
        arguments: [
            ArgumentSpec(
                "FOLDER",
                .path,
                repeats: true,
                help: "A contract's folder, the one with feed.json in it."
            )
        ],
        options: [
            .flag("release", help: "Record the version in force as released."),
            failOn,
        ] + OptionSpec.reporting,
        examples: [
            Example("contract-check lint Schemas/*/", "Checks all contracts."),
            Example("contract-check lint --release Schemas/profile", "Releases the version in force."),
            Example(
                "contract-check lint --fail-on warning Schemas/profile",
                "Fails on what may have been overlooked, too."
            ),
        ],
        exitCodes: [
            ExitCode(0, "nothing at or above --fail-on is wrong"),
            ExitCode(1, "something at or above --fail-on is wrong"),
            ExitCode(
                2,
                "the command line is wrong, a folder holds no contract, or released.json cannot be written"
            ),
        ]
    )
}
