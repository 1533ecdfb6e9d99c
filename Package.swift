// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target of ours: an import cannot leak into our API, nothing unsafe without
/// the word, and a warning stops the build.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Where tests spend their time, if optimizing saves more of it than it takes: they replay tens of
/// thousands of worlds, draw pages, and count allocations.
let replayed: Set = [
  "AdjusterSuite", "Benchmarks", "Callouts", "Clustering", "ExactMath", "Exploration",
  "Formatting", "Instruments", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
  "Measures", "Measuring", "Metrics", "Replay", "ScenarioFiles", "Scenarios", "Statistics",
  "Support", "Wire", "Workloads",
]

/// The only test targets to build, as `make check` and `make mutants` choose them; nil for all.
let checked = Context.environment["MAPREPLAY_CHECKED"].map { names in
  Set(names.split(separator: " ").map(String.init))
}

/// Whether the tests are built as `make test` asks for.
///
/// Others do without, since a package with unsafe flags cannot be a dependency.
let isOptimized = Context.environment["MAPREPLAY_OPTIMIZED_TESTS"] != nil

/// The targets that debug builds optimize.
///
/// An optimized target is compiled as a whole, so `make check` optimizes only those that most
/// other targets import.
let optimizedTargets: Set =
  isOptimized
  ? replayed
  : checked == nil
    ? []
    : [
      "Callouts", "Clustering", "ExactMath", "MapConfiguration", "MapEvents", "MapGeometry",
      "Workloads",
    ]

/// From which sources the program is built, as `.ci/sources` prints it.
let source = Context.environment["MAPREPLAY_SOURCE"] ?? ""

/// Settings that optimized targets add: optimized debug builds, with assertions.
let optimized: [SwiftSetting] = [
  .unsafeFlags(
    [
      "-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode",
      "-assert-config", "Debug",
    ], .when(configuration: .debug))
]

/// Defines OPTIMIZED for tests.
///
/// Release builds never get it, so testing does not rebuild them.
let told: [SwiftSetting] =
  isOptimized ? [.define("OPTIMIZED", .when(configuration: .debug))] : []

/// A target with the only modules it may import.
func target(
  _ name: String, imports: [Target.Dependency] = [], path: String? = nil, exclude: [String] = [],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: imports, path: path, exclude: exclude,
    swiftSettings: strict + told + (optimizedTargets.contains(name) ? optimized : []),
    plugins: plugins)
}

/// The tests of one target, with their folders that hold no code.
func tests(
  of name: String, imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + imports, exclude: exclude,
    swiftSettings: strict + told)
}

/// A district of the house: the targets whose folders are below its own, in `Sources` and, of
/// what is tested, in `Tests`.
func district(_ name: String, _ targets: [Target]) -> [Target] {
  for target in targets {
    target.path = "\(target.type == .test ? "Tests" : "Sources")/\(name)/\(target.name)"
  }
  return targets
}

