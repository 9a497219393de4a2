import Foundation

let usage = """
    usage: benchmarks schema SCHEMA INSTANCES.jsonl [MEASURE]
                                                      from bytes to verdict, all measures or one
           benchmarks compare SETS PYTHON             the same beside jsonschema-rs, as a table
           benchmarks page FILE [CONTRACT ENDPOINT]   parse, walk, check and split one page
           benchmarks inference FOLDER                schemas of the JSON files below it: speed, false alarms
           benchmarks worker [--pages N]              whole refreshes, with the bundled upstream and Postgres
           benchmarks queue|latency|refresh|enqueue|held-snapshot|future-jobs
                                                      the job queue beside a plain loop over libpq, on a private cluster
           benchmarks soak SECONDS                    daemons under kills, crashes and a broken upstream; the books after
           benchmarks probes [TEXT]                   hostile schemas and values, those named so
           benchmarks drift-cases CASES...            what check finds in cases of drift, as a table
           benchmarks check CONTRACT                  whole processes of check: a page, a folder, a HAR, NDJSON
           benchmarks conformance SUITE [--dialect D] the official JSON Schema suite

    Each prints JSON, but for check, compare, inference and drift-cases, which print Markdown. Measure release builds: swift run -c release
    benchmarks …

    """

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("conformance", 2...): exit(runConformance(arguments: Array(arguments.dropFirst())))
case ("drift-cases", 2...): exit(runDriftCases(Array(arguments.dropFirst())))
case ("check", 2): exit(runCheckBenchmark(arguments[1]))
case ("schema", 3...4): exit(runSchemaBenchmark(Array(arguments.dropFirst())))
case ("compare", 3): exit(runComparison(sets: arguments[1], python: arguments[2]))
case ("probes", 1...2): exit(runProbes(Array(arguments.dropFirst())))
case ("page", 2), ("page", 4): exit(runPageBenchmark(Array(arguments.dropFirst())))
case ("inference", 2): exit(runInferenceBenchmark(Array(arguments.dropFirst())))
case ("worker", _): exit(await runWorkerBenchmark(Array(arguments.dropFirst())))
case ("soak", 2): exit(await runSoak([arguments[1]]))
case (let name?, 1) where queueBenchmarks[name] != nil: exit(await queueBenchmarks[name]?() ?? 2)
default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
}
