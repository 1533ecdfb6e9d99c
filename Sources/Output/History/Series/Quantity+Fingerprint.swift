internal import Counts
internal import Statistics

extension Quantity {
  /// The parts of a run's fingerprints that must agree for its numbers to join one series;
  /// nil where no part matters, as for facts.
  ///
  /// Times ignore the cluster engines and the instruction counter: a history should show the
  /// effect of another engine.
  func fingerprint(measuredOn print: Fingerprint, countedOn: Fingerprint) -> Fingerprint? {
    switch kind {
    case .fact: nil
    case .count where self == .instructions: countedOn
    case .count: print.restricted(to: [.compiler, .configuration, .flags, .allocator, .library])
    case .time:
      print.restricted(
        to: Fingerprint.Component.allCases.filter { ![.engines, .counter].contains($0) })
    }
  }

  /// The reason why numbers with such a fingerprint belong to no series; nil when they belong
  /// to one.
  ///
  /// A part that differs between parts of a run has no known value, and neither has a
  /// processor that did not identify itself. The program always knows the other relevant
  /// parts. Callgrind simulates a processor, so the real one does not matter to it.
  func hindrance(in print: Fingerprint) -> String? {
    let mixed = Fingerprint.Component.allCases.filter { print.values[$0] == Fingerprint.mixed }
    guard mixed.isEmpty else {
      return "its parts differ in \(mixed.map(\.rawValue).joined(separator: ", "))"
    }
    let needsProcessor =
      switch kind {
      case .fact: false
      case .count:
        self == .instructions && print.values[.counter]?.hasPrefix("callgrind") != true
      case .time: true
      }
    return needsProcessor && print.values[.processor] == nil ? "its processor is unknown" : nil
  }
}

extension RunRecord {
  /// The kinds of numbers of the run that are compared with no other run, and why: a sentence
  /// for each kind that the run has.
  public var reservations: [String] {
    let measured = Set(sessions.flatMap { $0.readings.map(\.quantity) })
    let kinds: [(name: String, quantity: Quantity?)] = [
      ("allocations", measured.first { $0.kind == .count && $0 != .instructions }),
      ("instructions", measured.first { $0 == .instructions }),
      ("times", measured.first { $0.kind == .time }),
    ]
    return kinds.compactMap { name, quantity in
      guard let quantity,
        let print = quantity.fingerprint(measuredOn: fingerprint, countedOn: countedOn),
        let reason = quantity.hindrance(in: print)
      else { return nil }
      return "its \(name) are compared with no other run: \(reason)"
    }
  }
}
