internal import Formatting
internal import ReportPage
public import Reporting

extension ExportFormat {
  static func comment(_ comment: RunComment) -> ExportFormat {
    let strip = comment.strip.map { strip in
      ReportFile<RunReport>(RunComment.stripName, "the film strip of the worst session") { _ in
        strip.svg
      }
    }
    return ExportFormat(
      "comment", "the verdict and the metrics that moved, for a comment on a pull request",
      [
        ReportFile("comment.md", "at most \(RunComment.lineLimit) lines of Markdown") {
          comment.text(of: $0)
        }
      ] + [strip].compactMap(\.self))
  }
}

/// The comment on a pull request: the verdict of a run, the metrics that moved, and its failures.
///
/// Names and sentences of files are code spans, in which a server finds no mention and no link.
public struct RunComment: Sendable {
  /// The most lines of a comment.
  public static let lineLimit = 60
  /// The most bytes of a comment, of which GitHub takes 65,536 characters.
  private static let byteLimit = 65_000
  /// The most rows of a table or a list.
  private static let rowLimit = 20
  /// The most characters of a name or a sentence.
  private static let textLimit = 400
  static let stripName = "film-strip.svg"

  /// The other side of the comparison; nil for the committed facts.
  public var base: CommentBase?
  /// The address of the folder with the reports; nil for a comment without links.
  public var address: String?
  /// The film strip of the worst session, and the id of that session.
  fileprivate private(set) var strip: (id: String, svg: String)?

  /// A comment that compares with the committed facts.
  public init() {}

  /// Adds the film strip of the worst session as a file beside the comment; none where no session
  /// failed or is worse, or where that one has no scene.
  public mutating func addStrip(of run: RunReport) {
    let worse = moves(of: run).first { $0.isWorse == true }?.id
    let worst =
      run.listedFailures([.harnessBroken, .failed]).first?.session
      ?? run.sessions.first { $0.id == worse }
    strip = worst.flatMap { session in
      FilmStrip.text(of: session).map { (id: session.id, svg: $0) }
    }
  }

  /// The comment in Markdown.
  func text(of run: RunReport) -> String {
    let sections = sections(of: run).filter { !$0.isEmpty }
    func text(_ rows: Int) -> String {
      sections.map { $0.text(rowsAtMost: rows) }.joined(separator: "\n")
    }
    let fitting = (1...RunComment.rowLimit).reversed().lazy.map(text).first { text in
      text.utf8.count { $0 == UInt8(ascii: "\n") } <= RunComment.lineLimit
        && text.utf8.count <= RunComment.byteLimit
    }
    return fitting ?? MarkdownSection.cut(text(0), byteLimit: RunComment.byteLimit)
  }

  private func sections(of run: RunReport) -> [MarkdownSection] {
    let failures = run.listedFailures([.aborted, .harnessBroken, .failed]).map(item)
    let others = (run.contradictions + run.countsFindings).map { "- \(RunComment.code($0))" }
    return [
      MarkdownSection(head: "## \(run.sign) MapReplay: \(headline(of: run))\n"),
      MarkdownSection(
        head: side(of: run).map { RunComment.comparison(run, with: $0) }
          ?? (run.comparison == nil ? RunComment.notCompared : RunComment.withoutFacts)),
      table(of: run),
      MarkdownSection(list: "Failures", level: "###", others + failures),
      MarkdownSection(
        list: "Known failures", level: "###", run.listedKnownFailures.map(item)),
      MarkdownSection(head: links),
    ]
  }

  private static let notCompared =
    "Facts were not compared: use `mapreplay run --compare` or `mapreplay export --against`.\n"
  private static let withoutFacts =
    "There are no committed facts to compare with: `mapreplay run --update` writes them.\n"

  /// The outcome of the sessions, which is a number, or the reason for which the run fails.
  private func headline(of run: RunReport) -> String {
    let outcome = run.outcome
    return run.search == nil && outcome == run.headline ? outcome : RunComment.code(outcome)
  }

