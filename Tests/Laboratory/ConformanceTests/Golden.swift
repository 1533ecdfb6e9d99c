import Foundation

@testable import Conformance

/// Where golden files and their data lie.
enum Golden {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The golden files that belong to the repository.
  static let committed = repository.appending(path: "Tests/Laboratory/ConformanceTests/Fixtures")

  /// Golden files beside the repository; nil when there are none.
  static let outside = besides("golden")

  /// Golden files of the kinds that those lack, beside the repository; nil when there are none.
  static let moreOutside = besides("more-golden")

  private static func besides(_ name: String) -> URL? {
    let shared =
      ProcessInfo.processInfo.environment["MAPREPLAY_SHARED"].map { URL(filePath: $0) }
      ?? repository.deletingLastPathComponent().appending(path: "shared")
    let golden = shared.appending(path: name)
    return FileManager.default.fileExists(atPath: golden.path) ? golden : nil
  }

  /// A committed file, as it is.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: committed.appending(path: path), encoding: .utf8)
  }

  /// What becomes of golden files with the data sets of the scenarios beside them.
  static func play(_ files: [String: String]) throws -> [CaseResult] {
    try GoldenFolder(files).play()
  }
}

/// A golden folder of its own for one test, gone when the test is over.
final class GoldenFolder {
  let root: URL

  init(_ files: [String: String]) throws {
    root = FileManager.default.temporaryDirectory.appending(path: "golden-\(UUID().uuidString)")
    for (path, text) in files { try write(text, to: root.appending(path: "golden/\(path)")) }
    let data = Golden.repository.appending(path: "Scenarios/Data")
    for (name, source) in [
      ("world-cities15000", "world-cities"), ("pacific-places", "pacific-places"),
    ] {
      let text = try? String(contentsOf: data.appending(path: "\(source).csv"), encoding: .utf8)
      if let text { try write(text, to: root.appending(path: "data/\(name).csv")) }
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  private func write(_ text: String, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func play() throws -> [CaseResult] {
    try ConformanceRun(golden: root.appending(path: "golden")).results()
  }
}
