internal import Metrics

/// A count that is exact on one build.
package enum CountedMetric: String, CaseIterable, Hashable, Sendable {
  case instructions
  case allocations
  /// The bytes requested from the allocator in all, freed or not.
  case bytes = "allocated bytes"
  /// The peak number of live bytes, sampled at borders of phases.
  case peak = "peak live bytes"

  /// The counts of the allocator.
  package static let ofAllocator: [CountedMetric] = [.allocations, .bytes, .peak]
}

/// The limit of the difference between two counts: an absolute number and a part of the second
/// count.
package struct CountLimit: Hashable, Sendable {
  /// The number that is allowed whatever the count.
  package let absolute: Int64
  /// The part of the count that is allowed besides, in millionths.
  package let millionths: Int64
  /// The file and the line of the limit; nil for a default.
  package let place: String?

  /// Creates a limit.
  package init(absolute: Int64 = 0, millionths: Int64 = 0, place: String? = nil) {
    (self.absolute, self.millionths, self.place) = (absolute, millionths, place)
  }

  /// By how much another count may differ from this one.
  package func allowed(of count: Int64) -> Int64 {
    Int64(clamping: Int128(absolute) + Int128(count) * Int128(millionths) / 1_000_000)
  }

  /// Whether a count is too far from the one before.
  package func isBroken(from before: Int64, to now: Int64) -> Bool {
    (now - before).magnitude > allowed(of: before).magnitude
  }
}

/// The limit of each count of a session.
package struct CountLimits: Hashable, Sendable {
  fileprivate var limits: [CountedMetric: CountLimit]

  /// The limits without a file: 1,000 instructions, and nothing of what is asked of the allocator.
  ///
  /// Twenty counts of a session are one number. But a session that was not touched took 212
  /// instructions less after the program was built again, and an edit of other code moved up to 850
  /// of a step, since the language's runtime finds types by addresses.
  package static let standard = CountLimits(limits: [.instructions: CountLimit(absolute: 1_000)])

  /// The limit of a count.
  package subscript(metric: CountedMetric) -> CountLimit { limits[metric] ?? CountLimit() }

  subscript(count: AllocationCount) -> CountLimit {
    CountedMetric(rawValue: count.rawValue).map { self[$0] } ?? CountLimit()
  }
}

/// The limits that a file sets for counts, by metric, folder and session.
package struct CountTolerances: Hashable, Sendable {
  /// The sessions of a row, from the least to the most specific.
  package enum Scope: Hashable, Sendable {
    case all
    /// The sessions whose ids begin with this folder.
    case folder(String)
    case session(String)

    /// How specific it is for a session, by the length of its name; nil where it has no say.
    fileprivate func rank(of session: String) -> Int? {
      switch self {
      case .all: 0
      case .folder(let folder): session.hasPrefix("\(folder)/") ? folder.utf8.count : nil
      case .session(let id): id == session ? id.utf8.count : nil
      }
    }
  }

  /// The limits of one metric for some sessions.
  package struct Row: Hashable, Sendable {
    package let metric: CountedMetric
    package let scope: Scope
    /// The limit beyond which a difference warns; nil leaves it to less specific rows.
    package let soft: CountLimit?
    /// The limit beyond which a difference fails; nil leaves it to less specific rows.
    package let hard: CountLimit?

    /// Creates a row.
    package init(
      _ metric: CountedMetric, _ scope: Scope, soft: CountLimit? = nil, hard: CountLimit? = nil
    ) {
      (self.metric, self.scope, self.soft, self.hard) = (metric, scope, soft, hard)
    }
  }

  /// The rows, no two of one metric and scope.
  package var rows: [Row]

  /// Creates tolerances of rows; without any, the defaults hold.
  package init(_ rows: [Row] = []) { self.rows = rows }

  /// The limits of a session beyond which it fails.
  package func hard(for session: String) -> CountLimits { limits(for: session, \.hard, .standard) }

  /// The limits of a session beyond which it warns, which are the hard ones where none are set.
  package func soft(for session: String) -> CountLimits {
    limits(for: session, \.soft, hard(for: session))
  }

  private func limits(
    for session: String, _ limit: KeyPath<Row, CountLimit?>, _ others: CountLimits
  ) -> CountLimits {
    var result = others
    let ranked = rows.compactMap { row in row.scope.rank(of: session).map { (rank: $0, row: row) } }
    for (_, row) in ranked.sorted(by: { $0.rank < $1.rank }) {
      if let limit = row[keyPath: limit] { result.limits[row.metric] = limit }
    }
    return result
  }
}