  private func side(of run: RunReport) -> CommentBase? {
    base ?? run.comparison.flatMap { $0.hasFacts ? CommentBase(committed: $0) : nil }
  }

  // MARK: The comparison

  /// A metric or a count of a session that moved.
  private struct Move {
    var id: String
    var name: String
    var texts: (old: String, new: String)
    var difference: String
    /// Nil if the metric has no better direction.
    var isWorse: Bool?
    var weight: FactsDifference.Weight

    init(_ value: FactsDifference.Value, in id: String) {
      self.id = id
      (name, texts, difference) = (value.name, value.texts, value.difference)
      (isWorse, weight) = (value.isWorse, value.weight)
    }

    init(_ count: CommentBase.Count) {
      (id, name, isWorse) = (count.session, count.name, count.now > count.before)
      texts = (MetricText.count(count.before), MetricText.count(count.now))
      difference = CountsReport.difference(from: count.before, to: count.now)
      weight = FactsDifference.Weight(countFrom: count.before, to: count.now)
    }

    var rank: Int { isWorse.map { $0 ? 0 : 1 } ?? 2 }
    var word: String { isWorse.map { $0 ? "**worse**" : "better" } ?? "" }
  }

  /// The moves in each session that differs: metrics of the whole session, an outcome, and counts.
  ///
  /// A canary breaks expectations on purpose, so its metrics are omitted.
  private static func moves(in side: CommentBase, of run: RunReport) -> [[Move]] {
    let canaries = Set(run.canaries.map(\.id))
    let counts = Dictionary(grouping: side.counts, by: \.session)
    let changed = Set(side.changes.map(\.id))
    let moves = side.changes.map { change in
      change.values.compactMap { value in
        let isMetric = value.part.isEmpty && value.direction == .neither
        guard value.isWorse != nil || isMetric,
          value.isOutcome || !canaries.contains(change.id)
        else { return nil }
        return Move(value, in: change.id)
      } + counts[change.id, default: []].map { Move($0) }
    }
    let counted = run.sessions.filter { !changed.contains($0.id) }
      .compactMap { counts[$0.id]?.map { Move($0) } }
    return moves + counted
  }

  /// All moves, the worst first, and of those for the better the largest.
  private func moves(of run: RunReport) -> [Move] {
    let moves = side(of: run).map { RunComment.moves(in: $0, of: run).flatMap(\.self) } ?? []
    return moves.enumerated().sorted { left, right in
      (left.element.rank, left.element.weight, left.offset)
        < (right.element.rank, right.element.weight, right.offset)
    }.map(\.element)
  }

  private func table(of run: RunReport) -> MarkdownSection {
    guard let titles = side(of: run)?.titles else { return MarkdownSection() }
    let rows = moves(of: run).map { move in
      Markdown.row(
        [link(to: move.id, as: move.id, inTable: true)]
          + [move.name, move.texts.old, move.texts.new, move.difference].map(Escape.markdown)
          + [move.word])
    }
    let head =
      Markdown.row(
        ["session", "metric"] + titles + ["difference", ""])
      + Markdown.row(["---", "---", "---:", "---:", "---:", "---"])
    var table = MarkdownSection(head: head, rows: rows)
    table.place = ""
    return table
  }

  /// The sentence about all sessions that both sides have, and about those that one side has.
  private static func comparison(_ run: RunReport, with side: CommentBase) -> String {
    let judged = moves(in: side, of: run).map { $0.compactMap(\.isWorse) }
    let counts = [
      (judged.count { $0.contains(true) }, "with something worse"),
      (judged.count { !$0.isEmpty && !$0.contains(true) }, "only better"),
      (judged.count(where: \.isEmpty), "with changes that are neither"),
    ].filter { $0.0 > 0 }.map { "\(MetricText.count(Int64($0.0))) \($0.1)" }
    let differ =
      counts.isEmpty
      ? "none of \(MetricText.things(side.count, "session")) differs"
      : "\(MetricText.count(Int64(judged.count))) of \(MetricText.things(side.count, "session")) "
        + "\(judged.count == 1 ? "differs" : "differ"): \(counts.joined(separator: ", "))"
    let rest = [("New", side.new), ("Gone", side.gone)].filter { !$0.1.isEmpty }.map { word, ids in
      " \(word): \(TextLayout.list(ids.map { code($0) }, atMost: 3))."
    }
    return "Compared with \(side.words), \(differ).\(rest.joined())\n"
  }

