public import Scenarios
internal import Wire

/// A mistake in a file, with its place and, where there is one, a remedy.
public struct Diagnostic: Hashable, Sendable {
  /// The path of the file as it was asked for.
  public let file: String
  /// Where the mistake is.
  public let place: Place
  /// The number of characters that it covers; at least one.
  public let length: Int
  /// The line of the file, without its end.
  ///
  /// For a long line it is the part around the mistake. It is empty when there is no line.
  public let sourceLine: String
  /// The column at which ``sourceLine`` begins: 1 except for long lines.
  public let sourceColumn: Int
  /// The kind of mistake.
  public let code: DiagnosticCode
  /// The message: the mistake in a few words.
  public let message: String
  /// How to fix it, or nil.
  public let remedy: String?
  /// Further related places, such as that of a value which replaces a name.
  public private(set) var notes: [Note]
  /// The number of mistakes that it represents: more than one where they are only counted.
  public private(set) var count = 1

  /// A related place of a mistake, with a description.
  public struct Note: Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let file: String
    /// The place.
    public let place: Place
    /// The description of the place, in a few words.
    public let message: String

    /// The place and its description.
    public var description: String {
      PlainLine.of("\(file):\(place.line):\(place.column): \(message)")
    }
  }

  init(
    file: String, spot: Spot, sourceLine: String, sourceColumn: Int = 1, _ problem: Message,
    notes: [Note] = []
  ) {
    self.file = file
    self.notes = notes
    place = spot.place
    length = max(1, spot.length)
    self.sourceLine = PlainLine.of(sourceLine, keepsTabs: true)
    self.sourceColumn = sourceColumn
    (code, message, remedy) = (problem.code, problem.message, problem.remedy)
  }

  init(in source: SourceText, at spot: Spot, _ problem: Message, notes: [Note] = []) {
    self.init(
      file: source.file, spot: spot, sourceLine: source.line(spot.place.line), problem,
      notes: notes)
  }

  /// A mistake in a file of points, which other programs may have written.
  ///
  /// Its lines may be very long, and it may hold control characters, which are shown and
  /// never sent to a terminal. Its place is counted from a known place, and its line is shown
  /// from the first byte of the object that contains it.
  init(
    in source: SourceText, atByte offset: Int, after known: (byte: Int, place: Place)? = nil,
    length: Int, object: Int? = nil, _ problem: Message
  ) {
    let place = source.place(ofByte: offset, after: known)
    let (text, column) = source.excerpt(around: place, byte: offset, object: object)
    self.init(
      file: source.file, spot: Spot(place: place, length: length),
      sourceLine: text.withoutControls, sourceColumn: column,
      Message(
        problem.code, problem.message.withoutControls, problem.remedy?.withoutControls))
  }

  /// Returns the same diagnostic with a further place.
  func noting(_ note: Note) -> Diagnostic {
    var diagnostic = self
    diagnostic.notes.append(note)
    return diagnostic
  }

  /// Whether it has the same message and place as another one, regardless of its notes.
  func repeats(_ other: Diagnostic) -> Bool {
    place == other.place && message == other.message && remedy == other.remedy
      && file == other.file
  }
}

extension Diagnostic: CustomStringConvertible {
  /// Place and message on the first line, then the line of the file with carets under the mistake,
  /// then the remedy, then a line for each further place.
  public var description: String {
    var lines = ["\(PlainLine.of(file)):\(place.line):\(place.column): error[\(code)]: \(message)"]
    if !sourceLine.isEmpty {
      let number = "\(place.line)"
      let gutter = String(repeating: " ", count: number.count)
      let (shown, column) = excerpt
      // Tabs are kept, so that the carets are under the mistake however wide a tab is.
      let indent = String(shown.prefix(column - 1).map { $0 == "\t" ? "\t" : " " })
      let room = max(1, shown.count - column + 1)
      let carets = String(repeating: "^", count: min(length, room))
      lines.append(" \(number) | \(shown)")
      lines.append(" \(gutter) | \(indent)\(carets)")
    }
    if let remedy { lines.append("help: \(remedy)") }
    lines += notes.map { "note: \($0)" }
    return lines.joined(separator: "\n")
  }

