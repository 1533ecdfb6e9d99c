internal import Formatting
internal import Metrics
internal import Reporting
internal import Wire

extension ExportFormat {
  static let benchmarkAction = ExportFormat(
    "github-action-benchmark",
    "numbers that github-action-benchmark tracks, in a file for each direction",
    [
      ReportFile("smaller-is-better.json", "for its tool customSmallerIsBetter") {
        BenchmarkActionFiles.text(of: $0, better: .lower)
      },
      ReportFile("bigger-is-better.json", "for its tool customBiggerIsBetter") {
        BenchmarkActionFiles.text(of: $0, better: .higher)
      },
    ])
}

/// The numbers of a run as github-action-benchmark reads them: an array of numbers that are all
/// better in one direction.
enum BenchmarkActionFiles {
  static func text(of run: RunReport, better: BetterDirection) -> String {
    let rows = run.tracked.flatMap { session, values in
      values.filter { $0.better == better }.map { row($0, of: session) }
    }
    return JSON.array(rows).fileText
  }

  private static func row(_ value: TrackedValue, of session: SessionReport) -> JSON {
    let unit = value.unit.definition.plain.name
    let members = [
      JSON.Member("name", .string("\(session.id): \(value.name)")),
      JSON.Member("unit", .string(unit.isEmpty ? "count" : unit)),
      JSON.Member("value", .written(value.text)),
      JSON.Member("range", .text(range(of: value))),
      JSON.Member("extra", .string("\(session.title)\n\(session.file)\n\(session.device.name)")),
    ]
    return .line(.members(members.filter { $0.value != .null }))
  }

  private static func range(of value: TrackedValue) -> String? {
    guard let least = value.least, let most = value.most else { return nil }
    return "\(least) to \(most)"
  }
}
