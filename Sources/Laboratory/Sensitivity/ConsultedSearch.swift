/// Finds the changes that matter by group testing: changes without an effect are tried together.
///
/// Where a session with many changes plays as without them, none of them matters, or one hides
/// another. So each change is in several groups, and for any two changes there is a group that has
/// the first without the second: a change that any one other hides is found too. For n changes
/// there are about log2 n groups, as the changes are dealt out by different sets of groups, all of
/// the same size (Sperner 1928). A group that plays otherwise is halved until the change that
/// matters is alone, and is then tried without it.
///
/// The search overlooks a change that is hidden in each of its groups, which takes two others.
struct ConsultedSearch<Change, Answer> {
  /// Whether a session with all of these changes plays as without any.
  let isAlike: ([Change]) -> Bool
  /// The answer of a session with one change; nil when it plays as without.
  let answer: (Change) -> Answer?

  /// The changes that matter alone with their answers, in their order.
  func found(in changes: [Change]) -> [(change: Change, answer: Answer)] {
    var isTried = changes.map { _ in false }
    var answers = changes.map { _ -> Answer? in nil }
    /// Tries one change of a group alone that plays otherwise, and maybe more; returns whether one
    /// matters.
    func halve(_ group: ArraySlice<Int>) -> Bool {
      if group.count == 1 {
        guard let change = group.first, !isTried[change] else { return false }
        isTried[change] = true
        answers[change] = answer(changes[change])
        return answers[change] != nil
      }
      let middle = group.startIndex + group.count / 2
      let isLeft = !isIdle(group[..<middle]) && halve(group[..<middle])
      // Where nothing in the left half matters, something in the right half does.
      let isRight = (!isLeft || !isIdle(group[middle...])) && halve(group[middle...])
      return isLeft || isRight
    }
    /// Whether a group plays as without changes; a single change is tried alone anyway.
    func isIdle(_ group: ArraySlice<Int>) -> Bool {
      group.isEmpty || group.count > 1 && isAlike(group.map { changes[$0] })
    }
    for group in ConsultedSearch.groups(of: changes.count) {
      var rest = group.filter { !isTried[$0] }[...]
      while !isIdle(rest) {
        _ = halve(rest)
        rest = rest.filter { !isTried[$0] }[...]
      }
    }
    return changes.indices.compactMap { index in
      answers[index].map { (change: changes[index], answer: $0) }
    }
  }

  /// Groups of some indexes, such that for any two there is a group with the first and without the
  /// second.
  static func groups(of count: Int) -> [[Int]] {
    var width = 0
    var sets: [Int] = []
    while sets.count < count {
      width += 1
      // Sets of one size do not contain one another; half of the groups have the most sets.
      sets = (0..<(1 << width)).filter { $0.nonzeroBitCount == (width + 1) / 2 }
    }
    return (0..<width).map { group in
      (0..<count).filter { sets[$0] >> group & 1 == 1 }
    }
  }
}
