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

/// The districts of the house: folders of `Sources`, and of `Tests` for what is tested, with the
/// targets in each.
let districts: [String: [String]] = [
  "Simulation": [
    "MapGeometry", "MapConfiguration", "MapEvents", "Clustering", "Callouts", "MapModel", "Replay",
  ],
  "Language": ["Scenarios", "ScenarioFiles", "Workloads"],
  "Judging": ["Metrics", "Measures", "Statistics"],
  "Output": [
    "Wire", "CDeflate", "Formatting", "EmbedWebFiles", "Pages", "EventLog", "Reporting", "History",
  ],
  "Machine": [
    "Instruments", "CAllocatorOptions", "CJemalloc", "CProcess", "CRegions", "Workers",
    "Measuring", "Profiles",
  ],
  "Laboratory": ["Benchmarks", "AdjusterSuite", "Conformance", "Comparison"],
  "Program": ["Sessions", "CommandLineTool", "MapReplay"],
]

/// The folder of a target below `Sources` or `Tests`; its own name for one without a district.
func place(of name: String, below top: String, suffix: String = "") -> String {
  let district = districts.first { $0.value.contains(name) }.map { "\($0.key)/" }
  return "\(top)/\(district ?? "")\(name)\(suffix)"
}

/// Where tests spend their time, if optimizing saves more of it than it takes: they replay tens of
/// thousands of worlds, draw pages, and count allocations.
let replayed: Set = [
  "AdjusterSuite", "Benchmarks", "Callouts", "Clustering", "Formatting", "Instruments",
  "MapConfiguration", "MapEvents", "MapGeometry", "MapModel", "Measures", "Measuring", "Metrics",
  "Replay", "Statistics", "Support", "Wire", "Workloads",
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
/// An optimized target is compiled as a whole, so `make check` optimizes only the six that most
/// other targets import.
let optimizedTargets: Set =
  isOptimized
  ? replayed
  : checked == nil
    ? [] : ["Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "Workloads"]

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
    name: name, dependencies: imports, path: path ?? place(of: name, below: "Sources"),
    exclude: exclude,
    swiftSettings: strict + told + (optimizedTargets.contains(name) ? optimized : []),
    plugins: plugins)
}

/// The tests of one target, with their folders that hold no code.
func tests(
  of name: String, imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + imports,
    path: place(of: name, below: "Tests", suffix: "Tests"), exclude: exclude,
    swiftSettings: strict + told)
}