let simulation = district(
  "Simulation",
  [
    target("ExactMath"),
    target("MapGeometry", imports: ["ExactMath"]),
    target("MapConfiguration", imports: ["Callouts", "Clustering", "MapEvents", "MapGeometry"]),
    target("MapEvents", imports: ["MapGeometry"]),
    target("Clustering", imports: ["ExactMath", "MapGeometry"]),
    target("Callouts", imports: ["ExactMath", "MapGeometry"]),
    target(
      "MapModel",
      imports: [
        "Callouts", "Clustering", "ExactMath", "MapConfiguration", "MapEvents", "MapGeometry",
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    target(
      "Replay",
      imports: [
        "ExactMath", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel", "Scenarios",
        "Workloads",
      ]),

    tests(of: "ExactMath", imports: ["Support"], exclude: ["Fixtures"]),
    tests(of: "MapGeometry", imports: ["ExactMath", "Support"], exclude: ["Fixtures"]),
    tests(of: "MapEvents", imports: ["MapGeometry"]),
    tests(of: "Clustering", imports: ["MapGeometry", "Support"]),
    tests(of: "Callouts", imports: ["Conformance", "MapGeometry"]),
    tests(
      of: "MapModel",
      imports: [
        "AdjusterSuite", "Callouts", "Clustering", "ExactMath", "MapConfiguration", "MapEvents",
        "MapGeometry", "Measures", "Metrics", "Support",
      ]),
    tests(
      of: "Replay",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
        "Measures", "Metrics", "ScenarioFiles", "Scenarios", "Support", "Workloads",
      ]),
  ])

let language = district(
  "Language",
  [
    target(
      "Scenarios",
      imports: [
        "ExactMath", "MapConfiguration", "MapEvents", "MapGeometry", "Metrics", "Workloads",
      ]),
    target(
      "ScenarioFiles",
      imports: [
        "CZlib", "Callouts", "Clustering", "Counts", "MapConfiguration", "MapEvents",
        "MapGeometry", "Metrics", "Scenarios", "Wire", "Workloads",
        .product(name: "Yams", package: "Yams"),
      ], plugins: ["EmbedFiles"]),
    target(
      "Authoring",
      imports: ["Callouts", "MapEvents", "MapGeometry", "Metrics", "ScenarioFiles", "Wire"],
      plugins: ["EmbedFiles"]),
    target("Workloads", imports: ["ExactMath", "MapGeometry"]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    tests(of: "Scenarios", imports: ["MapConfiguration", "MapGeometry"]),
    tests(
      of: "ScenarioFiles",
      imports: [
        "Authoring", "CZlib", "Callouts", "Clustering", "Counts", "MapConfiguration", "MapEvents",
        "MapGeometry", "Metrics", "Scenarios", "Support", "Workloads",
      ]),
    tests(of: "Workloads", imports: ["ExactMath", "MapGeometry"]),
  ])

let judging = district(
  "Judging",
  [
    target("Metrics"),
    target("Counts", imports: ["Metrics"]),
    target(
      "Measures",
      imports: [
        "MapEvents", "MapGeometry", "Metrics", "Wire",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    target(
      "Statistics",
      imports: [
        "Counts", "ExactMath", "MapGeometry", "Metrics", "Workloads",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),

    tests(of: "Counts", imports: ["Metrics", "Statistics"]),
    tests(of: "Metrics"),
    tests(of: "Measures", imports: ["MapEvents", "MapGeometry", "Metrics"]),
    tests(of: "Statistics", imports: ["ExactMath", "Workloads"], exclude: ["Fixtures"]),
  ])

let output = district(
  "Output",
  [
    target("Wire", imports: ["CSystem"]),
    target(
      "Formatting",
      imports: [
        "MapEvents", "MapGeometry", "Measures", "Metrics", "Statistics", "Wire",
        .product(name: "TextTable", package: "TextTable"),
      ]),
    // Scripts, styles, templates and long texts are files; the plugin makes strings of them.
    .plugin(name: "EmbedFiles", capability: .buildTool()),
    target(
      "Pages", imports: ["Formatting", .product(name: "Mustache", package: "swift-mustache")],
      plugins: ["EmbedFiles"]),
    target(
      "Reporting",
      imports: [
        "Callouts", "Clustering", "Counts", "Formatting", "MapEvents", "MapGeometry", "Measures",
        "Metrics", "Pages", "Statistics", "Wire",
      ], plugins: ["EmbedFiles"]),
    target(
      "ReportPage",
      imports: [
        "Counts", "Formatting", "MapEvents", "MapGeometry", "Measures",
        "Metrics", "Pages", "Reporting", "Statistics", "Wire",
      ]),
    target(
      "ReportTexts",
      imports: [
        "Counts", "Formatting", "MapEvents", "MapGeometry", "Measures",
        "Metrics", "Reporting", "ReportPage", "Statistics", "Wire",
      ]),
    target(
      "History",
      imports: [
        "Counts", "Formatting", "MapEvents", "Measures", "Metrics", "Pages", "ReportPage",
        "Reporting", "Statistics", "Wire", .product(name: "GRDB", package: "GRDB.swift"),
      ], plugins: ["EmbedFiles"]),

    tests(of: "Wire", imports: ["CSystem"]),
    tests(
      of: "Reporting",
      imports: [
        "Callouts", "Counts", "Formatting", "MapEvents", "MapGeometry", "Measures", "Metrics",
        "Pages", "ReportPage", "ReportTexts", "Statistics", "Wire",
      ], exclude: ["Fixtures"]),
    tests(
      of: "History",
      imports: [
        "Counts", "ExactMath", "Formatting", "MapEvents", "MapGeometry", "Measures", "Metrics",
        "Reporting", "Statistics", "Support", "Workloads",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], exclude: ["Fixtures"]),
  ])

let machine = district(
  "Machine",
  [
    target("Instruments", imports: ["CSystem", "Wire"]),
    // C for what Swift cannot declare: libraries of the system, calls of Linux that it does not
    // import, and functions whose names profilers see, which it would inline or rename.
    .target(name: "CSystem"),
    .target(
      name: "ProgramSource", publicHeadersPath: ".",
      cSettings: [.define("MAPREPLAY_SOURCE", to: "\"\(source)\"")]),
    .target(name: "ProgramStart", publicHeadersPath: "."),
    target(
      "Measuring",
      imports: [
        "Counts", "Formatting", "Instruments", "MapEvents", "MapModel", "Metrics", "Profiles",
        "Statistics", "Wire",
      ]),
    target("Profiles", imports: ["Formatting", "Pages", "Wire"]),

    tests(of: "Instruments"),
    tests(
      of: "Measuring",
      imports: [
        "Counts", "Instruments", "MapEvents", "MapGeometry", "MapModel", "Metrics", "Profiles",
        "Statistics", "Support",
      ]),
    tests(of: "Profiles", exclude: ["Fixtures"]),
  ])

let laboratory = district(
  "Laboratory",
  [
    target(
      "Benchmarks",
      imports: [
        "Clustering", "Counts", "ExactMath", "Formatting", "Instruments", "MapConfiguration",
        "MapEvents", "MapGeometry", "MapModel", "Metrics", "Workloads",
      ]),
    target(
      "AdjusterSuite",
      imports: [
        "Callouts", "Formatting", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
        "Measures", "Metrics", "Pages",
      ]),
    target(
      "Conformance",
      imports: [
        "Callouts", "Clustering", "ExactMath", "Formatting", "MapConfiguration", "MapEvents",
        "MapGeometry", "MapModel",
      ]),
    target(
      "Comparison",
      imports: [
        "Counts", "Formatting", "Instruments", "Measuring", "Metrics", "Pages", "Reporting",
        "Statistics", "Wire",
      ]),
    target(
      "Sensitivity",
      imports: [
        "Authoring", "ExactMath", "Formatting", "Instruments", "MapConfiguration", "MapEvents",
        "MapGeometry", "Measures", "Metrics", "ReportTexts", "ScenarioFiles", "Scenarios",
        "Sessions",
      ]),

    target(
      "Exploration",
      imports: [
        "Authoring", "Callouts", "Clustering", "ExactMath", "Formatting", "Instruments",
        "MapConfiguration",
        "MapEvents", "MapGeometry", "MapModel", "Measures", "Metrics", "Replay", "Reporting",
        "ScenarioFiles", "Scenarios", "Sessions", "Workloads",
      ]),

    tests(
      of: "Exploration",
      imports: [
        "Authoring", "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry",
        "Measures", "Metrics", "Reporting", "ScenarioFiles", "Scenarios", "Support",
      ], exclude: ["Fixtures"]),
    tests(of: "Benchmarks", imports: ["Clustering", "Counts", "MapGeometry", "Support"]),
    tests(of: "AdjusterSuite", imports: ["Callouts", "MapGeometry", "Measures", "Support"]),
    tests(of: "Conformance", exclude: ["Fixtures"]),
    tests(
      of: "Comparison",
      imports: [
        "Counts", "Formatting", "MapEvents", "MapGeometry", "Measures", "Measuring", "Metrics",
        "Reporting", "Statistics", "Support",
      ]),
    tests(
      of: "Sensitivity",
      imports: [
        "Authoring", "Instruments", "MapEvents", "MapGeometry", "Metrics", "Scenarios", "Sessions",
        "Support",
      ]),
  ])

let program = district(
  "Program",
  [
    target(
      "Sessions",
      imports: [
        "Authoring", "Callouts", "Clustering", "Counts", "Formatting", "Instruments",
        "MapConfiguration", "MapEvents", "MapGeometry", "MapModel", "Measures", "Measuring",
        "Metrics", "Replay", "ReportTexts", "Reporting", "ScenarioFiles", "Scenarios", "Statistics",
        "Wire",
      ]),
    .executableTarget(
      name: "CommandLineTool",
      dependencies: [
        "AdjusterSuite", "Authoring", "Benchmarks", "Callouts", "Comparison", "Conformance",
        "Exploration", "Formatting", "History", "Instruments", "MapGeometry", "MapModel",
        "Measuring", "Metrics",
        "Profiles", "Replay", "ReportPage", "ReportTexts", "Reporting", "ScenarioFiles",
        "Scenarios", "Sensitivity", "Sessions", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    target(
      "MapReplay",
      imports: [
        "AdjusterSuite", "Callouts", "Clustering", "MapGeometry", "Measures", "Metrics",
        "Reporting", "Sessions",
      ]),

    tests(
      of: "Sessions",
      imports: [
        "Authoring", "Clustering", "Counts", "Formatting", "MapConfiguration", "MapEvents",
        "MapGeometry", "MapModel", "Measures", "Measuring", "Metrics", "Replay", "Reporting",
        "ScenarioFiles", "Scenarios", "Statistics", "Support", "Wire", "Instruments",
      ], exclude: ["Fixtures"]),
    tests(
      of: "CommandLineTool",
      imports: [
        "Formatting", "History", "Instruments", "MapGeometry", "Measures", "Measuring",
        "Reporting", "Support",
        .product(name: "Yams", package: "Yams"),
      ], exclude: ["Fixtures"]),
  ])

/// Helpers of tests, and tests that belong to no district.
let besides = [
  target(
    "Support",
    imports: [
      "Callouts", "Clustering", "ExactMath", "Formatting", "MapConfiguration", "MapEvents",
      "MapGeometry", "MapModel", "Workloads",
    ], path: "Tests/Support"),
  target(
    "Fuzzing",
    imports: [
      "Authoring", "Formatting", "ReportTexts", "Reporting", "ScenarioFiles", "Scenarios", "Wire",
    ],
    path: "Tests/Fuzzing"),
  tests(
    of: "Fuzzing",
    imports: ["Authoring", "Measures", "Reporting", "ScenarioFiles", "Scenarios", "Wire"],
    exclude: ["Fixtures"]),
  .testTarget(name: "TidyTests", swiftSettings: strict),
]

let package = Package(
  name: "MapReplay",
  products: [
    .executable(name: "mapreplay", targets: ["CommandLineTool", "ProgramSource", "ProgramStart"]),
    // For programs that replay with an engine or an adjuster of their own.
    .library(name: "MapReplayLibrary", targets: ["MapReplay"]),
  ],
  dependencies: [
    // Exact: most stand below 1.0, where any update may break, and reports and messages show texts
    // of theirs that tests hold to the byte.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/ordo-one/TextTable", exact: "0.0.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: simulation + language + judging + output + machine + laboratory + program + besides,
  swiftLanguageModes: [.v6]
)

if let checked {
  package.targets.removeAll { $0.type == .test && !checked.contains($0.name) }
}
