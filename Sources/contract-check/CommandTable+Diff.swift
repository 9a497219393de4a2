import Options
import SchemaDiff

extension CommandTable {
    static let diff = CommandSpec(
        "diff",
        summary: "say what changed between two schemas, and whom it breaks",
        description: """
            Compares two JSON Schemas, two versions of a contract, or two contract folders, and says of each change whether \
            it breaks those who read by the old one what the new one allows, or those who write by the old one what the new \
            one must allow. Changes are found by the sets of values that the schemas allow, not by their text: a field \
            becomes nullable in one way, however that is written.

            A change that breaks whoever --direction names is breaking; one that may, and one of which it cannot be told, is \
            a warning. The last line says which part of the version number has to grow: major for what breaks or may, minor \
            for other changes, patch for descriptions.
            """,
        arguments: [
            ArgumentSpec(
                "OLD",
                .path,
                help: "A schema, a contract's folder, or with --contract a version such as v1."
            ),
            ArgumentSpec("NEW", .path, help: "What to compare it with."),
        ],
        options: [
            contract("The contract's folder, to compare two of its versions."),
            schemaFolders,
            .value(
                "direction",
                "WHO",
                .choice(Direction.allCases.map(\.rawValue)),
                default: "reader",
                help: "Whose view counts: that of readers of responses, of those who write them, or both."
            ),
            failOn,
        ] + OptionSpec.reporting,
        examples: [
            Example("contract-check diff old.schema.json new.schema.json", "Compares two schemas."),
            Example(
                "contract-check diff --contract Schemas/netease-home v1 v2",
                "Says what the next version breaks."
            ),
            Example(
                "git worktree add /tmp/main main && contract-check diff /tmp/main/Schemas/profile Schemas/profile",
                "Compares a contract with that of another branch."
            ),
        ],
        exitCodes: [
            ExitCode(0, "no change at or above --fail-on"),
            ExitCode(1, "changes at or above --fail-on"),
            ExitCode(2, "the command line, a contract or a schema is wrong; nothing was compared"),
        ]
    )
}
