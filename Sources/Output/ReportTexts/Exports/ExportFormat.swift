public import Formatting
public import Reporting

/// A format in which a run is exported for another program.
///
/// Its output is a function of the report alone, so that an old run can be exported later.
/// To add a format, add a file to this folder and a line to ``all``.
public struct ExportFormat: Sendable {
  /// The name that selects the format.
  public let name: String
  /// The purpose of the format, in a sentence without a full stop.
  public let help: String
  /// The files of a whole run.
  let ofRun: [ReportFile<RunReport>]
  /// The files of each session; their names follow the session's id.
  let ofSession: [ReportFile<SessionReport>]

  /// A format of its files.
  init(
    _ name: String, _ help: String, _ ofRun: [ReportFile<RunReport>],
    ofSession: [ReportFile<SessionReport>] = []
  ) {
    (self.name, self.help, self.ofRun, self.ofSession) = (name, help, ofRun, ofSession)
  }

  /// Every format, in the order of documents.
  public static let all = all(commenting: RunComment())

  /// Every format, with a comment that is made in some way.
  public static func all(commenting comment: RunComment) -> [ExportFormat] {
    [
      junit,
      markdown,
      self.comment(comment),
      csv,
      github,
      bmf,
      benchmarkAction,
      benchstat,
      perfetto,
    ]
  }

  /// Returns the format with a name; nil when there is none.
  public init?(named name: String) {
    guard let format = ExportFormat.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// The files of a run: first the files of the whole run, then the files of each session in
  /// its folder.
  public func files(of run: RunReport) -> [ReportFile<RunReport>] {
    ofRun
      + run.sessions.enumerated().flatMap { index, session in
        ofSession.map { file in
          ReportFile("\(name)/\(session.id)\(file.name)", file.help) {
            file.text($0.sessions[index])
          }
        }
      }
  }
}
