// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

func target(
    _ name: String,
    path: String? = nil,
    _ dependencies: [Target.Dependency] = [],
    embed: [String] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: path,
        resources: embed.map { .embedInCode($0) },
        swiftSettings: settings
    )
}

func command(
    _ name: String,
    path: String? = nil,
    _ dependencies: [Target.Dependency],
    embed: [String] = [],
    exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        exclude: exclude,
        resources: embed.map { .embedInCode($0) },
        swiftSettings: settings
    )
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

// libFuzzer comes with -sanitize=fuzzer only: see the Makefile.
let fuzzing: [Target] =
    Context.environment["FEEDKEEPER_FUZZ"] == nil
    ? []
    : [
        .systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
        command("fuzz", path: "Fuzz/fuzz", ["CLibFuzzer", "HostileInputs", "JSONCore"]),
    ]

let package = Package(
    name: "feedkeeper",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "feedkeeper", targets: ["feedkeeper"]),
        .executable(name: "contract-check", targets: ["contract-check"]),
        .library(name: "SectionModel", targets: ["SectionModel"]),
    ],
    targets: [
        // C libraries, from Debian packages. C++ stays behind the C headers of CSimdJSON and CRE2.
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CZLib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CSwiftRuntime"),
        .target(
            name: "CSimdJSON",
            linkerSettings: [.linkedLibrary("simdjson")]
        ),
        .target(
            name: "CRE2",
            linkerSettings: [.linkedLibrary("re2")]
        ),

        // Pure values.
        target("SectionModel"),
        target("Spelling"),
        target("Options", ["Spelling"]),
        target("Runtime", ["Spelling"]),

        // JSON, schemas, contracts, drift.
        target("JSONCore", ["CSimdJSON", "CXXHash"]),
        target("JSONSchema", ["JSONCore", "CIDN2", "CPCRE2", "CRE2"], embed: ["MetaSchemas"]),
        target("TypeInference", ["JSONCore", "JSONSchema", "Spelling"]),
        target("Drift", ["JSONCore", "JSONSchema", "TypeInference"]),
        target("SchemaDiff", ["JSONCore", "JSONSchema"]),
        target("SwiftModels", ["CSwiftRuntime", "Drift", "JSONCore", "JSONSchema"]),
        target(
            "Contracts",
            ["JSONCore", "JSONSchema", "Drift", "SectionModel", "Spelling", "TypeInference"]
        ),
        target("CodeGeneration", ["JSONCore", "JSONSchema", "Spelling"]),

        // The outside world.
        target("Decompression", ["CBrotli", "CZLib", "CZstd"]),
        target("HTTPFetch", ["CLibCurl"]),
        target("HTTPServe", ["CMicroHTTPD"]),
        target("Postgres", ["CLibPQ"]),

        // The main job.
        target("Migrations", ["Postgres"], embed: ["SQL"]),
        target("JobQueue", ["Postgres"], embed: ["SQL"]),
        target("Snapshots", ["Postgres"], embed: ["SQL"]),
        target(
            "Worker",
            [
                "JobQueue", "Snapshots", "Postgres", "HTTPFetch", "Contracts", "Drift", "JSONCore",
                "SectionModel", "Runtime", "TypeInference",
            ],
            embed: ["SQL"]
        ),

        // Hostile schemas and values, for the tests and the benchmarks.
        target("HostileInputs", path: "Fuzz/HostileInputs", ["JSONCore", "JSONSchema"]),

        // A private Postgres cluster and an upstream on loopback, for the demo, the tests and the benchmarks.
        target("Sandbox", ["Migrations", "Postgres", "HTTPServe"], embed: ["Supervisor"]),

        // The official JSON Schema suite's files, for the tests and the benchmarks.
        target("OfficialSuite", ["JSONCore", "JSONSchema"]),

        command(
            "feedkeeper",
            [
                "Contracts", "HTTPFetch", "HTTPServe", "JSONCore", "JobQueue", "Migrations", "Options",
                "Postgres", "Runtime", "Sandbox", "Worker",
            ],
            embed: ["SQL"]
        ),
        command(
            "contract-check",
            [
                "CMalloc", "CodeGeneration", "Contracts", "Decompression", "Drift", "HTTPFetch", "JSONCore",
                "JSONSchema", "SchemaDiff",
                "Options",
                "Runtime", "Spelling", "SwiftModels", "TypeInference",
            ]
        ),
        command(
            "benchmarks",
            path: "Benchmarks",
            [
                "CLibPQ", "CSimdJSON", "Contracts", "HTTPFetch", "HostileInputs", "JSONCore", "JSONSchema",
                "JobQueue",
                "Migrations", "OfficialSuite", "Postgres", "Runtime", "Sandbox", "Snapshots", "TypeInference",
                "Worker", "feedkeeper",
            ],
            exclude: ["Peers", "results", "round-trip"]
        ),

        tests("SectionModelTests", ["SectionModel"]),
        tests("OptionsTests", ["Options", "Spelling"]),
        tests("RuntimeTests", ["Runtime"]),
        tests("JSONCoreTests", ["JSONCore"]),
        tests("JSONSchemaTests", ["JSONSchema", "JSONCore", "OfficialSuite"]),
        tests("HostileInputTests", ["HostileInputs"]),
        tests("TypeInferenceTests", ["JSONCore", "JSONSchema", "TypeInference"]),
        tests("SchemaDiffTests", ["JSONCore", "JSONSchema", "SchemaDiff"]),
        tests("DriftTests", ["Drift", "JSONCore", "JSONSchema", "TypeInference"]),
        tests("SwiftModelsTests", ["Drift", "JSONCore", "SwiftModels"]),
        tests("ContractsTests", ["Contracts", "Drift", "JSONCore", "SectionModel"]),
        tests("CodeGenerationTests", ["CodeGeneration", "JSONCore", "JSONSchema", "Spelling"]),
        tests("DecompressionTests", ["Decompression"]),
        tests("HTTPFetchTests", ["HTTPFetch", "HTTPServe", "Sandbox"]),
        tests("PostgresTests", ["Migrations", "Postgres", "Sandbox"]),
        tests("JobQueueTests", ["JobQueue", "Migrations", "Postgres", "Sandbox"]),
        tests("SnapshotsTests", ["Migrations", "Postgres", "Sandbox", "SectionModel", "Snapshots"]),
        // The tests that run the commands themselves depend on them, so that they are built first.
        tests(
            "WorkerTests",
            [
                "Contracts", "HTTPFetch", "HTTPServe", "JobQueue", "Postgres", "Runtime", "Sandbox",
                "Snapshots",
                "Worker", "feedkeeper",
            ]
        ),
        tests(
            "ContractCheckTests",
            [
                "Contracts", "Drift", "JSONCore", "JSONSchema", "OfficialSuite", "Options", "Postgres",
                "Sandbox",
                "SectionModel", "SwiftModels", "contract-check",
            ],
            exclude: ["Formats", "Golden"]
        ),
        tests(
            "DeployTests",
            [
                "Contracts", "HTTPFetch", "HTTPServe", "JSONCore", "JobQueue", "Migrations", "Postgres",
                "Runtime", "Sandbox",
                "contract-check", "feedkeeper",
            ]
        ),
    ] + fuzzing,
    cxxLanguageStandard: .cxx17
)