  /// The excerpt of the line to show, and the column of the mistake in it.
  private var excerpt: (text: String, column: Int) {
    let column = place.column - sourceColumn + 1
    guard sourceColumn > 1 || sourceLine.count > 160 else { return (sourceLine, column) }
    // A line that is cut off already begins with the object that is meant.
    let isObject = sourceColumn > 1
    let start = isObject && column <= 100 ? 0 : max(0, column - 60)
    let piece = sourceLine.dropFirst(start).prefix(120)
    let lead =
      isObject && start > 0 ? "…\(sourceLine.prefix(60))…" : isObject || start > 0 ? "…" : ""
    let tail = start + 120 < sourceLine.count ? "…" : ""
    return (lead + piece + tail, column - start + lead.count)
  }
}

extension Diagnostic {
  /// The column after the mistake, in the same line.
  public var endColumn: Int {
    place.column + min(length, max(1, sourceLine.count + sourceColumn - place.column))
  }

  /// A folder that is searched for scenarios and cannot be read.
  public static func unreadableFolder(_ path: String) -> Diagnostic {
    Diagnostic(whole: path, .unreadableFolder)
  }

  /// A scenario whose id is that of another file.
  public static func sameID(_ id: String, file: String, other: String) -> Diagnostic {
    Diagnostic(whole: file, .sameID(id, as: other))
  }

  /// A scenario whose file or folder has a name that is not allowed in an id.
  public static func badFileName(_ id: String, file: String) -> Diagnostic {
    Diagnostic(whole: file, .badFileName(id))
  }

  /// A scenario whose facts would replace other files; `clash` describes them, such as `be
  /// those of other.yaml`.
  public static func factsClash(_ id: String, file: String, clash: String) -> Diagnostic {
    Diagnostic(whole: file, .factsClash(id, clash))
  }

  /// A mistake of a whole file.
  private init(whole file: String, _ problem: Message) {
    let place = Place(line: 1, column: 1)
    self.init(file: file, spot: Spot(place: place, length: 1), sourceLine: "", problem)
  }

  /// Returns a line in place of `count` more that are not listed.
  func followed(by count: Int) -> Diagnostic {
    var diagnostic = Diagnostic(
      file: file, spot: Spot(place: place, length: 1), sourceLine: "", .further(count))
    diagnostic.count = count
    return diagnostic
  }
}

/// All mistakes of a scenario and of the files it names, in the order of the files.
public struct Diagnostics: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistakes; at least one.
  public let all: [Diagnostic]

  package init(_ all: [Diagnostic]) {
    precondition(!all.isEmpty, "a failure needs at least one diagnostic")
    self.all = all
  }

  /// The mistakes with an empty line between them.
  public var description: String { all.map(\.description).joined(separator: "\n\n") }
}

