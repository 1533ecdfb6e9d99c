import Foundation
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

  /// The release build, which `make test` names; nil when the tests run by themselves.
  static let release: Program? = ProcessInfo.processInfo.environment["MAPREPLAY_RELEASE"].map {
    Program(path: $0.hasPrefix("/") ? $0 : repository.appending(path: $0).path)
  }

  /// The folder that holds Package.swift.
  static let repository = URL(filePath: #filePath)
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
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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

/// A folder of its own for one test, gone when the test is over.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "mapreplay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  var path: String { folder.path }

  func emptyFile(_ name: String) throws -> URL {
    try file(name, "")
  }

  /// Writes a file, with its folders.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> URL {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url
  }

  /// The paths of all files below the folder, sorted.
  func files(below name: String = "") -> [String] {
    let root = name.isEmpty ? folder : folder.appending(path: name)
    let all = FileManager.default.subpaths(atPath: root.path) ?? []
    return all.filter { path in
      var attributes: [FileAttributeKey: Any] = [:]
      attributes =
        (try? FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)) ?? [:]
      return attributes[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}
