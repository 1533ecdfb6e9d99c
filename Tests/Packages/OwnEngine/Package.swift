// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnEngine",
  dependencies: [.package(name: "MapReplay", path: "../../..")],
  targets: [
    .executableTarget(
      name: "OwnEngine",
      dependencies: [.product(name: "MapReplayLibrary", package: "MapReplay")])
  ])
