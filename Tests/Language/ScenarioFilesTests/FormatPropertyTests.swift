import Foundation
import Testing

@testable import Authoring
@testable import ScenarioFiles

/// What formatting keeps, seen by other means than its own check.
@Suite("A formatted file")
struct FormatPropertyTests {
  private static let texts: [(name: String, text: String)] = {
    let folder = JSONSchemaTests.folder.appending(path: "Scenarios")
    let paths = (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
    let files = paths.filter { $0.hasSuffix(".yaml") }.compactMap { path in
      (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)).map { (path, $0) }
    }
    return files + [("full text", fullText), ("full map text", fullMapText)]
  }()

  /// All that a text says, keys sorted; nil when it has diagnostics.
  private func words(of text: String) -> String? {
    let bytes = SourceText.withoutByteOrderMark(Array(text.utf8))
    let tree = YAMLTree(SourceText(file: "x", bytes: bytes, style: .yaml))
    guard tree.diagnostics.isEmpty, let root = tree.root else { return nil }
    return words(of: root)
  }

  private func words(of node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, _): "<\(node.isBare ? "bare" : text)>"
    case .list(let nodes): "[\(nodes.map(words).joined(separator: ","))]"
    case .map(let pairs):
      "{" + pairs.map { "\($0.key.text ?? ""):\(words(of: $0.value));" }.sorted().joined() + "}"
    }
  }

  /// Checks what must hold of a text without diagnostics; whether it has none.
  private func check(_ text: String, comments: [String] = [], _ name: String) -> Bool {
    guard let before = words(of: text) else {
      #expect(formatted(text).hasPrefix("faults: "), "\(name)")
      return false
    }
    let after = formatted(text)
    #expect(words(of: after) == before, "\(name)\n\(text)\n\(after)")
    #expect(formatted(after) == after, "\(name)\n\(text)\n\(after)")
    for comment in comments {
      let isKept = after.split(separator: "\n").filter { $0.hasSuffix(comment) }.count == 1
      #expect(isKept, "\(name): \(comment)\n\(text)\n\(after)")
    }
    return true
  }

  @Test
  func `of the repository is as it is committed`() {
    #expect(FormatPropertyTests.texts.count > 150)
    for (name, text) in FormatPropertyTests.texts where name.hasSuffix(".yaml") {
      #expect(formatted(text) == text, "run mapreplay fmt: \(name)")
    }
  }

  @Test
  func `says the same with comments and breaks anywhere`() {
    var noise = Noise(state: 21)
    var good = 0
    for round in 0..<2 {
      for (name, text) in FormatPropertyTests.texts {
        let (disturbed, comments) = disturbed(text, &noise)
        if check(disturbed, comments: comments, "\(name) \(round)") { good += 1 }
      }
    }
    // A comment inside of braces ends a key too early in some.
    #expect(good > 250)
  }

  @Test(arguments: [(fullText, UInt64(17)), (fullMapText, UInt64(19))])
  func `says the same when it was damaged`(text: String, state: UInt64) {
    var noise = Noise(state: state)
    var good = 0
    for number in 0..<600 {
      let bytes = noise.damaged(text)
      guard firstInvalidByte(in: bytes) == nil else { continue }
      if check(String(decoding: bytes, as: UTF8.self), "\(number)") { good += 1 }
    }
    #expect(good > 90)
  }

  /// A text with other blanks, line breaks in braces and comments, each with another number.
  private func disturbed(
    _ text: String, _ noise: inout Noise
  ) -> (text: String, comments: [String]) {
    var comments: [String] = []
    func comment() -> String {
      comments.append("# no. \(comments.count + 1).")
      return comments[comments.count - 1]
    }
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if noise.below(12) == 0 { lines.append(String(repeating: " ", count: noise.below(4))) }
      if noise.below(10) == 0 {
        lines.append(String(repeating: " ", count: noise.below(12)) + comment())
      }
      var line = String(line)
      if !line.contains("#"), line.contains("{") || line.contains("["), noise.below(3) == 0 {
        let indent = "\n" + String(repeating: " ", count: 10 + noise.below(6))
        let end = noise.below(2) == 0 ? " \(comment())" : ""
        if let comma = line.firstRange(of: ", ") {
          line.replaceSubrange(comma, with: ",\(end)\(indent)")
        } else if !end.isEmpty {
          comments.removeLast()
        }
      }
      if !line.contains("#"), !line.isEmpty, noise.below(8) == 0 { line += "  \(comment())" }
      lines.append(line + (noise.below(9) == 0 ? "  " : ""))
    }
    return (lines.joined(separator: noise.below(2) == 0 ? "\n" : "\r\n"), comments)
  }
}
