public import Counts
internal import Formatting
internal import MapEvents
internal import Measures
internal import Metrics
public import Reporting
internal import Statistics

/// The data of a run that a history keeps.
public struct RunRecord: Hashable, Sendable {
  /// The revision and machine of the run, and its time.
  public var origin: RunOrigin
  /// The version of the product.
  public var version: String
  /// The sources of the program; nil where they are unknown.
  public var programSource: ProgramSource?
  /// The ending of the run, in a word.
  public var ending: String
  /// The verdict of the machine on its times; nil where the run measured none.
  public var machine: String?
  /// The fingerprint of the measurement; empty where it is unknown.
  public var fingerprint: Fingerprint
  /// The fingerprint of the instruction counts; empty where none were counted.
  public var countedOn: Fingerprint
  /// The sessions, by their ids.
  public var sessions: [Session]

  /// The data of a session that a history keeps.
  public struct Session: Hashable, Sendable {
    /// The id, unique in a run.
    public var id: String
    /// The outcome in words; nil for a good outcome.
    public var failure: String?
    /// The digest of all events; nil for a session without facts.
    public var trace: String?
    /// The digest of everything that the session plays; nil where it is unknown.
    public var scenario: String?
    /// The measured metrics, counts and times, each once.
    public var readings: [Reading]

    /// Makes a session of its parts.
    public init(
      id: String, failure: String? = nil, trace: String?, scenario: String?, readings: [Reading]
    ) {
      (self.id, self.failure, self.trace) = (id, failure, trace)
      (self.scenario, self.readings) = (scenario, readings)
    }

    /// The readings of a class, by their names.
    func readings(of kind: Quantity.Class) -> [Reading] {
      readings.filter { $0.quantity.kind == kind }.sorted { $0.quantity.name < $1.quantity.name }
    }
  }

  /// Makes a record of its parts.
  public init(
    origin: RunOrigin, version: String, ending: String, fingerprint: Fingerprint,
    countedOn: Fingerprint = Fingerprint([:]), sessions: [Session]
  ) {
    (self.origin, self.version, self.ending) = (origin, version, ending)
    (self.fingerprint, self.countedOn, self.sessions) = (fingerprint, countedOn, sessions)
  }

  /// Creates the record of a report.
  public init(_ run: RunReport) {
    let instructions = run.counts?.instructionsBySession ?? [:]
    self.init(
      origin: run.origin, version: run.version, ending: run.ending.rawValue,
      fingerprint: run.fingerprint, countedOn: run.counts?.fingerprint ?? Fingerprint([:]),
      sessions: run.sessions.map {
        Session($0, instructions: instructions[$0.id], hasMachine: run.machine != nil)
      })
    (programSource, machine) = (run.programSource, run.machineWords)
  }

  /// Creates the record of a report that was read from a file.
  ///
  /// - Parameters:
  ///   - run: The report.
  ///   - path: Its file, as messages name it.
  /// - Throws: A `HistoryError` for one of several parts of a run: the recorded run would
  ///   lack the sessions of the other parts.
  public init(_ run: RunReport, named path: String) throws(HistoryError) {
    if let shard = run.shard, shard.count > 1 {
      throw HistoryError(
        .faultyInput, "'\(path)' is part \(shard.number) of \(shard.count) of a run, and no run",
        help: "merge the parts first: mapreplay merge PART ... writes the run.json of the whole")
    }
    self.init(run)
  }

  /// The digest of the whole record.
  ///
  /// Two runs with equal digests are one run.
  var digest: String {
    var digest = ContentDigest()
    for text in [origin.revision, origin.branch, origin.host, version, ending] { digest.add(text) }
    // Runs that were added before programs knew their sources keep their digests.
    if let programSource { digest.add(programSource.digest) }
    if let machine { digest.add(machine) }
    digest.add(origin.isModified ? 1 : 0)
    digest.add(origin.committedAtSeconds)
    digest.add(origin.startedAtSeconds)
    for print in [fingerprint, countedOn] { digest.add(print.contentDigest) }
    for session in sessions.sorted(by: { $0.id < $1.id }) {
      digest.add(session.id)
      digest.add(session.failure)
      for kind in Quantity.Class.allCases { digest.add(session.sheet(of: kind).digest) }
    }
    return digest.text
  }
}

extension RunRecord.Session {
  /// Creates the record of a session.
  ///
  /// A run without a verdict on its machine is one of an earlier version. Its real times are kept,
  /// so its digest stays, and a history that has the run knows it again.
  fileprivate init(_ session: SessionReport, instructions: Int64?, hasMachine: Bool) {
    let isAborted = session.abort != nil
    let facts = session.facts.session.measured.compactMap { Reading($0.metric, $0.value) }
    var counts = instructions.map { [Reading(.instructions, $0)] } ?? []
    if let counted = session.allocations?.counted {
      counts += AllocationCount.allCases.compactMap { count in
        counted.value(of: count).map { Reading(Quantity(count), $0) }
      }
    }
    let times = hasMachine ? session.time.map { [Reading($0)] } ?? [] : session.realTimes
    self.init(
      id: session.id, failure: session.outcome.isGood ? nil : session.outcome.rawValue,
      trace: isAborted ? nil : session.facts.digest.text,
      scenario: session.scenarioDigest.isEmpty ? nil : session.scenarioDigest,
      readings: isAborted ? [] : facts + counts + times)
  }

  /// The readings of one class.
  ///
  /// The sheet of facts includes the digests of the trace and the scenario.
  func sheet(of kind: Quantity.Class) -> Sheet {
    Sheet(
      trace: kind == .fact ? trace : nil, scenario: kind == .fact ? scenario : nil,
      readings: readings(of: kind))
  }
}

extension SessionReport {
  /// The real times, as earlier versions record them.
  fileprivate var realTimes: [Reading] {
    RealTime.allCases.compactMap { time in
      measurements?.nanoseconds(of: time).map { Reading(Quantity(time), $0) }
    }
  }
}

/// Readings that many runs share.
///
/// Most runs change little, so a history stores each set of a session's facts once.
struct Sheet: Hashable {
  var trace: String?
  var scenario: String?
  var readings: [Reading]

  /// The digest of the content; nil for an empty sheet.
  var digest: String? {
    guard trace != nil || !readings.isEmpty else { return nil }
    var digest = ContentDigest()
    digest.add(trace)
    digest.add(scenario)
    for reading in readings {
      digest.add(reading.quantity.kind.rawValue)
      digest.add(reading.quantity.name)
      digest.add(reading.quantity.unit.rawValue)
      digest.add(reading.value)
      digest.add(reading.whole)
      guard let time = reading.time else { continue }
      digest.add(time.referenceNanoseconds)
      digest.add(time.spreadMillionths)
      digest.add(Int64(time.samples))
    }
    return digest.text
  }
}

extension Fingerprint {
  /// The digest of all parts; nil when no part is known.
  var contentDigest: String? {
    guard !values.isEmpty else { return nil }
    var digest = ContentDigest()
    for part in digested {
      digest.add(part.rawValue)
      digest.add(values[part])
    }
    return digest.text
  }
}
