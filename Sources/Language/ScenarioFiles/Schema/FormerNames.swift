import Metrics

/// A word of files from before a version, and its name of today.
///
/// The table is the source of the diagnostic of such a word and of the migration of files.
package struct FormerName: Hashable, Sendable {
  /// The word of files from before ``since``.
  package let old: String
  /// The word of today.
  package let new: String
  /// The first version with the word of today.
  package let since: String

  /// Makes a renaming of its parts.
  package init(old: String, new: String, since: String) {
    (self.old, self.new, self.since) = (old, new, since)
  }

  /// Every renamed key, step, metric and value.
  static let all = TextFile.formerNames.split(separator: "\n").compactMap { line -> FormerName? in
    let parts = line.split(separator: " = ")
    let words = parts.last?.split(separator: ", ") ?? []
    guard parts.count == 2, words.count == 2 else { return nil }
    return FormerName(old: String(parts[0]), new: String(words[0]), since: String(words[1]))
  }
}

extension ScenarioSchema {
  /// Returns the renaming of a key that an object does not know; nil where there is none.
  package func formerKey(_ word: String, in kind: ObjectKind) -> FormerName? {
    let object = object(kind)
    return object.openKeys == .values
      ? nil : formerName(of: word) { object.has($0) || object.openKeys.names.contains($0) }
  }

  /// Returns another key of an object with the meaning of a former one; nil where there is none.
  package func twin(
    of former: FormerName, among words: [String], in kind: ObjectKind
  ) -> String? {
    words.first { word in
      word == former.new || word != former.old && formerKey(word, in: kind)?.new == former.new
    }
  }

  /// Returns the renaming of a value that a type does not take; nil where there is none.
  package func formerValue(_ text: String, of type: ValueType) -> FormerName? {
    formerName(of: text) { word in
      guard type != .metric else { return OpenKeys.metrics.names.contains(word) }
      return (try? ScalarReader.value(of: word, as: type).get()) != nil
    }
  }

  private func formerName(of word: String, isKnown: (String) -> Bool) -> FormerName? {
    formerNames.first { $0.old == word && isKnown($0.new) && !isKnown(word) }
  }
}

extension DiagnosticList {
  /// Adds the diagnostic of an object that has a key under two of its names.
  package mutating func addBothNames(_ former: FormerName, _ twin: String, at mark: YAMLMark) {
    add(.bothNames(former, twin), at: mark)
  }

  /// Adds the diagnostic of a former name with escapes, or folded over lines.
  package mutating func addSpelledOtherwise(_ former: FormerName, at mark: YAMLMark) {
    add(.formerNameSpelledOtherwise(former), at: mark)
  }
}
