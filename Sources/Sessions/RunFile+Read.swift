// TEMPORARY STAND-IN, to be replaced by the reader of the run file: it replays the scenario files
// that a run file names, so that exports can be tried before that reader is there.
internal import Foundation
public import Reporting

extension RunFile {
  private struct Outline: Decodable {
    struct Session: Decodable { var file: String }
    var sessions: [Session]
  }

  /// The report that a run file holds.
  ///
  /// - Throws: A ``SessionsError`` when the file is missing or no run file.
  public static func read(_ path: String) throws(SessionsError) -> RunReport {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SessionsError(
        .missingInput,
        "error: there is no run file '\(path)'\nhelp: give the run.json that mapreplay run wrote")
    }
    guard let outline = try? JSONDecoder().decode(Outline.self, from: data) else {
      throw SessionsError(
        .faultyInput,
        "error: '\(path)' is no run file, or it is cut off\n"
          + "help: give the run.json that mapreplay run wrote")
    }
    let files = Set(outline.sessions.map(\.file)).sorted()
    var run = SessionRun(try ScenarioQuery(paths: files).read().scenarios)
    run.measuresTimes = false
    return run.report()
  }
}
