internal import Foundation
public import Reporting
internal import ScenarioFiles
public import Scenarios
internal import Wire

/// The folder of the committed facts: what a run is compared with, or what it replaces.
public struct CommittedFacts {
  /// How the facts of the run differ from the committed ones.
  public private(set) var comparison: FactsComparison
  private var writes: [(path: String, text: String)] = []
  private var deletions: [String] = []

  private var folder: String { comparison.folder }

  /// Compares the facts in a folder with a run; writes nothing.
  ///
  /// - Parameters:
  ///   - folder: The folder of the facts.
  ///   - purpose: What differences mean.
  ///   - run: What was found.
  ///   - searched: The folders of which the run replayed every scenario. Only of them are facts
  ///     without a session stale, and only without facts of others can the index be compared.
  ///   - elsewhere: The ids of sessions that other machines replay.
  ///   - out: The folder of the run's reports, which holds no facts.
  public init(
    folder: String, purpose: FactsComparison.Purpose, run: RunReport, searched: [String],
    elsewhere: Set<String> = [], out: String
  ) {
    let whole = run.sessions.filter { $0.abort == nil }
    comparison = FactsComparison(purpose: purpose, folder: folder, count: whole.count)
    let ids = CommittedFacts.ids(in: folder, out: out)
    comparison.hasFacts = !ids.isEmpty
    for session in whole { compare(session) }
    let replayed = Set(run.sessions.map(\.id))
    let others = ids.filter { !replayed.contains($0) }
    comparison.stale = others.filter { id in
      !elsewhere.contains(id)
        && searched.contains {
          $0.isEmpty ? !ScenarioFinder.isOutside(id) : id.hasPrefix($0 + "/")
        }
    }
    deletions = comparison.stale.flatMap { id in ["\(folder)/\(id).json", "\(folder)/\(id).svg"] }
      .filter { OutputFiles.text(at: $0) != nil }
    // The page of a folder goes with the last facts in it.
    let kept = Set(
      (ids.filter { !comparison.stale.contains($0) } + replayed).map(FilePath.folder(of:)))
    deletions += Set(comparison.stale.map(FilePath.folder(of:))).subtracting(kept).sorted()
      .map { "\(folder)/\($0)/README.md" }.filter { OutputFiles.text(at: $0) != nil }
    // A page would lack the numbers of a session that was aborted or left out.
    let left = Set(others).subtracting(comparison.stale).subtracting(elsewhere)
      .union(run.sessions.filter { $0.abort != nil }.map(\.id))
    for page in IndexPage.pages(of: run) where !left.contains(where: page.holds) {
      let path = "\(folder)/\(page.path)"
      let old = OutputFiles.text(at: path)
      guard !elsewhere.contains(where: page.holds) else {
        let shared = FactsComparison.SharedIndex(
          path: path, digest: old.map(IndexPage.Page.digest))
        comparison.sharedIndexes = (comparison.sharedIndexes ?? []) + [shared]
        continue
      }
      guard old != page.text else { continue }
      comparison.oldIndexes.append(path)
      writes.append((path: path, text: page.text))
    }
  }

  private mutating func compare(_ session: SessionReport) {
    let path = "\(folder)/\(FactsFile.name(for: session))"
    let text = FactsFile.text(of: session)
    let old = OutputFiles.text(at: path)
    let strip = FilmStrip.text(of: session).map { text in
      (path: "\(folder)/\(FilmStrip.name(for: session))", text: text)
    }
    let strips = [strip].compactMap(\.self).filter { OutputFiles.text(at: $0.path) != $0.text }
    writes += strips
    guard old != text || !strips.isEmpty else { return }
    writes.append((path: path, text: text))
    if let old {
      let unreadable = CommittedFacts.faultyPlace(in: old, at: path)
      // Leftovers of a merge do not look like facts, but those are what was there.
      if unreadable != nil { comparison.hasFacts = true }
      let values =
        unreadable.map { [FactsDifference.Value(unreadable: $0)] }
        ?? FactsDifference.values(old: old, new: text)
      comparison.changes.append(FactsComparison.Change(id: session.id, values: values))
    } else {
      comparison.missing.append(session.id)
    }
  }

