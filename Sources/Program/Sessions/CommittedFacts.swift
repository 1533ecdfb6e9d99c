internal import Formatting
internal import Foundation
internal import Metrics
public import Reporting
internal import ScenarioFiles
public import Scenarios
internal import Wire

/// The folder of the committed facts, which a run is compared with or replaces.
public struct CommittedFacts {
  /// The differences between the facts of the run and the committed facts.
  public private(set) var comparison: FactsComparison
  private var writes: [(kind: Kind, path: String, text: String)] = []
  private var deletions: [String] = []
  /// The film strips of sessions in folders that no longer have any.
  private var pictures: [String] = []
  /// The files of renamed sessions under their former names.
  private var moved: [String] = []
  /// Links to facts of renamed sessions, which move with them.
  private var movedLinks: [(old: String, new: String)] = []
  /// The ids of new sessions that end badly, whose facts are not a baseline; empty where
  /// nothing is written.
  public private(set) var refused: [String] = []
  /// The folders that stay with or without film strips against the wish, in a sentence each.
  public private(set) var pictureNotes: [String] = []
  private var newMetrics: Set<String> = []

  private var folder: String { comparison.folder }

  /// The reason to write a file.
  public enum Kind: CaseIterable, Sendable {
    /// The session is new or renamed.
    case addition
    /// The file is a page or a picture of existing facts.
    case page
    /// The session behaves differently.
    case change
    /// Only the layout or the set of metrics differs.
    case layout

    /// The kinds of files that can be written without changing committed facts; pages show all
    /// facts.
    public static let withoutReason: Set<Kind> = [.addition, .layout]
  }

  /// Compares the facts in a folder with a run; writes nothing.
  ///
  /// - Parameters:
  ///   - folder: The folder of the facts.
  ///   - purpose: The meaning of differences.
  ///   - run: The run.
  ///   - searched: The folders of which the run replayed every scenario. Facts without a
  ///     session are stale only in these. The index can be compared only without facts of
  ///     others.
  ///   - elsewhere: The ids of sessions that other machines replay.
  ///   - out: The folder of the run's reports, which holds no facts.
  ///   - takesFailed: Whether facts of new sessions that end badly are written too.
  ///   - hasPictures: Whether film strips are committed beside the facts; nil keeps the choice of
  ///     each folder. A new folder has them unless all others have none.
  public init(
    folder: String, purpose: FactsComparison.Purpose, run: RunReport, searched: [String],
    elsewhere: Set<String> = [], out: String, takesFailed: Bool = false, hasPictures: Bool? = nil
  ) {
    let whole = run.sessions.filter { $0.abort == nil }
    comparison = FactsComparison(purpose: purpose, folder: folder, count: whole.count)
    let replayed = Set(run.sessions.map(\.id))
    // What is replayed, here or elsewhere, is read when it is compared.
    let (ids, damaged) = CommittedFacts.ids(
      in: folder, out: out, withoutReading: replayed.union(elsewhere))
    comparison.hasFacts = !ids.isEmpty
    for id in damaged { read(id) }
    let others = ids.filter { !replayed.contains($0) }
    comparison.stale = others.filter { id in
      !elsewhere.contains(id)
        && searched.contains {
          $0.isEmpty ? !ScenarioFinder.isOutside(id) : id.hasPrefix($0 + "/")
        }
    }
    let renamings = renamings(of: whole)
    if purpose == .updated, !takesFailed {
      refused = whole.filter { session in
        !session.outcome.isGood
          && CommittedFacts.text(at: path(of: renamings[session.id] ?? session.id)) == nil
      }.map(\.id)
    }
    // A page would lack the numbers of a session that was aborted or left out.
    let left = Set(others).subtracting(comparison.stale).subtracting(elsewhere)
      .union(run.sessions.filter { $0.abort != nil }.map(\.id)).union(refused)
    findPictures(beside: ids, of: whole, without: left.union(elsewhere), hasPictures)
    for session in whole where !refused.contains(session.id) {
      compare(session, committedAs: renamings[session.id] ?? session.id)
    }
    comparison.newMetrics = Metric.allCases.map(\.name).filter(newMetrics.contains).orNil
    let former = comparison.stale.filter(Set(renamings.values).contains)
    comparison.stale.removeAll(where: former.contains)
    let gone = comparison.stale + former
    let kept = Set((ids.filter { !gone.contains($0) } + replayed).map(FilePath.folder(of:)))
    deletions = files(of: comparison.stale, keeping: kept)
    moved = files(of: former, keeping: kept)
    let bare = comparison.foldersWithoutPictures ?? []
    for page in IndexPage.pages(of: run, withoutPictures: bare)
    where !left.contains(where: page.holds) {
      let path = "\(folder)/\(page.path)"
      let old = CommittedFacts.text(at: path)
      guard !elsewhere.contains(where: page.holds) else {
        let shared = FactsComparison.SharedIndex(
          path: path, digest: old.map(IndexPage.Page.digest))
        comparison.sharedIndexes = (comparison.sharedIndexes ?? []) + [shared]
        continue
      }
      guard old != page.text else { continue }
      comparison.oldIndexes.append(path)
      writes.append((.page, path, page.text))
    }
    // As a merge has them.
    comparison.oldIndexes.sort()
  }

