import ArgumentParser
import Authoring
import ScenarioFiles
import Sessions

/// The completions for shells; of the scenarios they read only the lines with tags.
enum Completions {
  /// Scenarios, by path or id, and all that has an explanation.
  static var topics: CompletionKind {
    .custom { _, _, prefix in
      chosen(Explanation.topics + KnownScenarios().ids + KnownScenarios.files(at: prefix), prefix)
    }
  }

  /// Ids of scenarios.
  static var ids: CompletionKind {
    .custom { _, _, prefix in chosen(KnownScenarios().ids, prefix) }
  }

  /// Tags of scenarios.
  static var tags: CompletionKind {
    .custom { _, _, prefix in chosen(KnownScenarios().tags, prefix) }
  }

  private static func chosen(_ words: [String], _ prefix: String) -> [String] {
    words.filter { $0.hasPrefix(prefix) }
  }
}
