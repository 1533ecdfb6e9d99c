import Foundation
import Support
import Testing

/// A validator of others, `check-jsonschema` of PyPI, which loads YAML by the rules of version 1.2.
enum SchemaValidator {
  /// What it says of a place in a file, with the reasons below where it gives several.
  struct Refusal: Decodable {
    struct Reason: Decodable {
      var path: String
      var message: String
    }

    var filename: String
    var path: String
    var message: String
    var reasons: [Reason]?

    enum CodingKeys: String, CodingKey {
      case filename, path, message
      case reasons = "sub_errors"
    }

    var words: String {
      ([message] + (reasons ?? []).map { "\($0.path) \($0.message)" }).joined(separator: "\n")
    }
  }

  private struct Answer: Decodable {
    struct Unreadable: Decodable { var filename: String }

    var errors: [Refusal]
    var parseErrors: [Unreadable]?

    enum CodingKeys: String, CodingKey {
      case errors
      case parseErrors = "parse_errors"
    }
  }

  static let absence: Comment = "it takes check-jsonschema, which PyPI has"

  /// What is said here of a text that it cannot load.
  static let unreadable = "unreadable"

  /// Where it is installed; nil where it is not.
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/check-jsonschema" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What it refuses in texts, by their names: one process for all of them.
  static func refusals(of texts: [String: String], by schema: String) throws -> [String: [Refusal]]
  {
    let scratch = try Scratch()
    var names: [String: String] = [:]
    for (name, text) in texts {
      let file = try scratch.file("\(names.count).\(text.hasPrefix("{\"") ? "json" : "yaml")", text)
      names[file.path] = name
    }
    let output = try scratch.emptyFile("output")
    let process = Process()
    process.executableURL = URL(filePath: path ?? "")
    process.arguments =
      ["--schemafile", try scratch.file("schema.json", schema).path, "-o", "json", "-v"]
      + names.keys.sorted()
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let answer = try JSONDecoder().decode(Answer.self, from: Data(contentsOf: output))
    var refusals = Dictionary(grouping: answer.errors) { names[$0.filename] ?? $0.filename }
    for file in answer.parseErrors ?? [] {
      let name = names[file.filename] ?? file.filename
      refusals[name] = [
        Refusal(filename: file.filename, path: "$", message: unreadable, reasons: nil)
      ]
    }
    return refusals
  }
}