  /// Finds the folders that have no film strips, and strips that no longer belong there.
  ///
  /// A folder's page shows its strips. A folder changes only with all its sessions, as its page.
  private mutating func findPictures(
    beside ids: [String], of sessions: [SessionReport], without left: Set<String>, _ asked: Bool?
  ) {
    func folder(of id: String) -> String {
      id.lastIndex(of: "/").map { String(id[..<$0]) } ?? ""
    }
    let strips = ids.filter { FilePath.isFolder("\(self.folder)/\($0).svg") == false }
    let (drawn, known) = (Set(strips.map(folder)), Set(ids.map(folder)))
    let bare = Set(sessions.map(\.folder)).sorted().filter { name in
      let isDrawn = known.contains(name) ? drawn.contains(name) : ids.isEmpty || !drawn.isEmpty
      guard let asked, asked != isDrawn else { return !isDrawn }
      // The page of the whole folder has something of each session.
      let lacking = left.filter { name.isEmpty || folder(of: $0) == name }.sorted()
      guard known.contains(name), !lacking.isEmpty else { return !asked }
      let place = name.isEmpty ? self.folder : "\(self.folder)/\(name)"
      pictureNotes.append(
        "'\(place)' \(isDrawn ? "keeps its film strips" : "stays without film strips"): this run "
          + "lacks \(TextLayout.list(lacking, atMost: 3)); replay all scenarios of the folder")
      return !isDrawn
    }
    comparison.foldersWithoutPictures = bare.orNil
    pictures = strips.filter { bare.contains(folder(of: $0)) }.map { "\(self.folder)/\($0).svg" }
    comparison.oldIndexes += pictures
  }

  /// The ids under which facts of renamed sessions are committed, by their new ids.
  ///
  /// A session is renamed when it is the only one without facts, and those facts the only ones
  /// without a session, that have one fingerprint, variant and device.
  private mutating func renamings(of sessions: [SessionReport]) -> [String: String] {
    guard !comparison.stale.isEmpty else { return [:] }
    let new = sessions.filter { CommittedFacts.text(at: path(of: $0.id)) == nil }
      .map { (id: $0.id, identity: FactsFile.identity(of: $0)) }
    let stale = Dictionary(grouping: comparison.stale) { id in
      CommittedFacts.text(at: path(of: id)).flatMap(FactsFile.identity(in:))
    }
    let missing = Dictionary(grouping: new, by: \.identity)
    var renamings: [String: String] = [:]
    for session in new {
      guard missing[session.identity]?.count == 1, let ids = stale[session.identity],
        ids.count == 1
      else { continue }
      renamings[session.id] = ids[0]
      comparison.renamings =
        (comparison.renamings ?? []) + [.init(old: ids[0], new: session.id)]
    }
    return renamings
  }

  /// The files that go with the facts of some sessions.
  ///
  /// The page of a folder goes with the last facts in it.
  private func files(of ids: [String], keeping kept: Set<String>) -> [String] {
    let pages = Set(ids.map(FilePath.folder(of:))).subtracting(kept).sorted()
    return (ids.flatMap { ["\($0).json", "\($0).svg"] } + pages.map { "\($0)/README.md" })
      .map { "\(folder)/\($0)" }.filter { OutputFiles.text(at: $0) != nil }
  }

  private func path(of id: String) -> String { "\(folder)/\(id).json" }

  private mutating func compare(_ session: SessionReport, committedAs id: String) {
    let (path, before) = (path(of: session.id), path(of: id))
    let text = FactsFile.text(of: session)
    let old = CommittedFacts.text(at: before)
    let isAddition = old == nil || id != session.id
    let isBare = comparison.foldersWithoutPictures?.contains(session.folder) == true
    if !isBare, let strip = FilmStrip.text(of: session) {
      let place = "\(folder)/\(FilmStrip.name(for: session))"
      if CommittedFacts.text(at: place) != strip {
        writes.append((isAddition ? .addition : .page, place, strip))
        comparison.oldIndexes.append(place)
      }
    }
    guard old != text || isAddition else { return }
    guard old != nil else {
      writes.append((.addition, path, text))
      return comparison.missing.append(session.id)
    }
    guard let old = read(id) else { return }
    if id != session.id, FilePath.isLink(before) { movedLinks.append((before, path)) }
    let difference = FactsDifference(old: old, new: text, places: session.stepPlaces)
    newMetrics.formUnion(difference.newMetrics)
    guard !difference.values.isEmpty else {
      return writes.append((isAddition ? .addition : .layout, path, text))
    }
    writes.append((.change, path, text))
    comparison.changes.append(FactsComparison.Change(id: session.id, values: difference.values))
  }

