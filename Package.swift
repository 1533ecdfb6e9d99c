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

/// The tests of one room.
func tests(of name: String, imports: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + imports, swiftSettings: strict)
}

let package = Package(
  name: "MapReplay",
  targets: [
    room("MapGeometry"),
    room("MapEvents", imports: ["MapGeometry"]),
    room("Measures", imports: ["MapEvents", "MapGeometry", "Metrics"]),
    room("Metrics"),
    room("Workloads", imports: ["MapGeometry"]),
    room("Scenarios", imports: ["MapGeometry", "Metrics"]),
    tests(of: "MapGeometry"),
    tests(of: "Metrics"),
    tests(of: "Workloads"),
  ],
  swiftLanguageModes: [.v6]
)
