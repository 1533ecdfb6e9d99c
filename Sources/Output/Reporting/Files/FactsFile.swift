internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
package import Metrics
package import Wire

/// The committed facts of one session: exact numbers, the same on every machine.
///
/// A change of behavior is a change of these lines, so they are laid out for reading a difference:
/// keys in alphabetic order with their unit, one value a line (a share or a callout is one value),
/// and nothing that was never measured. The command line has no influence, nor has how the scenario
/// is written: titles, tags, lines, snapshots and expectations are not in it.
///
/// Zeros by nature are left out, so that a new metric changes only the files in which it counts
/// something. A measured zero is written for the session alone, where its absence means that
/// nothing was measured.
public enum FactsFile {
  /// The version of the layout.
  public static let version: Int64 = 5
  /// The newest set of metrics, which new files hold.
  public static let metricSet = Metric.allCases.map(\.definition.set).max() ?? 1
  /// The file's name for a scenario.
  public static func name(for session: SessionReport) -> String { "\(session.id).json" }
  /// The first characters of every version.
  static let beginning = "{\n  \"callouts\": ["
  /// Whether a text is that of facts, of whatever version, and not that of a run file.
  public static func isFacts(_ text: String) -> Bool { text.hasPrefix(beginning) }

  /// The file's text.
  public static func text(of session: SessionReport) -> String {
    let positions = session.positions
    var members: [String: JSON] = [
      "version": .integer(version), "metric set": .int(metricSet),
      "seed": .string(String(session.seed)), "device": .string(session.device.name),
      "digest": .string(session.facts.digest.text),
      "session": .object(values(session.facts.session, measuredZeros: true)),
      "marks": .array(session.facts.marks.map(mark)),
      "steps": .array(steps(of: session, positions)),
      "callouts": .array(session.facts.callouts.map { .line(callout($0, positions)) }),
    ]
    members["variant"] = session.variant.map { .string($0.name) }
    let windows = session.facts.batchWindows
    if !windows.isEmpty { members["latency by batch"] = .array(windows.map { .row(window($0)) }) }
    return JSON.object(members).fileText
  }

  /// The properties by which a renamed session is recognized.
  public struct Identity: Hashable, Sendable {
    private let digest: String
    private let variant: String?
    private let device: String?

    fileprivate init?(_ value: (String) -> String?) {
      guard let digest = value("digest") else { return nil }
      (self.digest, variant, device) = (digest, value("variant"), value("device"))
    }
  }

  /// The identity of a session.
  public static func identity(of session: SessionReport) -> Identity? {
    identity(in: text(of: session))
  }

  /// The identity of the session that facts are of; nil where they do not tell.
  public static func identity(in text: String) -> Identity? {
    let facts = FactsText(text)
    return Identity { key in facts.whole.first { $0.key == key }?.value }
  }

  static func window(_ window: BatchWindow) -> [String: JSON] {
    [
      "batches": .string("\(window.batches.lowerBound)-\(window.batches.upperBound)"),
      "updates": .int(window.updates), "p50 ns": value(window.median),
      "p95 ns": value(window.percentile95), "max ns": value(window.maximum),
    ].compactMapValues(\.self)
  }

  private static func mark(_ part: IntervalFacts) -> JSON {
    var members = values(part.table, measuredZeros: false)
    members["mark"] = .string(part.name)
    members["mark start ns"] = .integer(part.start.nanoseconds)
    return .object(members)
  }

  private static func steps(of session: SessionReport, _ positions: [Int: Int]) -> [JSON] {
    session.facts.steps.enumerated().compactMap { index, table in
      var members = values(table, measuredZeros: false)
      let label = session.label(ofStep: index)
      guard !members.isEmpty, label?.onlyLooks != true else { return nil }
      members["step"] = .int(positions[index] ?? index + 1)
      members["verb"] = label.map { .string($0.name) }
      return .object(members)
    }
  }

  private static func callout(_ verdict: CalloutVerdict, _ positions: [Int: Int]) -> JSON {
    var members: [String: JSON] = [
      "callout": .int(verdict.callout), "step": .int(positions[Int(verdict.step)] ?? 0),
      "opened at ns": .integer(verdict.openedAt.nanoseconds),
      "region changes": .int(verdict.regionChanges),
    ]
    guard verdict.isJudged else {
      members["criteria"] = .string("never settled")
      return .object(members)
    }
    for (isKept, word) in outcomes {
      let titles = Criterion.allCases.filter { verdict.keeps($0) == isKept }.map(\.title)
      if !titles.isEmpty { members[word] = .string(titles.joined(separator: ", ")) }
    }
    let amounts = verdict.broken.compactMap { criterion in
      verdict.measure(of: criterion).map { measure in
        ("\(criterion.title) \(measure.unit.exactWord)", exact(measure))
      }
    }
    if !amounts.isEmpty {
      members["broken by"] = .object(Dictionary(uniqueKeysWithValues: amounts))
    }
    members["overflow micropoints"] = .int(MetricText.micropoints(verdict.overflowPoints))
    members["excess shift micropoints"] = .int(MetricText.micropoints(verdict.excessShiftPoints))
    members["scale ratio millionths"] = .int(MetricText.micropoints(verdict.scaleRatio))
    return .object(members)
  }
}