  /// Returns the committed facts of a session; nil, with a line about them, where they cannot
  /// be read.
  @discardableResult private mutating func read(_ id: String) -> String? {
    guard let text = CommittedFacts.text(at: path(of: id)) else { return nil }
    guard let error = FactsFile.error(in: text) else { return text }
    let place = error.place(in: Array(text.utf8))
    comparison.hasFacts = true
    comparison.unreadable =
      (comparison.unreadable ?? [])
      + ["\(path(of: id)):\(place.line):\(place.column): \(error.sentence)"]
    return nil
  }

  /// Returns the text of a committed file, whatever its line ends; nil when there is none.
  private static func text(at path: String) -> String? {
    OutputFiles.text(at: path).map(FactsFile.unified)
  }

  private func files(_ kinds: Set<Kind>) -> (writes: [(path: String, text: String)], [String]) {
    let gone = kinds.contains(.change) ? deletions + moved : moved
    let bare = kinds.contains(.page) ? pictures.filter { !gone.contains($0) } : []
    return (writes.filter { kinds.contains($0.kind) }.map { ($0.path, $0.text) }, gone + bare)
  }

  /// Returns the number of files that ``write(_:reason:)`` would write or delete.
  ///
  /// - Parameter kinds: The kinds of files.
  /// - Returns: The number of files.
  public func count(_ kinds: Set<Kind>) -> Int {
    let (writes, deletions) = files(kinds)
    return writes.count + deletions.count
  }

  /// Replaces changed files and deletes stale files; writes the index and the reason last.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of files to write.
  ///   - reason: Why the facts change, which is kept with them if they do; nil for none.
  /// - Returns: The number of files that were written or deleted.
  /// - Throws: A ``SessionsError`` for the first file that cannot be written.
  @discardableResult
  public func write(_ kinds: Set<Kind>, reason: String? = nil) throws(SessionsError) -> Int {
    guard comparison.purpose == .updated, !comparison.isUnreadable else { return 0 }
    let reason = comparison.needsReason && kinds.contains(.change) ? reason : nil
    let (writes, deletions) = files(kinds)
    let reasons = "\(folder)/\(ReasonsPage.name)"
    let old = reason == nil ? nil : CommittedFacts.text(at: reasons)
    if reason != nil {
      // Facts without their reason cannot get it later.
      let prefix = folder.count + 1
      try OutputFiles.requireRoom(
        for: [ReasonsPage.name] + writes.map { String($0.path.dropFirst(prefix)) }, in: folder)
      guard old?.contains("\u{FFFD}") != true else {
        throw OutputFiles.cannotWrite(reasons, "it is not UTF-8")
      }
    }
    for link in movedLinks where kinds.contains(.addition) {
      try OutputFiles.moveLink(from: link.old, to: link.new)
    }
    for path in deletions where !OutputFiles.remove(path) {
      throw OutputFiles.cannotWrite(path, "it cannot be deleted")
    }
    for write in writes { try OutputFiles.write(write.text, to: write.path) }
    if let reason {
      try OutputFiles.write(
        ReasonsPage.text(adding: reason, for: comparison, to: old), to: reasons)
    }
    return writes.count + deletions.count
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
        DiagnosticReport(
          [.factsClash(scenario.id, file: scenario.file, clash: clash)],
          faultyFileCount: 1, fileCount: Set(scenarios.map(\.file)).count))
    }
  }

  /// The default folder of committed facts.
  public static let standardFolder = "Reports"

  /// The ids of the facts in a folder, and those of damaged files of facts.
  ///
  /// Other JSON files, such as a run file, are left out. Both lists are sorted.
  private static func ids(
    in folder: String, out: String, withoutReading known: Set<String>
  ) -> (sound: [String], damaged: [String]) {
    let root = FilePath.canonical(folder) + "/"
    let reports = FilePath.canonical(out) + "/"
    // The path itself may be a link, which Foundation does not follow.
    var (sound, damaged): ([String], [String]) = ([], [])
    for path in FilePath.all(below: root) where path.hasSuffix(".json") {
      guard !(reports.hasPrefix(root) && (root + path).hasPrefix(reports)),
        let text = text(at: "\(folder)/\(path)")
      else { continue }
      let id = String(path.dropLast(5))
      if !known.contains(id), FactsFile.isDamaged(text) {
        damaged.append(id)
      } else if FactsFile.isFacts(text) {
        sound.append(id)
      }
    }
    return (sound.sorted(), damaged.sorted())
  }
}
