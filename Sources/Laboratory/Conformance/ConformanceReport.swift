internal import Formatting

/// The findings of a conformance run, in words.
public struct ConformanceReport: Sendable {
  /// The results in the order of the files and their cases.
  public let results: [CaseResult]

  /// Makes a report of results.
  public init(results: [CaseResult]) { self.results = results }

  /// How many cases agree.
  public var passed: Int { results.count { $0.outcome == .passed } }
  /// How many cases do not agree.
  public var failed: Int { results.count - passed - skipped }
  /// How many cases were not played.
  public var skipped: Int { results.count { ConformanceReport.reason($0) != nil } }
  /// The counts in one line.
  public var closingLine: String { "\(passed) passed, \(failed) failed, \(skipped) skipped" }

  /// A line for each failure, for each place where rounding decided and for each case in which it
  /// may, the reasons of what was skipped with their counts or, if verbose, each, and the closing
  /// line; no more than a screen has room for, unless verbose.
  public func text(isVerbose: Bool) -> String {
    var lines = results.compactMap { result -> String? in
      guard case .failed(let difference) = result.outcome else { return nil }
      return "FAILED \(result.file) \(result.id): \(ConformanceReport.oneLine(difference))"
    }
    for result in results {
      lines += result.remarks.map {
        "ROUNDED \(result.file) \(result.id): \(ConformanceReport.oneLine($0))"
      }
    }
    lines += edges
    if isVerbose {
      lines += results.compactMap { result in
        ConformanceReport.reason(result).map { "SKIPPED \(result.file) \(result.id): \($0)" }
      }
    } else {
      lines += table
    }
    return TextLayout.screen(lines, end: [closingLine], isWhole: isVerbose)
  }

  /// The cases in which counts may differ by one, because rounding decides.
  private var edges: [String] {
    let edges = results.compactMap { result in
      result.rounding.map { (name: "\(result.file) \(result.id)", tally: $0) }
    }
    guard !edges.isEmpty else { return [] }
    let exact = edges.count { $0.tally.isExact }
    let sum =
      "ROUNDING may decide in \(edges.count) cases, within one; \(exact) of them agree exactly"
    return edges.map { name, tally in
      "ROUNDING \(name): \(tally.exact) of \(tally.compared) results agree exactly"
    } + [sum]
  }

  /// The reasons with their counts, in the order in which they came up.
  private var table: [String] {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for reason in results.compactMap(ConformanceReport.reason) {
      if counts[reason] == nil { order.append(reason) }
      counts[reason, default: 0] += 1
    }
    let width = counts.values.map { String($0).count }.max() ?? 0
    return order.map { reason in
      let count = String(counts[reason, default: 0])
      return "SKIPPED " + String(repeating: " ", count: width - count.count) + "\(count)  \(reason)"
    }
  }

  private static func reason(_ result: CaseResult) -> String? {
    guard case .skipped(let reason) = result.outcome else { return nil }
    return reason
  }

  /// A difference can quote texts of a file.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
