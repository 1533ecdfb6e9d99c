/// Finds the changes that matter by group testing: changes without an effect are tried together.
///
/// Where a session with many changes plays as without them, none of them matters. Otherwise each
/// half is tried. To find k of n changes takes about k log n replays.
///
/// The search overlooks changes whose effects cancel or hide one another within a group. A test
/// compares the search with one change at a time.
struct ConsultedSearch<Change, Answer> {
  /// Whether a session with all of these changes plays as without any.
  let isAlike: ([Change]) -> Bool
  /// The answer of a session with one change; nil when it plays as without.
  let answer: (Change) -> Answer?

  /// The changes that matter alone with their answers, in their order.
  func found(in changes: [Change]) -> [(change: Change, answer: Answer)] {
    found(in: changes[...], isKnown: false)
  }

  /// The changes of a group that matter; `isKnown` says that one must, since no other of its group
  /// does.
  private func found(
    in changes: ArraySlice<Change>, isKnown: Bool
  ) -> [(change: Change, answer: Answer)] {
    guard let first = changes.first else { return [] }
    if changes.count == 1 { return answer(first).map { [(change: first, answer: $0)] } ?? [] }
    if !isKnown, isAlike(Array(changes)) { return [] }
    let middle = changes.startIndex + changes.count / 2
    let left = found(in: changes[..<middle], isKnown: false)
    return left + found(in: changes[middle...], isKnown: left.isEmpty)
  }
}
