import CodeGeneration
import Options

extension CommandTable {
    static let generate = CommandSpec(
        "generate",
        summary: "write the types that read what a schema, a contract or samples describe",
        description: """
            Writes source text in a language: types with names, which decode and encode JSON. From a schema, each of its \
            objects, enumerations and unions becomes a type. From a contract, so does the page that the database function \
            feedkeeper.page() returns, with a type for each kind of section and item.

            Swift comes out as structures for Swift 6 that need nothing but Foundation. Words of an open set \
            (x-known-values) become an enumeration with a case for unknown ones; objects whose form goes by one member \
            become an enumeration with payloads and a case for unknown kinds.
            """,
        arguments: [
            ArgumentSpec(
                "LANGUAGE",
                .choice(TargetLanguage.allCases.map(\.rawValue)),
                help: "What to write."
            ),
            inputs(
                required: false,
                help:
                    "With --samples or --verify: a file, a folder, a pattern, a URL, or - for standard input."
            ),
        ],
        options: sources + [
            .value(
                "output",
                short: "o",
                "PATH",
                .path,
                default: "-",
                help: "The file to write, or with --split the folder; what is there is overwritten."
            ),
            .value(
                "name",
                short: "n",
                "NAME",
                default: .described("by title or file"),
                help: "What the whole value is called."
            ),
            .value("prefix", "TEXT", help: "What the names of all types begin with."),
        ] + swift,
        examples: [
            Example(
                "contract-check generate swift --schema person.schema.json -o Sources/App/Person.swift",
                "Writes a file of Swift."
            ),
            Example(
                "contract-check generate swift --contract Schemas/netease-home --lenient-lists -o Sources/App/HomePage.swift",
                "Writes the app's side of a feed."
            ),
            Example(
                "contract-check generate swift --samples --verify --preserve-nulls recordings/ -o Sources/App/Feed.swift",
                "Writes types of what was recorded, and tries them on it."
            ),
        ],
        exitCodes: [
            ExitCode(0, "written; with --verify, every input comes back as it was"),
            ExitCode(1, "with --verify: an input is not decoded, or comes back different"),
            ExitCode(2, "the command line, the schema or the contract is wrong, or a file cannot be written"),
            ExitCode(3, "an input could not be read"),
        ]
    )

    private static let sources: [OptionSpec] = [
        .value("schema", short: "s", "FILE", .path, help: "A JSON Schema of the whole value."),
        schemaFolders,
        contract("A contract's folder: its page, sections and items."),
        .flag("samples", help: "Infer the schema from the inputs, as infer does."),
        pins,
        inputFormat,
        header,
        headerFrom,
    ]

    private static let swift: [OptionSpec] = [
        .value(
            "access-level",
            "LEVEL",
            .choice(SwiftOptions.Access.allCases.map(\.rawValue)),
            default: .value(SwiftOptions().access.rawValue),
            help: "Swift: who sees the types."
        ),
        .flag("immutable", help: "Swift: members are let, not var."),
        .flag("preserve-nulls", help: "Swift: tell null from absent, so that all is encoded as it came."),
        .flag(
            "lenient-lists",
            help: "Swift: put elements of lists aside that cannot be decoded, and keep the others."
        ),
        .value(
            "conformance",
            "PROTOCOL",
            .choice(SwiftOptions.Conformance.allCases.map(\.rawValue)),
            repeats: true,
            default: .described("Hashable and Sendable"),
            help: "Swift: what the types are beside Codable."
        ),
        .flag("split", help: "Swift: a file for each type."),
        .flag(
            "verify",
            help:
                "Swift: compile it with swiftc, decode the inputs (of a contract: what feedkeeper.page() returned), encode them again, and tell the first difference."
        ),
        .value("package", "NAME", help: "Kotlin: the package of the file."),
    ]
}
