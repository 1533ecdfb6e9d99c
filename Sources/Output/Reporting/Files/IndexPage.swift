internal import Counts
internal import Formatting
internal import Measures
internal import Metrics
internal import Statistics

/// The index pages beside the committed facts, in Markdown: one for the whole run, and one for each
/// folder of scenarios.
///
/// They contain facts and film strips, so they change only when facts do.
public enum IndexPage {
  /// The page of a folder of facts.
  public struct Page: Hashable, Sendable {
    /// The folder below that of the facts; empty for the page of the whole run.
    public let folder: String
    /// The page's text; links lead to files below the folder.
    public let text: String

    /// The page's path below the folder of the facts.
    public var path: String { (folder.isEmpty ? "" : folder + "/") + "README.md" }

    /// Whether it has something of a session: that of the whole run has of each.
    public func holds(_ id: String) -> Bool {
      folder.isEmpty
        || id.hasPrefix(folder + "/") && !id.dropFirst(folder.count + 1).contains("/")
    }

    /// A digest of a page's text.
    public static func digest(of text: String) -> String {
      var digest = Fingerprint.Digest()
      digest.add(text.utf8)
      return digest.text
    }
  }

  /// The page of the whole run, then that of each folder in order.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - bare: The folders without film strips.
  /// - Returns: The pages.
  public static func pages(of run: RunReport, withoutPictures bare: [String] = []) -> [Page] {
    let folders = FolderSummary.rows(of: run)
    func pictures(of row: FolderSummary) -> String {
      bare.contains(row.folder) ? "" : strips(of: row)
    }
    let own = folders.first { $0.folder.isEmpty }.map { row in
      "\n## This folder\n\n" + table(of: row) + pictures(of: row)
    }
    return [Page(folder: "", text: front(of: run, folders) + (own ?? ""))]
      + folders.filter { !$0.folder.isEmpty }.map { row in
        let text =
          "# \(Escape.markdown(row.folder))\n\n" + heading(of: row) + table(of: row)
          + pictures(of: row)
        return Page(folder: row.folder, text: text)
      }
  }

  private static func front(of run: RunReport, _ folders: [FolderSummary]) -> String {
    let rows = folders.map { row in
      let cells = row.cells.map(Escape.markdown)
      let name = row.folder.isEmpty ? "this folder" : cells[0]
      let link = row.folder.isEmpty ? "#this-folder" : "\(Escape.link(row.folder))/README.md"
      return ["[\(name)](\(link))"] + cells.dropFirst()
    }
    return """
      # Facts

      \(run.headline).

      These pages show every scenario, replayed in simulated time. The numbers are exact and the \
      same on every machine. If a page changes, the behavior has changed. Latencies are computed \
      from the costs in the device profile. These costs are assumptions. *Latency* and *view \
      reuse* are the medians of the folder's sessions, *worst* and *lowest* are the values of its \
      worst sessions. Canaries fail on purpose.


      """ + Markdown.table(FolderSummary.titles, rows, ofNumbers: true)
  }

  /// The film strips of a folder's sessions; empty when none has a scene.
  private static func strips(of row: FolderSummary) -> String {
    let strips = row.sessions.filter { $0.hasScene && $0.abort == nil }.map { session in
      "\n### \(Escape.markdown(session.title))\n\n"
        + "![\(Escape.markdown(session.title))]"
        + "(\(Escape.link(name(FilmStrip.name(for: session)))))\n"
    }
    return strips.isEmpty
      ? "" : "\n## Film strips\n\n\(stripsNote)\n" + strips.joined()
  }

  private static let stripsNote = "Each strip shows chosen moments of a session in simulated time."
  private static let passedNote =
    "A session passes if its expectations hold. Some sessions expect a flaw, such as incorrect "
    + "callouts. " + HitchClass.limits

  /// The name of a file of a folder.
  private static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func heading(of row: FolderSummary) -> String {
    "\(MetricText.things(Set(row.sessions.map(\.fileID)).count, "scenario")), "
      + "\(MetricText.things(row.sessions.count, "session")): \(row.outcome).\n\n"
  }

  /// A row for each session, in the order of the files.
  private static func table(of row: FolderSummary) -> String {
    let canaries = row.sessions.filter(\.isCanary)
    let sessions = row.sessions.filter { !$0.isCanary }
    var text = ""
    if !sessions.isEmpty {
      let columns = self.columns.filter { column in
        sessions.contains { column.text(for: $0) != MetricText.never }
      }
      text += table(of: sessions, columns)
    }
    guard !canaries.isEmpty else { return text }
    return text + (text.isEmpty ? "" : "\n")
      + "A canary has a planted mistake and must fail with exactly the named metrics.\n\n"
      + Markdown.table(
        ["canary", "must fail with", "failed with", "outcome"],
        canaries.map { session in
          [
            link(session), SessionReport.list(session.mustFailNames), session.failedWith,
            outcome(of: session),
          ]
        }, ofNumbers: false)
  }

  private static func table(of sessions: [SessionReport], _ columns: [MetricColumn]) -> String {
    let texts = sessions.map { session in columns.map { $0.text(for: session) } }
    let hasStar = texts.joined().contains { $0.hasSuffix(MetricText.star) }
    return Markdown.table(
      ["scenario", "outcome"] + columns.map(\.title),
      zip(sessions, texts).map { [link($0), outcome(of: $0)] + $1 }, ofNumbers: true)
      + (hasStar ? "\n\(Escape.markdown(MetricText.starNote))\n" : "")
      + "\n\(passedNote)\n"
  }

  private static let columns = [
    MetricColumn("updates", .clusterUpdates), MetricColumn(.latencyWithoutFadePercentile95),
    MetricColumn(.latencyPercentile95),
    MetricColumn("view reuse", .viewReuseRate), MetricColumn("callouts correct", .calloutsCorrect),
    MetricColumn("hitch ratio", .hitchRatio),
  ]

  private static func outcome(of session: SessionReport) -> String {
    session.outcome.isGood ? session.outcome.word : "**\(session.outcome.word)**"
  }

  /// The session as a link to its facts, then one to its scenario where that lies in `Scenarios`,
  /// which stands beside the folder of the facts.
  private static func link(_ session: SessionReport) -> String {
    let facts =
      "[\(Escape.markdown(session.title))](\(Escape.link(name(FactsFile.name(for: session)))))"
    // A link in the folder has the id of its file, so the path follows from the id alone.
    guard "/\(session.file)".contains("/Scenarios/") else { return facts }
    let up = String(repeating: "../", count: session.fileID.split(separator: "/").count)
    let ending = session.file.hasSuffix(".yml") ? "yml" : "yaml"
    return facts + " ([YAML](\(Escape.link("\(up)Scenarios/\(session.fileID).\(ending)"))))"
  }
}