  // MARK: Names and links

  private func item(_ failure: ListedFailure) -> String {
    "- \(link(to: failure.session.id, as: failure.place)): \(RunComment.code(failure.sentence))"
  }

  private var links: String {
    guard let address else { return "" }
    let page = "[Page of the run](\(address)/report.html)"
    guard let strip else { return page + "\n" }
    let words = "film strip of \(RunComment.code(strip.id))"
    return page + " · [\(words)](\(address)/\(RunComment.stripName))\n"
  }

  /// A text as a link to a session on the page.
  private func link(to id: String, as text: String, inTable isCell: Bool = false) -> String {
    let code = RunComment.code(text, inTable: isCell)
    guard let address else { return code }
    return "[\(code)](\(address)/report.html#\(HTMLPage.anchor(ofSession: id)))"
  }

  fileprivate static func code(_ text: String, inTable isCell: Bool = false) -> String {
    Escape.code(TextLayout.fitted(text, to: textLimit), inTable: isCell)
  }
}

/// The side with which a comment compares a run, and the differences.
public struct CommentBase: Sendable {
  /// The side in words of Markdown.
  fileprivate var words: String
  /// The titles of the old and the new values, in Markdown.
  fileprivate var titles = ["base", "head"]
  /// The number of sessions that both sides have.
  private(set) var count: Int
  /// The sessions that differ.
  private(set) var changes: [FactsComparison.Change]
  /// The ids of sessions that one side alone has.
  fileprivate var new: [String] = []
  fileprivate var gone: [String] = []
  /// The counts that differ beyond their limits.
  fileprivate var counts: [Count] = []

  /// A count of a session that differs: instructions, or a number of the allocator.
  public struct Count: Hashable, Sendable {
    fileprivate let session: String
    fileprivate let name: String
    fileprivate let before: Int64
    fileprivate let now: Int64

    /// Makes a count of its session, its name, and its values in both runs.
    public init(session: String, name: String, before: Int64, now: Int64) {
      (self.session, self.name, self.before, self.now) = (session, name, before, now)
    }
  }

  /// Another run.
  ///
  /// - Parameters:
  ///   - path: The path of its run file.
  ///   - revision: Its revision; nil where that is unknown.
  ///   - count: The number of sessions that both runs have.
  ///   - changes: The sessions that differ.
  ///   - new: The ids of sessions that it lacks.
  ///   - gone: The ids of sessions that it alone has.
  ///   - counts: The counts that differ beyond their limits.
  public init(
    run path: String, revision: String?, count: Int, changes: [FactsComparison.Change],
    new: [String], gone: [String], counts: [Count] = []
  ) {
    let revision = revision.map { " of revision \(RunComment.code(String($0.prefix(8))))" }
    words = RunComment.code(path) + (revision ?? "")
    (self.count, self.changes, self.new, self.gone) = (count, changes, new, gone)
    self.counts = counts
  }

  /// Another variant of the same scenarios.
  ///
  /// - Parameters:
  ///   - names: The names of the old and the new variant.
  ///   - count: The number of scenarios that have both.
  ///   - changes: The sessions of the new variant that differ from those of the old one.
  public init(
    variants names: (old: String, new: String), count: Int, changes: [FactsComparison.Change]
  ) {
    words = "variant \(RunComment.code(names.old))"
    titles = [names.old, names.new].map { RunComment.code($0, inTable: true) }
    (self.count, self.changes) = (count, changes)
  }

  /// The committed facts.
  fileprivate init(committed facts: FactsComparison) {
    words = "the committed facts"
    // A session without committed facts is compared with nothing.
    count = facts.count - facts.missing.count
    (changes, new, gone) = (facts.changes, facts.missing, facts.stale)
  }
}
