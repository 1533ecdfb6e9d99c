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

/// A target of ours, with the only modules it may import.
func room(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: strict)
}

/// The tests of one room, with the folders of theirs that hold no code.
func tests(
  of name: String, imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + imports, exclude: exclude,
    swiftSettings: strict)
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
  ],
  targets: [
    room("MapGeometry"),
    room("Clustering", imports: ["MapGeometry"]),
    room("Callouts", imports: ["MapGeometry"]),
    room("MapEvents", imports: ["MapGeometry"]),
    room("MapConfiguration", imports: ["Callouts", "Clustering", "MapEvents", "MapGeometry"]),
    room(
      "MapModel",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry",
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    room("Workloads", imports: ["MapGeometry"]),
    room("Metrics"),
    room("Scenarios", imports: ["MapConfiguration", "MapEvents", "MapGeometry", "Metrics"]),
    room(
      "ScenarioFiles",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "Metrics",
        "Scenarios", "Workloads",
        .product(name: "Yams", package: "Yams"),
      ]),
    room(
      "Replay",
      imports: [
        "MapConfiguration", "MapEvents", "MapGeometry", "MapModel", "Scenarios", "Workloads",
      ]),
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]),
    // One line of C: jemalloc looks for its options in a symbol, which Swift cannot define.
    .target(name: "CAllocatorOptions"),
    // Three calls of Linux that Swift does not import.
    .target(name: "CProcess"),
    room("Instruments", imports: ["CAllocatorOptions", "CJemalloc", "CProcess"]),
    room("Wire"),
    room("Workers", imports: ["Instruments", "Wire"]),
    room("Measures", imports: ["MapEvents", "MapGeometry", "Metrics", "Wire"]),
    room(
      "AdjusterSuite",
      imports: [
        "Callouts", "Formatting", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
        "Measures", "Metrics",
      ]),
    room(
      "Statistics",
      imports: ["Metrics", .product(name: "Histogram", package: "hdrhistogram-swift")]),
    room(
      "Formatting",
      imports: [
        "MapEvents", "MapGeometry", "Measures", "Metrics", "Statistics",
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "TextTable", package: "TextTable"),
      ]),
    room("EventLog", imports: ["Formatting", "MapEvents", "MapGeometry"]),
    room(
      "Reporting",
      imports: [
        "Callouts", "Formatting", "MapEvents", "MapGeometry", "Measures", "Metrics", "Statistics",
      ]),
    room(
      "Benchmarks",
      imports: [
        "Clustering", "Formatting", "Instruments", "MapConfiguration", "MapEvents", "MapGeometry",
        "MapModel", "Workloads",
      ]),
    room(
      "Sessions",
      imports: [
        "Callouts", "Clustering", "EventLog", "Formatting", "Instruments", "MapConfiguration",
        "MapEvents", "MapGeometry", "MapModel", "Measures", "Metrics", "Replay", "Reporting",
        "ScenarioFiles", "Scenarios", "Statistics", "Workers",
      ]),
    room(
      "MapReplay",
      imports: [
        "AdjusterSuite", "Callouts", "Clustering", "MapGeometry", "Measures", "Metrics",
        "Reporting",
        "Sessions",
      ]),
    room(
      "Conformance",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
      ]),
    .executableTarget(
      name: "CommandLineTool",
      dependencies: [
        "AdjusterSuite", "Benchmarks", "Callouts", "Conformance", "Formatting", "Instruments",
        "MapGeometry", "Metrics", "Reporting", "ScenarioFiles", "Scenarios", "Sessions",
        "Workers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    .target(
      name: "Support",
      dependencies: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
        "Workloads",
      ],
      path: "Tests/Support", swiftSettings: strict),
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
        "Measures", "Metrics", "ScenarioFiles", "Scenarios", "Support",
      ]),
    tests(
      of: "Reporting",
      imports: [
        "Callouts", "Formatting", "MapEvents", "MapGeometry", "Measures", "Metrics",
        "Statistics",
      ]),
    tests(of: "Statistics"),
    tests(of: "AdjusterSuite", imports: ["Callouts", "MapGeometry", "Measures"]),
    tests(of: "Measures", imports: ["MapEvents", "MapGeometry", "Metrics"]),
    tests(of: "MapEvents", imports: ["MapGeometry"]),
    tests(of: "Instruments"),
    tests(of: "Wire"),
    tests(of: "Benchmarks", imports: ["Clustering", "MapGeometry"]),
    tests(of: "EventLog", imports: ["MapEvents", "MapGeometry"]),
    tests(of: "Sessions", imports: ["Support"]),
    tests(of: "CommandLineTool", imports: ["Measures", "Support"], exclude: ["Fixtures"]),
    .testTarget(name: "TidyTests", swiftSettings: strict),
    tests(of: "Metrics"),
    tests(of: "Scenarios", imports: ["MapConfiguration", "MapGeometry", "Metrics"]),
    tests(
      of: "ScenarioFiles",
      imports: [
        "Callouts", "Clustering", "MapConfiguration", "MapEvents", "MapGeometry", "Metrics",
        "Scenarios", "Workloads",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
