import Foundation
import Support
import Testing

/// The built program, run as a user runs it.
struct Program {
  /// What a run of the program left behind.
  struct Ending {
    var code: Int32
    var output: String
    var complaints: String
  }

  /// The program that stands beside the tests.
  static let debug = Program(path: Bundle.main.bundleURL.appending(path: "mapreplay").path)

  /// The release build, which `make test-release` names.
  private static let release = ProcessInfo.processInfo.environment["MAPREPLAY_RELEASE"].map {
    Program(path: $0.hasPrefix("/") ? $0 : repository.appending(path: $0).path)
  }

  /// The program whose facts and allocations are checked: the release build where it is named.
  static let checked = release ?? debug

  /// Whether that is the release build.
  static let isRelease = release != nil

  /// Whether that one is optimized, so that it replays everything soon and allocates no more than
  /// it must.
  static let isOptimized: Bool = {
    #if OPTIMIZED
    true
    #else
    isRelease
    #endif
  }()

  /// Skips what holds of an optimized program alone.
  static let whenOptimized: ConditionTrait = .enabled(
    if: isOptimized, "make test builds an optimized program")

  /// The beginning of a comparison of equal runs; only an optimized program counts its allocations.
  static let unchanged =
    isOptimized ? "unchanged, decided by " : "inconclusive, decided by counts: "

  /// The folder that holds Package.swift.
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let path: String

  /// Runs the program in a folder and waits for its end.
  func run(
    _ arguments: [String], in folder: URL = repository, environment: [String: String] = [:]
  ) throws -> Ending {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // In a hook of git its variables would turn the repositories of tests into that of the hook.
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("GIT_") }.merging(environment) { $1 }
    // Files, not pipes: a full pipe would stop the program while nobody reads.
    let scratch = try Scratch()
    let output = try scratch.emptyFile("output")
    let complaints = try scratch.emptyFile("complaints")
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: complaints)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Ending(
      code: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: try String(contentsOf: output, encoding: .utf8),
      complaints: try String(contentsOf: complaints, encoding: .utf8))
  }
}
