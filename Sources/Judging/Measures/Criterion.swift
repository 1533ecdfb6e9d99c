public import MapGeometry
public import Metrics
package import Wire

extension Criterion {
  /// Its number: `C1`.
  public var code: String { "C\(rawValue + 1)" }
  /// The name of its metric without `callout`: `inside map`.
  public var words: String { String(metric.name.dropFirst("callout ".count)) }
  /// Its number and its words: `C1 inside map`.
  public var title: String { "\(code) \(words)" }

  /// The unit of its measures, except for changes of scale, which have another unit.
  public var unit: CriterionMeasure.Unit {
    switch self {
    case .zoomUnchanged: .scale
    case .moveAccepted, .callbacksPaired: .count
    case .inside, .minimalShift, .untouchedWhenVisible, .idempotent, .tipPinned,
      .animatedAsAtOnce, .mirrored, .sameAtAnyLongitude, .sameAtAnyLatitude, .sameWhenTurned,
      .oversize, .steadyAtWorldEdge, .exactWhenClose, .parentVisible:
      .points
    }
  }

  /// Whether a measure of it can have a unit: a change of scale can break what is about a place.
  func isMeasured(in unit: CriterionMeasure.Unit) -> Bool {
    unit == self.unit || unit == .scale && self.unit == .points
  }

  /// The criteria whose break matters most to a user, the worst first: the callout is outside the
  /// map, the map zooms, the pin is hidden.
  private static let gravest: [Criterion] = [.inside, .zoomUnchanged, .parentVisible]
  /// All criteria, the gravest first.
  public static let bySeverity = gravest + allCases.filter { !gravest.contains($0) }
  /// The rank of everything that matters less than the gravest criteria.
  static let leastSeverity = gravest.count
  /// Its rank among the gravest criteria, from 0; the least for any other.
  var severity: Int { Criterion.gravest.firstIndex(of: self) ?? Criterion.leastSeverity }

  /// The metric that counts the callouts that keep this criterion.
  public var metric: Metric { Criterion.metrics[rawValue] }
  /// The metrics of all criteria, in their order.
  private static let metrics = Metric.allCases.filter { $0.definition.criterion != nil }
}

/// The distance of a callout from a criterion.
///
/// Of a criterion with several parts, such as a shift and a scale, this is the part that uses up
/// most of its tolerance, in the unit of that part.
public struct CriterionMeasure: Codable, Hashable, Sendable {
  /// The unit of a measure.
  public enum Unit: UInt8, Codable, Hashable, Sendable, CaseIterable {
    /// Points of the screen.
    case points
    /// How much a ratio of two scales differs from 1.
    case scale
    /// Events that should not have happened.
    case count
  }

  /// The measured amount; 0 is perfect, and infinite points are those of a move the map refused.
  public var amount: Double
  /// The largest amount that keeps the criterion.
  public let tolerance: Double
  /// The unit of both.
  public let unit: Unit

  /// Makes a measure of a part of a criterion in a unit, by default that of the criterion; `factor`
  /// converts amount and tolerance to it.
  public init(
    _ amount: Double, of criterion: Criterion, within tolerance: Double, times factor: Double = 1,
    in unit: Unit? = nil
  ) {
    assert(tolerance >= 0, "nothing can keep a tolerance of \(tolerance)")
    self.unit = unit ?? criterion.unit
    assert(criterion.isMeasured(in: self.unit), "\(criterion) is not measured in \(self.unit)")
    self.tolerance = tolerance * factor
    let scaled = amount * factor
    // Products round, but what is broken stays so.
    self.amount = amount > tolerance ? max(scaled, self.tolerance.nextUp) : scaled
  }

  /// Whether the map refused the move that was to be measured.
  public var isRefused: Bool { unit == .points && amount == .infinity }
  /// Whether the criterion is kept; NaN breaks it.
  public var isKept: Bool { amount <= tolerance }

  /// The amount in tolerances, which compares measures of different units.
  public var tolerances: Double {
    guard !amount.isNaN else { return .infinity }
    return amount > 0 ? amount / tolerance : 0
  }

  /// Replaces this by another part of the same criterion if that is worse.
  mutating func takeWorse(_ other: CriterionMeasure) {
    // Quotients round, so a broken part is worse than a kept one; without a tolerance they are
    // infinite.
    let isWorse =
      isKept == other.isKept
      ? (other.tolerances, other.amount) > (tolerances, amount) : isKept
    if isWorse { self = other }
  }
}

/// The measures of all criteria of one callout, without allocations.
public struct CriterionMeasures: Hashable, Sendable {
  private var values: [17 of CriterionMeasure]
  /// A bit for each criterion that applies.
  private(set) var applicable: UInt32 = 0
  /// A bit for each criterion that is broken.
  private(set) var broken: UInt32 = 0
  /// A bit for each criterion that is broken, and only because the world ends.
  private var excused: UInt32 = 0

  /// The value of an entry whose criterion does not apply; its bit in `applicable` is 0.
  private static let none = CriterionMeasure(0, of: .callbacksPaired, within: 0)

