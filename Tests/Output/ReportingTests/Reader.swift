import Foundation
import Testing

/// A program of others that reads what is exported, or judges it.
struct Reader {
  let name: String
  /// Where it is installed; nil where it is not.
  let path: String?

  init(_ name: String) {
    self.name = name
    path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static let xmllint = Reader("xmllint")
  static let python = Reader("python3")

  var isHere: Bool { path != nil }

  /// What it says of a text, which it gets as a file after the arguments.
  func read(_ text: String, _ arguments: [String]) throws -> (code: Int32, output: String) {
    let folder = URL.temporaryDirectory.appending(path: "mapreplay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "in"), folder.appending(path: "out"))
    try Data(text.utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: path ?? "")
    process.arguments = arguments + [input.path]
    let file = try FileHandle(forWritingTo: output)
    (process.standardOutput, process.standardError) = (file, file)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: try Data(contentsOf: output), as: UTF8.self)
    )
  }
}