  /// Where a text is no JSON, such as `facts/a.json:1:1`; nil when it is.
  private static func faultyPlace(in text: String, at path: String) -> String? {
    let bytes = Array(text.utf8)
    do throws(JSONText.Fault) {
      _ = try JSONText(bytes)
      return nil
    } catch {
      let place = error.place(in: bytes)
      return "\(path):\(place.line):\(place.column)"
    }
  }

  /// Replaces what differs and deletes what is stale, the index and the reason last of all.
  ///
  /// - Parameter reason: Why the facts change, which is kept with them; nil for none.
  /// - Throws: A ``SessionsError`` for the first file that cannot be written.
  public func write(reason: String? = nil) throws(SessionsError) {
    guard comparison.purpose == .updated else { return }
    let reasons = "\(folder)/\(ReasonsPage.name)"
    let old = reason == nil ? nil : OutputFiles.text(at: reasons)
    if reason != nil {
      // Facts without their reason cannot get it later.
      let prefix = folder.count + 1
      try OutputFiles.requireRoom(
        for: [ReasonsPage.name] + writes.map { String($0.path.dropFirst(prefix)) }, in: folder)
      guard old?.contains("\u{FFFD}") != true else {
        throw OutputFiles.cannotWrite(reasons, "it is not UTF-8")
      }
    }
    for path in deletions where !OutputFiles.remove(path) {
      throw OutputFiles.cannotWrite(path, "it cannot be deleted")
    }
    for write in writes { try OutputFiles.write(write.text, to: write.path) }
    guard let reason else { return }
    try OutputFiles.write(
      ReasonsPage.text(adding: reason, for: comparison, to: old), to: reasons)
  }

  /// Refuses scenarios whose facts would be those of another file, or would lie among the reports.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios of a run.
  ///   - folder: The folder of the facts; nil for the standard one, in which a file beside the
  ///     scenarios folder may clash with one inside.
  ///   - out: The folder of the run's reports.
  /// - Throws: A ``SessionsError`` for the first such scenario.
  public static func refuseClashes(
    of scenarios: [Scenario], folder: String?, out: String
  ) throws(SessionsError) {
    let reports = FilePath.canonical(out) + "/"
    for scenario in scenarios {
      let inside = ["yaml", "yml"].map { "Scenarios/\(scenario.fileID).\($0)" }
        .first { FilePath.isFolder($0) == false }
      let isTwin = inside.map(FilePath.canonical) != FilePath.canonical(scenario.file)
      let clash: String
      if folder == nil, let inside, isTwin {
        clash = "be those of \(inside)"
      } else if FilePath.canonical("\(folder ?? standardFolder)/\(scenario.id).json")
        .hasPrefix(reports)
      {
        clash = "lie among the reports in '\(out)'"
      } else {
        continue
      }
      throw SessionsError(
        FaultReport(
          [.factsClash(scenario.id, file: scenario.file, clash: clash)],
          faultyFileCount: 1, fileCount: Set(scenarios.map(\.file)).count))
    }
  }

  /// Where facts are committed unless another folder is named.
  public static let standardFolder = "Reports"

  /// The ids of the facts in a folder, sorted; other JSON files, such as a run file, are none.
  private static func ids(in folder: String, out: String) -> [String] {
    let root = FilePath.canonical(folder) + "/"
    let reports = FilePath.canonical(out) + "/"
    let paths = (FileManager.default.subpaths(atPath: folder) ?? []).filter { path in
      path.hasSuffix(".json") && !(reports.hasPrefix(root) && (root + path).hasPrefix(reports))
        && OutputFiles.text(at: "\(folder)/\(path)").map(FactsFile.isFacts) == true
    }
    return paths.map { String($0.dropLast(5)) }.sorted()
  }
}