/// The diagnostics of one file while they are being found.
///
/// A diagnostic shows its line, and a damaged file may have a hundred thousand of them; so they are
/// kept as marks, and only those that are listed in the end get their words and their line.
package struct DiagnosticList {
  private struct Entry {
    var mark: YAMLMark
    var problem: () -> Diagnostic.Message
    /// The number of the variant in which it was found; nil where it is one of the file itself.
    var variant: Int?
  }

  private var entries: [Entry] = []
  /// The number of diagnostics that were only counted.
  private var uncounted = 0

  package var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  mutating func add(_ problem: @escaping @autoclosure () -> Diagnostic.Message, at mark: YAMLMark) {
    entries.append(Entry(mark: mark, problem: problem))
  }

  /// Notes that the diagnostics from an index on were found in a variant.
  mutating func attribute(from first: Int, toVariant variant: Int) {
    for index in first..<max(first, entries.count) { entries[index].variant = variant }
  }

  /// Adds the diagnostics of a range again, for a variant that shares the read object.
  mutating func addAgain(_ range: Range<Int>) {
    entries += entries[range].map { Entry(mark: $0.mark, problem: $0.problem) }
  }

  /// Whether neither the file itself nor the variant that is being read has a diagnostic.
  var isEmptyButOfOtherVariants: Bool {
    uncounted == 0 && entries.allSatisfy { $0.variant != nil }
  }

  /// Counts diagnostics that were not kept.
  mutating func add(count: Int) { uncounted += count }

  /// Adds diagnostics that were found later in the same file, without those at the places of
  /// these.
  ///
  /// For example, an alias that is refused is not also a value without a unit.
  mutating func addFollowing(_ later: DiagnosticList) {
    uncounted += later.uncounted
    let places = Set(entries.map { [Int($0.mark.textNumber), $0.mark.line, $0.mark.column] })
    entries += later.entries.filter {
      !places.contains([Int($0.mark.textNumber), $0.mark.line, $0.mark.column])
    }
  }

  /// Returns each diagnostic once, in the order of the places.
  ///
  /// A number stands for those beyond the limit. A diagnostic that not all variants have
  /// names its variants.
  ///
  /// - Complexity: O(n log n), and the length of the line for each one that is listed.
  package func listed(in texts: SourceTexts, variants: [VariantText] = []) -> [Diagnostic] {
    func rank(_ mark: YAMLMark, _ offset: Int) -> (UInt16, Int, Int, Int) {
      (mark.textNumber, mark.line, mark.column, offset)
    }
    let sorted = entries.enumerated().sorted {
      rank($0.element.mark, $0.offset) < rank($1.element.mark, $1.offset)
    }
    var result: [(diagnostic: Diagnostic, first: Entry, variants: Set<Int?>)] = []
    var left = sorted.count + uncounted
    for (_, entry) in sorted {
      // The last one that is listed may be found in further variants.
      let isFull = result.count == Limits.diagnostics
      if isFull, result.last.map({ $0.first.mark.isAt(entry.mark) }) != true { break }
      let diagnostic = texts.diagnostic(entry.problem(), at: entry.mark)
      let known = result.indices.reversed().prefix {
        result[$0].diagnostic.place == diagnostic.place
      }
      if let known = known.first(where: { result[$0].diagnostic.repeats(diagnostic) }) {
        result[known].variants.insert(entry.variant)
      } else if isFull {
        continue
      } else {
        result.append((diagnostic, entry, [entry.variant]))
      }
      left -= 1
    }
    var listed = result.map { diagnostic, entry, found in
      // Others may have the same diagnostic with another remedy.
      let isShared =
        !variants.isEmpty
        && result.count {
          $0.diagnostic.place == diagnostic.place && $0.diagnostic.code == diagnostic.code
        } > 1
      let note = VariantText.note(
        of: variants, with: found, isShared: isShared, at: entry.mark, in: texts)
      return note.map { diagnostic.noting($0) } ?? diagnostic
    }
    if left > 0, let last = listed.last { listed.append(last.followed(by: left)) }
    return listed
  }
}

extension String {
  /// The text with a visible sign for each character that could move the cursor, end a line
  /// or change the direction of the text; tabs stay.
  fileprivate var withoutControls: String {
    PlainLine.of(self, keepsTabs: true, sign: "\u{FFFD}")
  }
}

/// The pairs of a variant in the file, to name the variants of a diagnostic.
package struct VariantText {
  let name: String
  /// The place of its name.
  let mark: YAMLMark
  let pairs: [YAMLPair]

  /// The most names in a note.
  private static let shown = 6

  /// Names the variants by their numbers, unless these are all of them.
  ///
  /// It also names none when the mark is in the text of a single variant, which already
  /// identifies it.
  static func note(
    of variants: [VariantText], with numbers: Set<Int?>, isShared: Bool, at mark: YAMLMark,
    in texts: SourceTexts
  ) -> Diagnostic.Note? {
    let found = variants.indices.filter { numbers.contains($0) }
    guard !numbers.contains(nil), let first = found.first, found.count < variants.count,
      variants.count(where: { $0.writes(mark) }) != 1
    else { return nil }
    let names = found.prefix(shown).map { "'\(variants[$0].name)'" }.joined(separator: ", ")
    let more = found.count > shown ? " and \(found.count - shown) more" : ""
    let place = found.count > 1 ? "in the variants" : "\(isShared ? "" : "only ")in the variant"
    return texts.note("\(place) \(names)\(more)", at: variants[first].mark)
  }

  private func writes(_ mark: YAMLMark) -> Bool {
    self.mark.isAt(mark) || pairs.contains { $0.key.holds(mark) || $0.value.holds(mark) }
  }
}

extension YAMLNode {
  /// Whether the node or one inside of it is at a mark.
  fileprivate func holds(_ mark: YAMLMark) -> Bool {
    if self.mark.isAt(mark) { return true }
    switch content {
    case .scalar: return false
    case .list(let nodes): return nodes.contains { $0.holds(mark) }
    case .map(let pairs):
      return pairs.contains { $0.key.holds(mark) || $0.value.holds(mark) }
    }
  }
}
