internal import Counts
internal import Formatting
internal import Measures
internal import Metrics
internal import Reporting
internal import Statistics

extension ExportFormat {
  static let benchstat = ExportFormat(
    "benchstat", "numbers as lines of Go's benchmarks, which benchstat compares",
    [ReportFile("benchstat.txt", "a line for each session") { BenchstatText.text(of: $0) }])
}

/// The numbers of a run in the text format of Go's benchmarks: a line for each session, before it
/// on what it was measured and in which direction each unit is better.
///
/// The tool makes a table for each set of configuration lines, so they hold what times depend on;
/// the revision, which two files to compare always differ in, is a comment.
enum BenchstatText {
  static func text(of run: RunReport) -> String {
    let tracked = run.tracked
    let revision = run.origin.revision.map { " of revision \($0)" } ?? ""
    let head = ["# MapReplay \(run.version)\(revision)"] + configuration(run.fingerprint)
    return (head.map(Escape.line) + units(of: tracked.map(\.values)) + [""] + lines(of: tracked))
      .map { "\($0)\n" }.joined()
  }

  /// The parts of the fingerprint that times depend on; an unknown one has no line.
  private static func configuration(_ fingerprint: Fingerprint) -> [String] {
    let parts: [Fingerprint.Component] = [
      .compiler, .configuration, .flags, .allocator, .library, .instructionSets, .processor,
      .kernel,
    ]
    return parts.compactMap { part in
      let key = part == .processor ? "cpu" : part.rawValue.replacing(" ", with: "-")
      return fingerprint.values[part].flatMap { $0.isEmpty ? nil : "\(key): \($0)" }
    }
  }

  /// A line for each unit that is used, in the order of first use.
  private static func units(of sessions: [[TrackedValue]]) -> [String] {
    var known: Set<String> = []
    return sessions.joined().compactMap { value in
      guard known.insert(value.name).inserted else { return nil }
      return "Unit \(value.goUnit) better=\(value.better.rawValue)"
        + (value.isMeasured ? "" : " assume=exact")
    }
  }

  private static func lines(
    of tracked: [(session: SessionReport, values: [TrackedValue])]
  ) -> [String] {
    var used: [String: Int] = [:]
    return tracked.filter { !$0.values.isEmpty }.map { session, values in
      let name = self.name(of: session)
      let count = used[name, default: 0]
      used[name] = count + 1
      // Names that are one without their blanks are told apart as Go does.
      let suffix = count == 0 ? "" : "#" + (count < 10 ? "0" : "") + "\(count)"
      let iterations = session.measurements?.replays?.count ?? 1
      return "\(name)\(suffix) \(iterations) "
        + values.map { "\($0.goNumber) \($0.goUnit)" }.joined(separator: " ")
    }
  }

  /// The id in a name, which has no blanks.
  private static func name(of session: SessionReport) -> String {
    var name = "BenchmarkSession/"
    for scalar in Escape.line(session.id).unicodeScalars {
      name.unicodeScalars.append(scalar.properties.isWhitespace ? "_" : scalar)
    }
    return name
  }
}

extension TrackedValue {
  /// The unit, which says what is measured and ends with a unit that the tool can scale; the real
  /// time of a replay and what it allocates have those of Go's own benchmarks.
  fileprivate var goUnit: String {
    switch name {
    case RealTime.replay.name: return "ns/op"
    case AllocationCount.requests.name: return "allocs/op"
    case AllocationCount.bytes.name: return "B/op"
    case _:
      let suffix = unit.definition.goSuffix
      return slug.hasSuffix(suffix) ? slug : slug + suffix
    }
  }

  fileprivate var goNumber: String {
    if case .nanoseconds(let time) = value { "\(time)" } else { text }
  }
}
