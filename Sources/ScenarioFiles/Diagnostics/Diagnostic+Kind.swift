import Scenarios

extension Diagnostic {
  /// What is wrong, as a value; ``Diagnostic/message`` and ``Diagnostic/remedy`` put it into words.
  public enum Kind: Hashable, Sendable {
    /// A file that cannot be had.
    case file(FileProblem)
    /// A text that is not our YAML.
    case yaml(YAMLProblem)
    /// A key that should not be there, or is not there.
    case key(KeyProblem)
    /// A value that its key does not take.
    case value(ValueProblem)
    /// A session that cannot be played.
    case session(SessionProblem)
    /// A part of the map or a step that cannot be meant so.
    case map(MapProblem)
    /// Variants that cannot be played side by side.
    case variant(VariantProblem)
    /// A mistake in a table of points.
    case table(TableProblem)
  }

  /// A file that cannot be had.
  public enum FileProblem: Hashable, Sendable {
    /// Nothing is at any of the places that were tried.
    case missing(path: String, tried: [String])
    /// No profile has this name.
    case unknownDevice(String, known: [String], tried: [String])
    /// Something else than a regular file is there.
    case notAFile(path: String, what: String)
    /// It may not be read.
    case unreadable(path: String)
    /// It has more bytes than are read.
    case tooLarge(maximum: Int)
    /// Its bytes are no text.
    case notUTF8
    /// Its path does not work on every machine.
    case notPortable(String)
    /// A profile calls itself by another name than its file has.
    case otherName(written: String, file: String)
  }

  /// A text that is not the YAML that scenarios are written in.
  public enum YAMLProblem: Hashable, Sendable {
    /// There is nothing in it.
    case empty
    /// The parser gave up, and nothing better is known.
    case unreadable
    /// A character that no text file holds.
    case badCharacter
    /// A tab where a line is indented.
    case tab
    /// A bracket that is not closed, and its line.
    case unclosed(String, line: Int)
    /// A closing bracket without its opening one.
    case strayClosing(String)
    /// A bracket that is closed by one of the other kind.
    case wrongClosing(String, found: String)
    /// A bracket that is not closed before one of the other kind closes what is around it.
    case missingClosing(String, before: String)
    /// Several entries of an object in a line of their own, without braces.
    case bareObject(String, isItem: Bool)
    /// Several entries of an object in one of its lines; the key of the second one.
    case missingLineBreak(before: String)
    /// A comma with no entry before it.
    case strayComma
    /// An object in one line without its braces.
    case missingBraces(key: String, rest: String)
    /// A text that looks like an object.
    case needsQuotes(key: String, rest: String)
    /// Two entries in braces without a comma, the second by its key.
    case missingComma(before: String)
    /// A key without its colon.
    case missingColon(key: String, rest: String)
    /// A colon without the blank after it.
    case missingBlank(key: String, rest: String)
    /// A dash without the blank after it, before this.
    case dashWithoutBlank(String)
    /// An item of a list without its dash.
    case missingDash
    /// A line that is not aligned with its siblings: where they begin, and the line of one.
    case indentation(column: Int, line: Int)
    /// Keys beside the one that they belong to.
    case shallow(key: String, of: String)
    /// A line that is neither a key nor an item.
    case textWithoutKey
    /// Something behind a closing quote or brace.
    case textAfter(String)
    /// A value that begins with a sign that YAML keeps for itself.
    case badStart(String)
    /// A number with a comma.
    case decimalComma(String)
    /// A whole number with commas between its thousands.
    case thousandsComma(String)
    /// A second document begins.
    case secondDocument
    /// An anchor, by its name.
    case anchor(String)
    /// An alias, by its name.
    case alias(String)
    /// A tag, as it is written.
    case tag(String)
    /// A text with `|` or `>`.
    case blockText
    /// The key `<<`.
    case mergeKey
    /// A quote that does not end on its line.
    case openQuote
    /// More objects and lists inside each other than are read.
    case tooDeep
    /// A line with more bytes than are read.
    case lineTooLong
    /// A key that is there twice, and the line of the first one.
    case duplicateKey(String, firstLine: Int)
    /// A key that is there twice, where nobody looked for the first one.
    case repeatedKey(String)
    /// A key that is a list or an object.
    case keyIsNoText
  }

