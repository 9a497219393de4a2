import Options

extension CommandTable {
    static let record = CommandSpec(
        "record",
        summary: "keep a response as a recording, without secrets",
        description: """
            Fetches a URL, or an endpoint of a contract, and writes one JSON file that check reads back: method and URL, \
            status, headers and body (Schemas/recording.schema.json). Any status is recorded.

            Of the request's headers only the names are kept. Taken out are credentials and cookies, the query parameters \
            that hold a secret, and every other value that is one: those of --header-from, of the contract's secrets \
            (FEEDKEEPER_SECRET_NAME, or FEEDKEEPER_SECRET_NAME_FILE), and of cookies that the response sets.

            With --redact, values become pseudonyms of the same type, form and length; a value gets the same one wherever \
            it stands. The key for that is made up for each recording, or comes from --redact-key-from, so that several \
            recordings agree. Names of members, true, false and null stay.
            """,
        arguments: [
            ArgumentSpec("URL", required: false, help: "What to fetch, in place of a contract's endpoint.")
        ],
        options: [
            contract("The contract whose endpoint is fetched."),
            .value("endpoint", short: "e", "NAME", help: "The endpoint, where the contract has several."),
            .value("base", "URL", help: "The contract's variable 'base', else taken from the environment."),
            .value(
                "output",
                short: "o",
                "FILE",
                .path,
                default: "-",
                help: "Where the recording goes; a file there is overwritten."
            ),
            header,
            headerFrom,
            .value(
                "redact",
                "POINTER",
                repeats: true,
                help: "Where pseudonyms stand, as a JSON Pointer: * is any one token, ** any number of them."
            ),
            .value(
                "redact-key-from",
                "VARIABLE",
                help:
                    "The environment variable with the key of the pseudonyms; the same key gives the same ones."
            ),
        ],
        examples: [
            Example(
                "contract-check record -c Schemas/netease-home -e blocks -o recordings/blocks.json",
                "Records what the endpoint answers now."
            ),
            Example(
                "contract-check record https://api.example.com/profile --header-from Authorization=TOKEN -o profile.json",
                "Records a URL that wants a token, and keeps the token out."
            ),
            Example(
                "contract-check record -c Schemas/profile --redact '/data/**/name' --redact-key-from KEY -o profile.json",
                "Puts pseudonyms in the place of names."
            ),
        ],
        exitCodes: [
            ExitCode(0, "recorded, whatever the status"),
            ExitCode(
                2,
                "the command line or the contract is wrong, a secret is not set, or the file cannot be written"
            ),
            ExitCode(3, "nothing could be fetched or redacted"),
        ]
    )
}
