internal import Counts
internal import Statistics

extension Quantity {
  /// What of the fingerprints of a run its numbers have to have in common with others to be of one
  /// series; nil where nothing matters, as for facts.
  ///
  /// Cluster engines and what counts instructions do not matter to times: another engine is what a
  /// history shall show.
  func fingerprint(measuredOn print: Fingerprint, countedOn: Fingerprint) -> Fingerprint? {
    switch kind {
    case .fact: nil
    case .count where self == .instructions: countedOn
    case .count: print.restricted(to: [.compiler, .configuration, .flags, .allocator, .library])
    case .time:
      print.restricted(to: Fingerprint.Part.allCases.filter { ![.engines, .counter].contains($0) })
    }
  }

  /// Why numbers of such a fingerprint are of no series, as those of no other run compare with
  /// them; nil when they are of one.
  ///
  /// A part that parts of a run differ in may be anything, and so may a processor that did not say
  /// what it is. All else that matters every program knows of itself. Callgrind plays a processor
  /// of its own.
  func hindrance(in print: Fingerprint) -> String? {
    let mixed = Fingerprint.Part.allCases.filter { print.values[$0] == Fingerprint.mixed }
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
  /// What of the run is compared with no other run, and why: a sentence for each kind of number
  /// that it has.
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