  /// A key that should not be there, or is not there.
  public enum KeyProblem: Hashable, Sendable {
    /// No such key is declared.
    case unknown(String, of: ObjectKind, suggestions: [String])
    /// A key that must be there is not.
    case missing(Field, of: ObjectKind)
    /// Not exactly one of several keys is there.
    case notOne([String], found: [String], of: ObjectKind)
    /// A key makes no sense without the other one.
    case needs(String, other: String)
    /// A key makes no sense without one of some others.
    case needsOneOf(String, others: [String])
    /// Two keys exclude each other.
    case excludes(String, other: String)
    /// A key makes sense only with other words for another key.
    case only(String, when: String, isOneOf: [String])
    /// None of several keys is there.
    case noneOf([String], of: ObjectKind)
    /// A step has not exactly one key.
    case stepWithoutOne(found: [String])
    /// An expectation expects nothing.
    case noMetric
    /// No metric has this name.
    case unknownMetric(String, suggestions: [String])
    /// The name speaks of a real clock or machine.
    case measurement(String)
  }

  /// A value that its key does not take.
  public enum ValueProblem: Hashable, Sendable {
    /// A single value that cannot be read.
    case scalar(ScalarProblem, text: String, key: String, shape: Shape)
    /// A list, an object or a single value in place of another form.
    case wrongForm(found: String, key: String, shape: Shape)
    /// Too few or too many entries.
    case wrongCount(Int, key: String, shape: Shape)
    /// A name that is empty or too long.
    case badName(String, NameSpace)
    /// Nothing in the scenario has this name.
    case unknownName(String, NameSpace, suggestions: [String], known: [String])
    /// A rule that does not fit its metric.
    case rule(RuleProblem, text: String, metric: String)
    /// A span larger than the world.
    case spanTooLarge(String)
  }

  /// A session that cannot be played, though every key is right.
  public enum SessionProblem: Hashable, Sendable {
    /// More steps than are played, written out.
    case tooManySteps(Int)
    /// More marks than are set, written out.
    case tooManyMarks(Int)
    /// More points in steps than are played, written out.
    case tooManyPointsInSteps(Int)
    /// More levels of `repeat` than are played.
    case repeatTooDeep
    /// A step that takes longer than is played.
    case stepTooLong
    /// Steps that together take longer than is played.
    case sessionTooLong
    /// More points than are played.
    case tooManyPoints(Int)
    /// More points at one coordinate than the index bears.
    case tooManyAtOnePlace(Int, latitude: Double, longitude: Double)
    /// An id that is there twice, and the line of the first one.
    case duplicateID(String, firstLine: Int)
    /// More cells than one layer may have.
    case tooManyCells
    /// More cells than all layers may have, this one the first too many.
    case tooManyCellsTogether
    /// Cells longer than the reproduced library bears.
    case cellTooLong(maximumPoints: Double)
    /// A map view without room for a bubble.
    case viewTooNarrow
    /// No point lies where points are taken.
    case noPointsLeft
    /// Fewer points than are asked for.
    case tooFewPoints(asked: Int, available: Int)
    /// A row beyond the last one.
    case noSuchRow(Int, count: Int)
    /// No data set in question has a point with this id.
    case unknownPoint(String, data: [String], suggestions: [String], known: [String])
    /// Several data sets have a point with this id.
    case ambiguousPoint(String, data: [String])
    /// A canary must fail with a metric that nothing expects.
    case neverExpected(String)
    /// So many more faults are not listed.
    case more(Int)
  }

  /// A mistake in a table of points.
  public enum TableProblem: Hashable, Sendable {
    /// There is nothing in it.
    case empty
    /// There is nothing under the header.
    case noRows
    /// A column that must be there is not.
    case missingColumn(String)
    /// A column that nobody reads.
    case unknownColumn(String, suggestions: [String])
    /// A column that is there twice.
    case duplicateColumn(String)
    /// A row with fewer or more fields than the header.
    case wrongCount(found: Int, expected: Int)
    /// A quote inside a field that begins without one.
    case strayQuote
    /// Text between a closing quote and the comma.
    case textAfterQuote
    /// A quote that is never closed.
    case openQuote
    /// A field that is no number of ours.
    case badNumber(String, column: String)
    /// An angle beyond the ends of the earth.
    case outOfRange(String, column: String, limit: Int)
    /// A point without an id.
    case emptyID
    /// An id that is there twice, and the line of the first one.
    case duplicateID(String, firstLine: Int)
    /// More points than are played.
    case tooManyPoints(maximum: Int)
    /// So many more faults are not listed.
    case more(Int)
  }
}
