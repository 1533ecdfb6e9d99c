internal import Formatting
internal import Metrics
internal import Reporting
internal import Statistics

/// Numbers of quantities as texts.
enum LevelText {
  /// A number in the unit of a quantity, rounded for a table.
  static func text(_ number: Double, of quantity: Quantity) -> String {
    guard quantity.kind != .time else { return MetricText.lap(MetricText.whole(number)) }
    let unit = quantity.unit.definition
    return unit.isCounted && number != number.rounded()
      ? MetricText.fixed(Int128(MetricText.whole(number * 10)), places: 1)
      : MetricText.short(MetricText.value(number, in: unit), in: unit)
  }

  /// Two levels; with all their digits where they would look the same.
  static func texts(_ before: Double, _ after: Double, of quantity: Quantity) -> [String] {
    let texts = [before, after].map { text($0, of: quantity) }
    guard texts[0] == texts[1], before != after else { return texts }
    return [before, after].map { exact($0, of: quantity) }
  }

  /// Both levels of a session: `views created 342 -> 347 in Views/a`.
  static func step(_ levels: [String], of quantity: Quantity, in session: String) -> String {
    "\(quantity.name) \(levels.joined(separator: " -> ")) in \(Escape.line(session))"
  }

  /// A number in the unit of a quantity, with all its digits.
  static func exact(_ number: Double, of quantity: Quantity) -> String {
    let unit = quantity.unit.definition
    return switch unit.form {
    // A table shows no more digits than the rounded text has.
    case .ratio(.nanoseconds, of: _): "\(MetricText.count(MetricText.whole(number * 1e9))) ns per s"
    case .ratio, .number: MetricText.exact(MetricText.value(number, in: unit), in: unit)
    }
  }

  /// A change as a part of the level before: `+1.5 %`, `-0.003 %`; of one from zero, `from 0`.
  static func change(_ point: ChangePoint) -> String {
    guard let change = point.relativeChange else { return "from 0" }
    let percent = (change * 100).magnitude
    let digits =
      percent >= 0.1
      ? MetricText.fixed(Int128(MetricText.whole(percent * 10)), places: 1)
      : MetricText.decimal(max(1, MetricText.whole(percent * 10_000)), places: 4)
    return "\(change < 0 ? "-" : "+")\(digits) %"
  }

  /// How sure a change is: the part of samples of one level that differ less, rounded down; of
  /// levels that do not scatter, `exact`.
  static func certainty(_ point: ChangePoint) -> String {
    if point.isSuspected {
      return "suspected, needs \(MetricText.things(point.missing, "more run", "more runs"))"
    }
    if point.before.isExact, point.after.isExact { return "exact" }
    let unsure = Int64((point.pValue * 10_000).rounded(.up))
    return unsure <= 1
      ? "over 99.99 %" : "\(MetricText.fixed(Int128(10_000 - unsure), places: 2)) %"
  }
}

extension RecordedRun {
  /// The revision, short, with `+` where files differ from it; empty where it is unknown.
  var revisionText: String {
    guard let revision = origin.revision else { return "" }
    return Escape.line(String(revision.prefix(8))) + (origin.isModified ? "+" : "")
  }

  /// The day of the revision, or on which the run was made: `2026-11-25`, by UTC; the first and
  /// the last day that are written so for what lies beyond them; empty where neither is known.
  var dayText: String {
    let seconds = (origin.committedAtSeconds ?? origin.startedAtSeconds)
      .map { max(0, min($0, 253_402_300_799)) }
    return String(seconds.flatMap(CalendarText.utc)?.prefix(10) ?? "")
  }

  /// Its number and its revision: `run 38 (1a2b3c4d)`.
  var words: String {
    let revision = revisionText
    return "run \(number)" + (revision.isEmpty ? "" : " (\(revision))")
  }
}
