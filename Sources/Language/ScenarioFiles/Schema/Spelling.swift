/// Finds the known word that an author may have meant by an unknown word.
public enum Spelling {
  /// Synonyms of known words; a suggestion only where the known word fits.
  static let synonyms = TextFile.synonyms.split(separator: "\n").compactMap {
    line -> (word: String, ours: [String])? in
    let parts = line.split(separator: " = ")
    guard parts.count == 2 else { return nil }
    return (String(parts[0]), parts[1].split(separator: ", ").map { String($0) })
  }

  private static let formerNames = FormerName.all.map {
    (letters: plainLetters($0.old), new: $0.new)
  }

  /// At most three of the known words, the likeliest first.
  ///
  /// The same word in other letters (`batchSize`, `Batch_size`) leaves no doubt. Otherwise likely
  /// are synonyms, today's names of former words, and words at a Damerau–Levenshtein distance of at
  /// most a third of the length, but at least 1; then those that hold the word among others
  /// (`margin` for `view margin`).
  public static func suggestions(for word: String, among known: [String]) -> [String] {
    let letters = plainLetters(word)
    let spellings = known.map { plainLetters($0) }
    if let same = spellings.firstIndex(of: letters) { return [known[same]] }
    let plain = String(letters)
    let limit = max(1, plain.count / 3)
    let synonyms =
      (synonyms.first { $0.word == plain }?.ours ?? [])
      + formerNames.filter { $0.letters == letters }.map(\.new)
    var found: [(rank: Int, index: Int)] = []
    for (index, candidate) in known.enumerated() {
      if synonyms.contains(candidate) {
        found.append((0, index))
        continue
      }
      let distance = distance(letters, spellings[index], limit: limit)
      if distance <= limit {
        found.append((distance, index))
      } else if !plain.isEmpty, " \(candidate) ".contains(" \(plain) ") {
        found.append((.max, index))
      }
    }
    found.sort { ($0.rank, $0.index) < ($1.rank, $1.index) }
    return found.prefix(3).map { known[$0.index] }
  }

  /// The word in small letters with blanks for `_`, `-` and the humps of a camel.
  static func plainLetters(_ word: String) -> [Character] {
    var result: [Character] = []
    var isSmall = false
    for character in word.prefix(100) {
      if character == "_" || character == "-" {
        result.append(" ")
      } else {
        if character.isUppercase, isSmall { result.append(" ") }
        result.append(contentsOf: character.lowercased())
      }
      isSmall = character.isLowercase
    }
    return result
  }

  /// Fewest letters to insert, delete, replace or swap with their neighbor (optimal string
  /// alignment); more than the limit when the lengths alone differ by more.
  ///
  /// - Complexity: O(m · n).
  static func distance(_ left: [Character], _ right: [Character], limit: Int) -> Int {
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        var best = min(
          last[column + 1] + 1, current[column] + 1,
          last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
