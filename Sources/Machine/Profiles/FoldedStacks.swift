internal import Formatting

/// Folded stacks, a line each: functions with semicolons between, a space, the count.
///
/// Most tools that draw profiles read them.
public enum FoldedStacks {
  /// The text of a profile, sorted.
  public static func text(of profile: Profile) -> String {
    profile.stacks.map { stack in
      stack.frames.map { clean($0.name) }.joined(separator: ";") + " \(stack.count)\n"
    }.joined()
  }

  /// Returns a name without the characters that have a meaning in the format.
  private static func clean(_ name: String) -> String {
    String(name.map { $0 == ";" ? ":" : $0.isNewline ? " " : $0 })
  }

  /// Reads a text; the kind of a function follows from its name.
  ///
  /// - Throws: A ``ProfileTextError`` for the first line that is no stack with a count, and for a
  ///   text without any or whose last line has no end.
  public static func profile(_ text: String, _ unit: Profile.Unit) throws(ProfileTextError)
    -> Profile
  {
    var stacks: [Profile.Stack] = []
    var total: Int64 = 0
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      guard let space = line.lastIndex(of: " "), space > line.startIndex,
        let count = Int64(line[line.index(after: space)...]), count >= 0
      else {
        throw ProfileTextError(
          line: index + 1,
          sentence: "'\(Escape.line(String(line.prefix(40))))' is no stack with a count such as "
            + "'main;draw 12'")
      }
      let (sum, overflows) = total.addingReportingOverflow(count)
      guard !overflows else {
        throw ProfileTextError(
          line: index + 1, sentence: "the counts are more than a number can hold")
      }
      total = sum
      let frames = line[..<space].split(separator: ";").map { name in
        Profile.Frame(String(name), FunctionKind(symbol: String(name), module: ""))
      }
      stacks.append(Profile.Stack(frames, count))
    }
    guard lines.last?.isEmpty != false else {
      throw ProfileTextError(
        line: lines.count, sentence: "the text is cut off: its last line has no end")
    }
    guard total > 0 else { throw ProfileTextError(line: 1, sentence: "there are no stacks") }
    return Profile(unit, stacks)
  }
}
