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
  targets: [
    room("MapGeometry"),
    room("Clustering", imports: ["MapGeometry"]),
    room("Callouts", imports: ["MapGeometry"]),
    room("MapEvents", imports: ["MapGeometry"]),
    room("MapModel", imports: ["Callouts", "Clustering", "MapEvents", "MapGeometry"]),
    room("Workloads", imports: ["MapGeometry"]),
    room("Metrics"),
    room("Scenarios", imports: ["MapGeometry", "Metrics"]),
    room(
      "Replay",
      imports: [
        "Callouts", "Clustering", "MapEvents", "MapGeometry", "MapModel", "Scenarios", "Workloads",
      ]),
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]),
    room("Instruments", imports: ["CJemalloc"]),
    room("Measures", imports: ["MapEvents", "MapGeometry", "Metrics"]),

    tests(of: "MapGeometry", exclude: ["Fixtures"]),
    tests(of: "Clustering", imports: ["MapGeometry"], exclude: ["Fixtures"]),
    tests(of: "Callouts", imports: ["MapGeometry"], exclude: ["Fixtures"]),
    tests(of: "Workloads", imports: ["MapGeometry"]),
    tests(of: "Metrics"),
  ],
  swiftLanguageModes: [.v6]
)