let package = Package(
  name: "MapReplay",
  products: [
    .executable(name: "mapreplay", targets: ["CommandLineTool"]),
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
  targets: [
    target("MapGeometry"),
    target("Clustering", imports: ["MapGeometry"]),
    target("Callouts", imports: ["MapGeometry"]),
    target("MapEvents", imports: ["MapGeometry"]),
    target(
      "MapConfiguration", imports: ["Callouts", "Clustering", "MapEvents", "MapGeometry"]),
    target(
      "MapModel",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry",
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    target("Workloads", imports: ["MapGeometry"]),
    target("Metrics"),
    target(
      "Scenarios",
      imports: ["MapConfiguration", "MapEvents", "MapGeometry", "Metrics", "Workloads"]),
    target(
      "ScenarioFiles",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "Metrics",
        "Scenarios", "Wire", "Workloads",
        .product(name: "Yams", package: "Yams"),
      ]),
    target(
      "Replay",
      imports: [
        "MapConfiguration", "MapEvents", "MapGeometry", "MapModel", "Scenarios", "Workloads",
      ]),
    .systemLibrary(
      name: "CJemalloc", path: place(of: "CJemalloc", below: "Sources"), pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"])]),
    // One line of C: jemalloc looks for its options in a symbol, which Swift cannot define.
    .target(name: "CAllocatorOptions", path: place(of: "CAllocatorOptions", below: "Sources")),
    // Calls of Linux that Swift does not import.
    .target(name: "CProcess", path: place(of: "CProcess", below: "Sources")),
    // Functions that profilers see by their names, which Swift would inline or rename.
    .target(name: "CRegions", path: place(of: "CRegions", below: "Sources")),
    target("Instruments", imports: ["CAllocatorOptions", "CJemalloc", "CProcess", "CRegions"]),
    .systemLibrary(
      name: "CDeflate", path: place(of: "CDeflate", below: "Sources"), pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"])]),
    target("Wire", imports: ["CDeflate"]),
    target("Workers", imports: ["Instruments", "Wire"]),
    target("Measures", imports: ["MapEvents", "MapGeometry", "Metrics", "Wire"]),
    target(
      "AdjusterSuite",
      imports: [
        "Callouts", "Formatting", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
        "Measures", "Metrics", "Pages",
      ]),
    target(
      "Statistics",
      imports: [
        "MapGeometry", "Metrics", "Workloads",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    target(
      "Formatting",
      imports: [
        "MapEvents", "MapGeometry", "Measures", "Metrics", "Statistics", "Wire",
        .product(name: "TextTable", package: "TextTable"),
      ]),
    // Scripts, styles and templates are files of their languages; the plugin makes them strings.
    .plugin(
      name: "EmbedWebFiles", capability: .buildTool(),
      path: place(of: "EmbedWebFiles", below: "Sources")),
    target(
      "Pages",
      imports: ["Formatting", .product(name: "Mustache", package: "swift-mustache")],
      exclude: ["embed.sh"], plugins: ["EmbedWebFiles"]),
    target("EventLog", imports: ["Formatting", "MapEvents", "MapGeometry"]),
    target(
      "Reporting",
      imports: [
        "Callouts", "Formatting", "MapEvents", "MapGeometry", "Measures", "Metrics", "Pages",
        "Statistics", "Wire",
      ]),
    target(
      "Benchmarks",
      imports: [
        "Clustering", "Formatting", "Instruments", "MapConfiguration", "MapEvents", "MapGeometry",
        "MapModel", "Metrics", "Workloads",
      ]),
    target(
      "Sessions",
      imports: [
        "Callouts", "Clustering", "EventLog", "Formatting", "Instruments", "MapConfiguration",
        "MapEvents", "MapGeometry", "MapModel", "Measures", "Measuring", "Metrics", "Replay",
        "Reporting", "ScenarioFiles", "Scenarios", "Statistics", "Wire", "Workers",
      ]),
    target(
      "Measuring",
      imports: [
        "Formatting", "Instruments", "MapEvents", "MapModel", "Metrics", "Profiles", "Statistics",
        "Wire",
      ]),
    target("Profiles", imports: ["Formatting", "Wire"]),
    target(
      "Comparison",
      imports: [
        "Formatting", "Instruments", "Measuring", "Metrics", "Pages", "Reporting", "Statistics",
        "Wire",
      ]),
    target(
      "History",
      imports: [
        "Formatting", "MapEvents", "Measures", "Metrics", "Reporting", "Statistics", "Wire",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    target(
      "MapReplay",
      imports: [
        "AdjusterSuite", "Callouts", "Clustering", "MapGeometry", "Measures", "Metrics",
        "Reporting",
        "Sessions",
      ]),
    target(
      "Conformance",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
      ]),
    .executableTarget(
      name: "CommandLineTool",
      dependencies: [
        "AdjusterSuite", "Benchmarks", "Callouts", "Comparison", "Conformance", "EventLog",
        "Formatting", "History", "Instruments", "MapGeometry", "MapModel", "Measuring", "Metrics",
        "Profiles",
        "Replay", "Reporting", "ScenarioFiles", "Scenarios", "Sessions", "Wire", "Workers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: place(of: "CommandLineTool", below: "Sources"), swiftSettings: strict),

    target(
      "Support",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
        "Workloads",
      ],
      path: "Tests/Support"),
    target(
      "Fuzzing", imports: ["Formatting", "Reporting", "ScenarioFiles", "Scenarios", "Wire"],
      path: "Tests/Fuzzing"),
    tests(
      of: "Fuzzing", imports: ["Reporting", "ScenarioFiles", "Scenarios", "Wire"],
      exclude: ["Fixtures"]),
    tests(of: "MapGeometry", exclude: ["Fixtures"]),
    tests(of: "Clustering", imports: ["MapGeometry", "Support", "Workloads"]),
    tests(of: "Callouts", imports: ["Conformance", "MapGeometry"]),
    tests(of: "Conformance", exclude: ["Fixtures"]),
    tests(
      of: "MapModel",
      imports: [
        "AdjusterSuite", "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry",
        "Measures", "Support",
      ]),
    tests(of: "Workloads", imports: ["MapGeometry"]),
    tests(
      of: "Replay",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
        "Measures", "Metrics", "ScenarioFiles", "Scenarios", "Support", "Workloads",
      ]),
    tests(
      of: "Reporting",
      imports: [
        "Callouts", "Formatting", "MapEvents", "MapGeometry", "Measures", "Metrics", "Pages",
        "Statistics", "Wire",
      ], exclude: ["Fixtures"]),
    tests(of: "Statistics", imports: ["Metrics", "Workloads"], exclude: ["Fixtures"]),
    tests(of: "AdjusterSuite", imports: ["Callouts", "MapGeometry", "Measures"]),
    tests(of: "Measures", imports: ["MapEvents", "MapGeometry", "Metrics"]),
    tests(of: "MapEvents", imports: ["MapGeometry"]),
    tests(of: "Instruments"),
    tests(
      of: "Comparison",
      imports: [
        "MapEvents", "MapGeometry", "Measures", "Measuring", "Metrics", "Reporting", "Statistics",
        "Support",
      ]),
    tests(
      of: "History",
      imports: [
        "MapEvents", "MapGeometry", "Measures", "Metrics", "Reporting", "Statistics", "Support",
        "Workloads", .product(name: "GRDB", package: "GRDB.swift"),
      ], exclude: ["Fixtures"]),
    tests(
      of: "Measuring",
      imports: [
        "Instruments", "MapEvents", "MapGeometry", "MapModel", "Metrics", "Profiles", "Replay",
        "Statistics", "Support",
      ]),
    tests(of: "Profiles", exclude: ["Fixtures"]),
    tests(of: "Wire", imports: ["CDeflate"]),
    tests(of: "Benchmarks", imports: ["Clustering", "MapGeometry"]),
    tests(of: "EventLog", imports: ["MapEvents", "MapGeometry"]),
    tests(
      of: "Sessions",
      imports: [
        "Clustering", "Formatting", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
        "Measures", "Metrics", "Replay", "Reporting", "Scenarios", "Statistics", "Support",
        "Workers",
      ], exclude: ["Fixtures"]),
    tests(
      of: "CommandLineTool",
      imports: [
        "Formatting", "History", "Instruments", "Measures", "Measuring", "Reporting", "Support",
        .product(name: "Yams", package: "Yams"),
      ], exclude: ["Fixtures"]),
    .testTarget(name: "TidyTests", swiftSettings: strict),
    tests(of: "Metrics"),
    tests(of: "Scenarios", imports: ["MapConfiguration", "MapGeometry", "Metrics"]),
    tests(
      of: "ScenarioFiles",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "Metrics",
        "Scenarios", "Support", "Workloads",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

if let checked {
  package.targets.removeAll { $0.type == .test && !checked.contains($0.name) }
}
