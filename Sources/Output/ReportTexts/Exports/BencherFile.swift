internal import Formatting
internal import Reporting
internal import Wire

extension ExportFormat {
  static let bmf = ExportFormat(
    "bmf", "numbers that Bencher tracks (Bencher Metric Format)",
    [ReportFile("bencher.json", "a benchmark for each session") { BencherFile.text(of: $0) }])
}

/// The numbers of a run in the format of Bencher: an object by the session's id, in it an object by
/// measure.
///
/// Facts are exact and have no bounds; a real time has the least and the most of its repetitions.
enum BencherFile {
  static func text(of run: RunReport) -> String {
    let benchmarks = run.tracked.filter { !$0.values.isEmpty }.map { session, values in
      JSON.Member(
        session.id, .members(values.map { JSON.Member($0.slug, .line(.members(members($0)))) }))
    }
    return JSON.members(benchmarks).fileText
  }

  private static func members(_ value: TrackedValue) -> [JSON.Member] {
    [("value", value.text), ("lower_value", value.least), ("upper_value", value.most)]
      .compactMap { key, number in number.map { JSON.Member(key, .written($0)) } }
  }
}
