import Scenarios

/// The places of steps and their lines as the author wrote them; shared texts are kept once.
struct StepLines {
  /// A line of one of the texts of a scenario.
  private struct Line: Equatable {
    var number: Int
    var textNumber: UInt16

    init(of mark: YAMLMark) { (number, textNumber) = (mark.line, mark.textNumber) }
  }

  /// The text of the last step: a line may hold thousands of them.
  private var last: (line: Line, origin: UInt32, text: String)?
  /// The line that was cut at its names last: many rounds have the same one.
  private var cut: (line: Line, parts: Placeholders)?
  /// The places of steps that are written once and read several times; only looked up.
  private var placesOfRounds: [YAMLMark: Place] = [:]

  /// The place of a step; that of the rounds of a `for each` is looked for once.
  mutating func place(of mark: YAMLMark, in texts: SourceTexts) -> Place {
    guard mark.origin > 0 else { return texts.place(of: mark) }
    var written = mark
    written.origin = 0
    if let place = placesOfRounds[written] { return place }
    let place = texts.place(of: mark)
    placesOfRounds[written] = place
    return place
  }

  /// The line of a mark without indentation and dash, with the values of its names, cut when it is
  /// endless.
  mutating func text(at mark: YAMLMark, in texts: SourceTexts) -> String {
    let line = Line(of: mark)
    if let last, last.line == line, last.origin == mark.origin { return last.text }
    let parts =
      cut.flatMap { $0.line == line ? $0.parts : nil } ?? Placeholders(line: texts.line(of: mark))
    cut = (line, parts)
    var rest = Substring(parts.text { texts.text(of: $0, at: mark) })
    while let first = rest.first, first.isWhitespace || StepLines.isDash(rest) {
      rest.removeFirst()
    }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    let start = rest.prefix(Limits.titleLength)
    let text = start.endIndex < rest.endIndex ? start + "…" : String(rest)
    last = (line, mark.origin, text)
    return text
  }

  private static func isDash(_ text: Substring) -> Bool {
    text.first == "-" && text.dropFirst().first?.isWhitespace != false
  }
}
