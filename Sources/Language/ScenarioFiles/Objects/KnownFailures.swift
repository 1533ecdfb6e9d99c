import Counts
import Metrics
import Scenarios

extension ObjectKind {
  static let knownFailure = ObjectKind("known failure")
}

private enum KnownFailureKeys {
  static let metric = Key(
    "metric", .unresolved(.metric), .required,
    "The metric or count of allocations whose expectations may break.",
    example: "callout inside map")
  static let ticket = Key(
    "ticket", .text(Limits.titleLength), .required,
    "The ticket of the failure: an address or an id.",
    example: "https://example.org/tickets/53")
  static let until = Key(
    "until", .day, .required, "The last day on which the failure is allowed, in UTC.",
    example: "2027-01-31")
  static let variant = Key(
    "variant", .reference(.variant), .optional, "The only variant that may fail.",
    example: "upstream")
}

extension ScenarioSchema {
  static let knownFailure = ObjectSchema(
    .knownFailure,
    "A metric whose expectations may break until a day. The session fails as soon as all of them "
      + "are kept again, so that the key goes with the failure.",
    keys: [
      KnownFailureKeys.metric, KnownFailureKeys.ticket, KnownFailureKeys.until,
      KnownFailureKeys.variant,
    ], example: "{metric: churn, ticket: MAP-53, until: 2027-01-31}")
}

extension ScenarioBuilder {
  /// Returns the known failures of a variant, or of a scenario without variants.
  mutating func knownFailures(_ object: ReadObject, of variant: String?) -> [KnownFailure] {
    var failures: [KnownFailure] = []
    for case .object(let object) in (object[HeadKeys.knownFailure] ?? []).map(\.content) {
      guard let written = object[KnownFailureKeys.metric] else { continue }
      let only = object[KnownFailureKeys.variant]
      if let only { checkName(only.text, .variant, at: only.mark) }
      let metric = ExpectedMetric(written: written.text)?.name ?? written.text
      if let problem = expected.problem(of: metric, in: only.map { [$0.text] } ?? []) {
        add(problem, at: written.mark)
      }
      guard let ticket = object[KnownFailureKeys.ticket],
        let until = object[KnownFailureKeys.until], only == nil || only?.text == variant
      else { continue }
      if failures.contains(where: { $0.metric == metric }) {
        add(.meantTwice(metric), at: written.mark)
      }
      let place = reader.texts.place(of: written.mark)
      failures.append(
        KnownFailure(
          metric: metric, ticket: ticket, until: until, line: place.line, column: place.column))
    }
    return failures
  }
}
