internal import ScenarioFiles
internal import Scenarios

/// The file of sessions with which a search begins: few, which together show the signs that earlier
/// searches saw, as far as they fit.
enum Corpus {
  /// A session that may join, with the numbers of the signs that it shows.
  struct Session: Codable, Sendable {
    let text: String
    let signs: [Int]
  }

  /// The most bytes of a file.
  static let mostBytes = 200_000
  private static let head = "# mapreplay corpus 1"
  /// The line above each session.
  private static let divider = "---"

  /// Reads a file.
  ///
  /// - Throws: The first mistake, with its line.
  static func sessions(
    in text: String, at path: String, _ maker: ScenarioMaker
  ) throws(UnknownWords) -> [YAMLNode] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func fault(_ line: Int, _ mistake: String, _ help: String) -> UnknownWords {
      UnknownWords(mistake: "\(path):\(line): \(mistake)", help: help)
    }
    guard lines.first == head[...] else {
      throw fault(
        1, "this is no corpus of version 1",
        "remove the file, and search with --update-corpus to write another one")
    }
    var sessions: [YAMLNode] = []
    for part in lines.dropFirst().split(separator: divider[...]) {
      guard let root = ScenarioText.root(of: part.joined(separator: "\n")) else {
        throw fault(
          part.startIndex + 1, "this session cannot be read as YAML",
          "remove the session, down to the next line '\(divider)'")
      }
      let nodes = NumberedNodes(root)
      if case .failure(let diagnostics) = maker.reader.read(nodes) {
        let first = diagnostics.all[0]
        let path = nodes.path(to: first.place.line) ?? []
        throw fault(
          part.startIndex + (root[path[...]]?.mark.line ?? 1), first.message,
          "correct the session, or remove it, down to the next line '\(divider)'")
      }
      sessions.append(root)
    }
    return sessions
  }

  /// Few sessions that show all signs of `candidates`, short ones first.
  static func few(of candidates: [Session]) -> [Session] {
    var shown: [Int: Int] = [:]
    var kept: [Session] = []
    let sorted = candidates.sorted {
      ($0.text.utf8.count, $0.text) < ($1.text.utf8.count, $1.text)
    }
    for session in sorted where session.signs.contains(where: { shown[$0] == nil }) {
      kept.append(session)
      for sign in session.signs { shown[sign, default: 0] += 1 }
    }
    // Long ones are spared most.
    for index in kept.indices.reversed()
    where kept[index].signs.allSatisfy({ shown[$0, default: 0] > 1 }) {
      for sign in kept.remove(at: index).signs { shown[sign, default: 0] -= 1 }
    }
    return kept
  }

  /// The file of sessions, as far as they fit.
  static func text(of sessions: [Session]) -> String {
    var text = "\(head)\n"
    for session in sessions {
      let part = "\(divider)\n\(session.text)"
      if text.utf8.count + part.utf8.count <= mostBytes { text += part }
    }
    return text
  }
}
