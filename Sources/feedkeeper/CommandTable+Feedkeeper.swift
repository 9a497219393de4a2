import Options

extension CommandTable {
    static let feedkeeper = CommandTable(
        name: "feedkeeper",
        summary: "keep copies of JSON feeds fresh and true to a contract",
        version: "0.1.0",
        description: """
            Takes refresh jobs from a PostgreSQL queue, fetches the feeds, checks them against their contracts, and \
            writes whole pages of sections for readers. What drifts is held, kept and reported.

            The database is named by DATABASE_URL; all other settings begin with FEEDKEEPER_. Each can also be given \
            as a file, with _FILE behind its name.
            """,
        commands: [run, migrate, enqueue, status, jobs, page, findings, demo],
        exitCodes: [
            ExitCode(0, "done"), ExitCode(1, "it failed; the reason is on standard error"),
            ExitCode(2, "the command line was not understood"),
        ]
    )

    private static let run = CommandSpec(
        "run",
        summary: "work on the queue until stopped",
        description: """
            Waits for jobs and refreshes their pages, many at once. On SIGTERM or Ctrl-C it takes no more jobs and lets \
            the running refreshes end; after FEEDKEEPER_STOP_GRACE, or at a second signal, they are cancelled and go back \
            to the queue.
            """,
        options: [
            .flag("once", help: "Refresh what is due, then stop; exit code 1 when one failed."),
            .flag("migrate", help: "Bring the database's schema up to date first."),
            schemas,
        ],
        examples: [
            Example("DATABASE_URL=postgresql:///feeds feedkeeper run", "Works until it is stopped."),
            Example(
                "feedkeeper run --once --migrate",
                "Sets up the database, refreshes what is due and ends."
            ),
        ]
    )

    private static let migrate = CommandSpec(
        "migrate",
        summary: "bring the database's schema up to date",
        description:
            "Runs each migration that the database has not had, one transaction each. Safe to run at any time.",
        options: [.flag("dry-run", help: "Only say what would be run.")],
        examples: [Example("feedkeeper migrate --dry-run", "Shows which migrations are missing.")]
    )

    private static let enqueue = CommandSpec(
        "enqueue",
        summary: "ask for a refresh of a feed",
        description: """
            Does what SELECT feedkeeper.enqueue(…) does. A job with the same feed, variant and key that has not started \
            is not made twice: its id is printed again.
            """,
        arguments: [ArgumentSpec("FEED", help: "The feed's name.")],
        options: [
            .value("variant", "NAME", help: "Which page of the feed; the default page when not given."),
            .value("params", "JSON", default: "{}", help: "Request parameters, a JSON object."),
            .value("priority", "N", .integer(-100...100), default: "0", help: "Higher goes first."),
            .value(
                "delay",
                "DURATION",
                default: "0s",
                help: "Not before this time from now, such as 30s or 5m."
            ),
            .value("key", "KEY", help: "While a job with this key waits, no second one is made."),
            .flag("replace", help: "Such a job gets these parameters, priority and delay."),
        ],
        examples: [
            Example("feedkeeper enqueue netease-home", "Refreshes the default page."),
            Example(
                "feedkeeper enqueue profile --delay 5m --key nightly",
                "Refreshes it once, in five minutes."
            ),
        ]
    )

    private static let status = CommandSpec(
        "status",
        summary: "show the queue and the last refreshes",
        options: [
            json, .value("last", "N", .integer(0...1000), default: "10", help: "How many refreshes to show."),
        ],
        examples: [Example("feedkeeper status --json", "For scripts.")]
    )

    private static let jobs = CommandSpec(
        "jobs",
        summary: "look at jobs, and retry, cancel or discard them",
        description: """
            list: the jobs that the filters leave, the newest first; finished ones are in the ledger, see `feedkeeper \
            status`. show: one job with all its failed attempts.

            retry brings dead jobs back with all their attempts, cancel makes live ones dead and stops those that run, \
            discard deletes dead ones with their history. They want ids or a filter, and print the ids of the jobs they \
            changed.
            """,
        arguments: [
            ArgumentSpec("ACTION", .choice(JobAction.allCases.map(\.rawValue)), help: "What to do."),
            ArgumentSpec("ID", repeats: true, required: false, help: "The jobs' numbers."),
        ],
        options: [
            .value("feed", "NAME", help: "Only jobs of this feed."),
            .value(
                "state",
                "STATE",
                .choice(JobState.live + [JobState.dead]),
                help: "Only jobs in this state; lost: the worker went silent."
            ),
            .value("error", "CLASS", help: "Only jobs whose last attempt failed so, such as timed-out."),
            .value("last", "N", .integer(1...100_000), default: "50", help: "At most so many jobs."),
            .flag("json", help: "Print JSON: with list an array, with show an object."),
        ],
        examples: [
            Example("feedkeeper jobs list --state dead", "What will not run again by itself."),
            Example("feedkeeper jobs show 4711", "One job, with the error of each attempt."),
            Example(
                "feedkeeper jobs retry --feed profile --error timed-out",
                "Brings back what timed out."
            ),
        ]
    )

    private static let page = CommandSpec(
        "page",
        summary: "show the page that readers have",
        arguments: [ArgumentSpec("FEED", help: "The feed's name.")],
        options: [
            .value("variant", "NAME", help: "Which page of the feed; the default page when not given."),
            .flag("json", help: "The whole page as JSON, as SELECT feedkeeper.page(…) gives it."),
        ],
        examples: [
            Example("feedkeeper page netease-home", "Lists the sections."),
            Example(
                "feedkeeper page netease-home --json | jq .sections[0]",
                "Shows the first section whole."
            ),
        ]
    )

    private static let findings = CommandSpec(
        "findings",
        summary: "show what drifted",
        description:
            "The newest first: each kind of drift at each path once, with when it was first and last seen.",
        arguments: [ArgumentSpec("FEED", required: false, help: "Only this feed.")],
        options: [
            json,
            .value(
                "severity",
                "LEVEL",
                .choice(["breaking", "warning", "info"]),
                default: "info",
                help: "Only findings at least as bad."
            ),
        ],
        examples: [
            Example("feedkeeper findings netease-home --severity breaking", "What broke readers' sections.")
        ]
    )

    private static let demo = CommandSpec(
        "demo",
        summary: "see the whole job work, on this machine and without any setup",
        description: """
            Starts a private Postgres cluster and an upstream on loopback that serves the contracts' samples; enqueues a \
            refresh of each feed over SQL, runs the worker, and prints the pages. Then the upstream drifts. Everything is \
            removed at the end.
            """,
        options: [
            .flag("keep", help: "Stay up until Ctrl-C, to look at the database."),
            schemas,
        ],
        examples: [
            Example("feedkeeper demo --keep", "Leaves the database running, and says how to reach it.")
        ]
    )

    private static let json = OptionSpec.flag("json", help: "Print JSON.")

    private static let schemas = OptionSpec.value(
        "schemas",
        "FOLDER",
        .path,
        default: "Schemas",
        environment: "FEEDKEEPER_SCHEMAS",
        help: "Where the contracts are."
    )
}