  /// Makes measures of a callout to which no criterion applies.
  public init() { values = .init(repeating: CriterionMeasures.none) }

  /// The measure of a criterion; nil where it does not apply.
  public subscript(criterion: Criterion) -> CriterionMeasure? {
    get {
      let index = criterion.rawValue
      return applicable & 1 << index == 0 ? nil : values[index]
    }
    set {
      let index = criterion.rawValue
      values[index] = newValue ?? CriterionMeasures.none
      applicable = applicable & ~(1 << index) | (newValue == nil ? 0 : 1 << index)
      broken = broken & ~(1 << index) | (newValue?.isKept == false ? 1 << index : 0)
      excused &= broken & ~(1 << index)
      assert(broken & ~applicable == 0, "a criterion is broken that does not apply")
    }
  }

  /// Whether every criterion that applies is kept.
  public var isCorrect: Bool { broken == 0 }
  /// Which criteria apply, and which are broken.
  var outcomes: CriterionOutcomes { CriterionOutcomes(applicable: applicable, broken: broken) }

  /// Whether a criterion is broken only because the world ends.
  public func isBrokenByWorldEnd(_ criterion: Criterion) -> Bool {
    excused & 1 << criterion.rawValue != 0
  }

  /// Excuses a broken criterion by the end of the world.
  mutating func excuse(_ criterion: Criterion) { excused |= broken & 1 << criterion.rawValue }

  /// Takes the worse measure of each criterion; returns the criteria of the other's.
  @discardableResult
  mutating func takeWorse(_ other: CriterionMeasures) -> [Criterion] {
    Criterion.allCases.filter { criterion in
      guard let new = other[criterion] else { return false }
      guard var measure = self[criterion] else {
        self[criterion] = new
        return true
      }
      measure.takeWorse(new)
      guard measure != self[criterion] else { return false }
      self[criterion] = measure
      return true
    }
  }

  /// Whether two callouts measure the same in every criterion.
  public static func == (left: CriterionMeasures, right: CriterionMeasures) -> Bool {
    guard left.applicable == right.applicable, left.excused == right.excused else { return false }
    return left.values.indices.allSatisfy { left.values[$0] == right.values[$0] }
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(applicable)
    hasher.combine(excused)
    for index in values.indices { hasher.combine(values[index]) }
  }
}

/// Which criteria applied to a callout, and which it broke: a bit for each.
struct CriterionOutcomes: Hashable {
  var applicable: UInt32
  var broken: UInt32

  var isCorrect: Bool { broken == 0 }

  /// Whether a criterion was kept; nil where it did not apply.
  func keeps(_ criterion: Criterion) -> Bool? {
    let bit: UInt32 = 1 << criterion.rawValue
    return applicable & bit == 0 ? nil : broken & bit == 0
  }

  mutating func formUnion(_ other: CriterionOutcomes) {
    applicable |= other.applicable
    broken |= other.broken
  }
}

/// The amount and the tolerance of each criterion that applies, by its title, and which of them are
/// changes of scale; infinite points are those of a refused move.
extension CriterionMeasures: RecordForm {
  package func write(to record: RecordEncoder) throws {
    try record.object {
      for criterion in Criterion.allCases {
        guard let measure = self[criterion] else { continue }
        record.name(criterion.title)
        try record.write([measure.amount, measure.tolerance])
      }
      try write(CriterionMeasures.scaleName, to: record) { measure, criterion in
        measure.unit != criterion.unit
      }
      try write(CriterionMeasures.excusedName, to: record) { isBrokenByWorldEnd($1) }
    }
  }

  /// Writes the titles of the criteria of some measures; nothing for none.
  private func write(
    _ name: String, to record: RecordEncoder, where isMeant: (CriterionMeasure, Criterion) -> Bool
  ) throws {
    let titles = Criterion.allCases.filter { criterion in
      self[criterion].map { isMeant($0, criterion) } ?? false
    }.map(\.title)
    guard !titles.isEmpty else { return }
    record.name(name)
    try record.write(titles)
  }

  private static let scaleName = "changes of scale"
  private static let excusedName = "excused by the end of the world"

  package init(of value: JSONValue) throws {
    self.init()
    func titles(_ name: String) throws -> [String] {
      try value.member(name)?.elements.map { try $0.string } ?? []
    }
    let (scales, excused) = try (
      titles(CriterionMeasures.scaleName), titles(CriterionMeasures.excusedName)
    )
    for criterion in Criterion.allCases {
      guard let measure = try value.member(criterion.title) else { continue }
      let unit = scales.contains(criterion.title) ? .scale : criterion.unit
      let numbers = try measure.elements.map { try $0.number }
      guard numbers.count == 2, numbers[1] >= 0, criterion.isMeasured(in: unit) else {
        throw measure.error("an amount and a tolerance have to come here")
      }
      self[criterion] = CriterionMeasure(numbers[0], of: criterion, within: numbers[1], in: unit)
    }
    for criterion in Criterion.allCases where excused.contains(criterion.title) {
      excuse(criterion)
    }
  }
}