extension FactsFile {
  /// A measure in whole millionths or things.
  private static func exact(_ measure: CriterionMeasure) -> JSON {
    if measure.isRefused { return .string(MetricText.refused) }
    return .int(
      measure.unit == .count
        ? Int64(exactly: measure.amount) : MetricText.micropoints(measure.amount))
  }

  private static let outcomes: [(isKept: Bool?, word: String)] = [
    (true, "kept"), (false, "broken"), (nil, "not applicable"),
  ]

  /// The outcome of a criterion.
  package static func word(_ isKept: Bool?) -> String {
    outcomes.first { $0.isKept == isKept }?.word ?? ""
  }

  /// The measured values of a table by keys with units, without zeros by nature.
  static func values(_ table: MetricTable, measuredZeros: Bool) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for (metric, measured) in table.measured where metric.definition.isCommitted {
      let isLeftOut = metric.definition.isZeroByNature || !measuredZeros
      if !isLeftOut || !isZero(measured) { members[key(of: metric)] = value(measured) }
    }
    return members
  }

  /// The metric's name with the unit of its number.
  package static func key(of metric: Metric) -> String {
    let measure = metric.definition.unit.definition.measure
    return measure == .count ? metric.name : "\(metric.name) \(measure.rawValue)"
  }

  /// The metrics by the keys of a session's values.
  static let metrics = Dictionary(uniqueKeysWithValues: Metric.allCases.map { (key(of: $0), $0) })

  /// A key that metrics had in earlier layouts.
  struct FormerKey: Sendable {
    /// The key that a file may have.
    var old: String
    /// The key that it has now.
    var new: String
    /// The layout that renamed it; files of this layout and the next may still have it.
    var since: Int64

    /// Whether a file of a version may have it.
    func isRead(inVersion version: Int64) -> Bool { version < since + 2 }
  }

  /// The keys that are read under another name for two versions.
  static let formerKeys: [FormerKey] = []

  /// The keys whose absence is a zero.
  package static let zeroKeys = Set(
    Metric.allCases.filter(\.definition.isZeroByNature).map { key(of: $0) })

  /// The exact value; nil when it was never measured.
  static func value(_ value: MetricValue) -> JSON? {
    guard value.isMeasured else { return nil }
    switch value {
    case .count(let number), .nanoseconds(let number), .micropoints(let number):
      return .integer(number)
    case .share(let part, let whole): return .row(["part": .integer(part), "of": .integer(whole)])
    case .never: return nil
    }
  }

  private static func isZero(_ value: MetricValue) -> Bool {
    [.count(0), .nanoseconds(0), .micropoints(0)].contains(value)
  }
}

/// Reading of committed facts, including files that an editor, a copy or a merge has damaged.
extension FactsFile {
  /// The text with the line ends of a new file: version control may check it out with others.
  package static func unified(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text
  }

  /// Why a text cannot be read as facts; nil when it can.
  package static func error(in text: String) -> JSONText.ReadError? {
    if let offset = mergeMarker(in: text) {
      return JSONText.ReadError(
        at: offset, "cannot be read: a merge is unfinished, and this is a conflict marker")
    }
    let json: JSONText
    do throws(JSONText.ReadError) {
      json = try JSONText(Array(text.utf8))
    } catch {
      return JSONText.ReadError(at: error.offset, "cannot be read as JSON")
    }
    guard isFacts(text) else {
      return JSONText.ReadError(at: 0, "cannot be read: these are no facts")
    }
    return json.read { facts in
      for key in ["version", "metric set"] {
        guard let value = try? facts.member(key) else { continue }
        guard let number: Int = try? value.whole(), (1...9_999).contains(number) else {
          return value.error("cannot be read: '\(key)' is no number of facts")
        }
      }
      return nil
    }
  }

  /// Whether a text was that of facts until a copy, an editor or a merge damaged it.
  package static func isDamaged(_ text: String) -> Bool {
    let isCutOff = beginning.hasPrefix(text) || text.allSatisfy(\.isWhitespace)
    return isCutOff || mergeMarker(in: text) != nil || isFacts(text) && error(in: text) != nil
  }

  /// The offset of the first conflict marker, with which no line of JSON begins.
  private static func mergeMarker(in text: String) -> Int? {
    let marker = ["<<<<<<< ", ">>>>>>> "].compactMap { sign in
      text.hasPrefix(sign) ? text.startIndex : text.firstRange(of: "\n\(sign)")?.lowerBound
    }.min()
    return marker.map { marker in
      text.utf8.distance(from: text.startIndex, to: marker) + (marker > text.startIndex ? 1 : 0)
    }
  }
}

extension CriterionMeasure.Unit {
  fileprivate var exactWord: String {
    switch self {
    case .points: "micropoints"
    case .scale: "ppm"
    case .count: "faults"
    }
  }
}
