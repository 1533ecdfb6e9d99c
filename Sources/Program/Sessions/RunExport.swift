package import Formatting
internal import Instruments
public import Reporting

/// The export of a run that was made before: its file, and which of its sessions.
///
///     var export = RunExport(path: "Reports/latest/run.json")
///     export.filter = "Callouts/"
///     let run = try export.read()
public struct RunExport {
  /// The run file.
  public var path: String
  /// The id of the only session; nil for all.
  public var session: String?
  /// A text that the id or the title of a session must contain, or a whole id, which means it
  /// alone; nil for all.
  public var filter: String?

  /// Whether the scenes of the sessions are read too, for film strips.
  public var hasScenes = false

  /// An export of all sessions of a run.
  public init(path: String) { self.path = path }

  /// The run with the chosen sessions.
  ///
  /// - Throws: A ``SessionsError`` when the file is missing or faulty, or has no such session.
  public func read() throws(SessionsError) -> RunReport {
    let run = try RunFile.read(path, withScenes: hasScenes)
    guard session != nil || filter != nil else { return run }
    // The id of one session means no other that begins with it.
    let id = session ?? run.sessions.map(\.id).first { $0 == filter }
    let text = filter?.lowercased()
    let chosen = run.only { other in
      let names = [other.id, other.title]
      return (id == nil || id == other.id)
        && text.map { text in names.contains { $0.lowercased().contains(text) } } ?? true
    }
    guard chosen.sessions.isEmpty else { return chosen }
    throw SessionsError(
      .missingInput,
      "none of \(run.sessions.count) sessions in '\(path)' is \(words)",
      help: "--session takes a whole id, --filter a part of an id or a title; "
        + "the run file has them, and so has its sheet: mapreplay export \(path) --to csv")
  }

  /// The texts of files, rendered side by side.
  package static func rendered(
    _ files: [ReportFile<RunReport>], of run: RunReport
  ) -> [(name: String, text: String)] {
    let texts = ConcurrentTasks.map(files.count) { files[$0].text(run) }
    return zip(files, texts).map { (name: $0.name, text: $1) }
  }

  private var words: String {
    let filtered = filter.map { "one with '\($0)'" }
    guard let session else { return filtered ?? "chosen" }
    return "'\(session)'" + (filtered.map { " and \($0)" } ?? "")
  }
}
