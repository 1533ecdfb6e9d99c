import Scenarios

/// What a scenario can be chosen by, taken from a file that may be faulty.
public struct ScenarioHeading: Hashable, Sendable {
  /// The title; empty when no line of the file holds it.
  public var title = ""
  /// The tags that could be made out.
  public var tags: [String] = []

  /// Takes title and tags from the lines that begin with their keys.
  ///
  /// - Complexity: O(length of the text).
  init(_ text: String) {
    var isInTags = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("scenario:") {
        title = ScenarioHeading.words(line.dropFirst("scenario:".count)).joined(separator: ", ")
      }
      isInTags = line.hasPrefix("tags:") || isInTags && [" ", "-", "]"].contains(line.first)
      if isInTags { tags += ScenarioHeading.words(line.drop { $0 != ":" && $0 != "-" }) }
    }
  }

  /// The texts of a line without the signs of YAML around them.
  private static func words(_ line: Substring) -> [String] {
    let comment = line.firstRange(of: " #")?.lowerBound ?? line.endIndex
    return line[..<comment].split { ",[]".contains($0) }.compactMap { part in
      let word = part.drop { " :-\"'".contains($0) }.reversed().drop { " \"'".contains($0) }
      return word.isEmpty ? nil : String(word.reversed())
    }
  }
}

extension ScenarioReader {
  /// Title and tags of a file, be it faulty; empty when it cannot be read.
  public func heading(path: String) -> ScenarioHeading {
    guard case .bytes(let bytes) = files.content(at: path, limit: Limits.scenarioBytes) else {
      return ScenarioHeading("")
    }
    return ScenarioHeading(String(decoding: bytes, as: UTF8.self))
  }
}
