internal import MapGeometry
internal import Metrics
internal import Wire

/// Counters of one scope: the session, a part of it, or a step, one for each metric's definition.
struct MetricAccumulator: Hashable {
  /// The number of each metric, then that of each occasion, then the whole of each share.
  private var numbers: [Int64]
  private var times: [AscendingTimes]
  /// The callouts that were judged, each counted once with all that was found of it.
  private var callouts: [JudgedCallout] = []

  private struct JudgedCallout: Hashable {
    var callout: Int32
    var outcomes: CriterionOutcomes
  }

  private static let metrics = Metric.allCases
  private static let samples = TimeSamples.allCases
  /// For each metric that is a share, where its whole is among the numbers; 0 for the others.
  private static let wholes: [Int] = {
    var last = metrics.count + Occasion.allCases.count - 1
    return metrics.map { metric in
      guard metric.definition.combination == .share else { return 0 }
      last += 1
      return last
    }
  }()
  // Apart, since a whole definition is large to copy.
  private static let makings = metrics.map { metric in
    let definition = metric.definition
    return (
      measure: definition.unit.definition.measure, combination: definition.combination,
      beginning: definition.unmeasuredBefore
    )
  }
  private static let isState = metrics.map { $0.definition.combination == .state }
  /// The metrics of states, which continue from one scope into the next.
  static let states = metrics.filter { [.state, .peak].contains($0.definition.combination) }
  private static let noNumbers = [Int64](
    repeating: 0, count: metrics.count + Occasion.allCases.count + wholes.count { $0 > 0 })
  private static let noTimes = Array(repeating: AscendingTimes(), count: samples.count)

  init() { (numbers, times) = (Self.noNumbers, Self.noTimes) }

  /// The counted number of a metric: a sum, the largest or last value, or the part of a share.
  subscript(metric: Metric) -> Int64 {
    get { numbers[metric.rawValue] }
    set { numbers[metric.rawValue] = newValue }
  }

  func count(of occasion: Occasion) -> Int64 {
    sum(of: occasion.metrics).clampedSum(numbers[Self.place(of: occasion)])
  }

  private func sum(of metrics: [Metric]) -> Int64 { metrics.reduce(0) { $0.clampedSum(self[$1]) } }
  private static func place(of occasion: Occasion) -> Int { metrics.count + occasion.rawValue }

  // MARK: Counting

  mutating func add(_ metric: Metric, _ amount: Int64 = 1) { add(amount, at: metric.rawValue) }

  mutating func add(_ occasion: Occasion, _ amount: Int64 = 1) {
    add(amount, at: Self.place(of: occasion))
  }

  mutating func set(_ occasion: Occasion, to number: Int64) {
    numbers[Self.place(of: occasion)] = number
  }

  /// Counts judged cases of a share.
  mutating func add(_ share: Metric, isKept: Bool, _ amount: Int64 = 1) {
    let whole = Self.wholes[share.rawValue]
    precondition(whole > 0, "\(share.name) is no share")
    add(amount, at: whole)
    if isKept { add(amount, at: share.rawValue) }
    assert((0...numbers[whole]).contains(self[share]), "\(share.name): more kept than judged")
  }

  mutating func add(_ time: SimulatedTime, to samples: TimeSamples) {
    times[samples.rawValue].insert(time.nanoseconds)
    add(samples.occasion)
  }

  /// Counts a verdict on a callout: with earlier ones on the same callout it counts once.
  mutating func add(_ verdict: CalloutVerdict) {
    guard let outcomes = verdict.measures?.outcomes else { return }
    if let index = callouts.lastIndex(where: { $0.callout == verdict.callout }) {
      add(callouts[index].outcomes, -1)
      callouts[index].outcomes.formUnion(outcomes)
      add(callouts[index].outcomes, 1)
    } else {
      callouts.append(JudgedCallout(callout: verdict.callout, outcomes: outcomes))
      add(outcomes, 1)
    }
    raise(.calloutOverflowMaximum, to: Int64(micropoints: verdict.overflowPoints))
    raise(.calloutExcessShiftMaximum, to: Int64(micropoints: verdict.excessShiftPoints))
  }

  private mutating func add(_ outcomes: CriterionOutcomes, _ amount: Int64) {
    add(.calloutsJudged, amount)
    add(.calloutsCorrect, isKept: outcomes.isCorrect, amount)
    for criterion in Criterion.allCases {
      guard let isKept = outcomes.keeps(criterion) else { continue }
      add(criterion.metric, isKept: isKept, amount)
    }
  }

  mutating func raise(_ metric: Metric, to value: Int64) { self[metric] = max(self[metric], value) }

  mutating func follow(_ metric: Metric, _ value: Int64) {
    if Self.isState[metric.rawValue] {
      self[metric] = value
    } else {
      raise(metric, to: value)
    }
  }

  /// Begins the scope with the current states and lasting occasions.
  mutating func begin(with states: MetricAccumulator) {
    for metric in Self.states { follow(metric, states[metric]) }
    for place in Self.metrics.count..<numbers.count { add(states.numbers[place], at: place) }
  }

  private mutating func add(_ amount: Int64, at place: Int) {
    numbers[place] = numbers[place].clampedSum(amount)
  }

  // MARK: Values

  func value(of metric: Metric) -> MetricValue {
    let making = Self.makings[metric.rawValue]
    if let occasion = making.beginning, count(of: occasion) == 0 { return .never }
    switch making.combination {
    case .sum, .distinct, .largest, .peak, .state: return making.measure.value(of: self[metric])
    case .ratio(let part, let wholes): return .share(part: self[part], of: sum(of: wholes))
    case .share: return .share(part: self[metric], of: numbers[Self.wholes[metric.rawValue]])
    case .rank(let rank): return times[rank.samples.rawValue].value(at: rank.percent)
    }
  }

  func sampleCount(of metric: Metric) -> Int? {
    metric.definition.rank.map { times[$0.samples.rawValue].count }
  }

  var table: MetricTable {
    var table = MetricTable()
    for metric in Self.metrics { table[metric] = value(of: metric) }
    for samples in Self.samples { table[samples] = times[samples.rawValue].count }
    return table
  }
}

extension MetricAccumulator {
  /// The counts, encoded sparsely: most numbers of a step are zero.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var last = -1
    for (place, number) in numbers.enumerated() where number != 0 {
      Varint.append(UInt64(place - last), to: &bytes)
      Varint.append(signed: number, to: &bytes)
      last = place
    }
    Varint.append(0, to: &bytes)
    guard !callouts.isEmpty || times.contains(where: { $0.count > 0 }) else { return bytes }
    for times in times {
      Varint.append(UInt64(times.count), to: &bytes)
      for time in times.nanoseconds { Varint.append(signed: time, to: &bytes) }
    }
    for judged in callouts {
      Varint.append(signed: Int64(judged.callout), to: &bytes)
      Varint.append(UInt64(judged.outcomes.applicable), to: &bytes)
      Varint.append(UInt64(judged.outcomes.broken), to: &bytes)
    }
    return bytes
  }

  /// Decodes `bytes`; nil where they are malformed.
  init?(bytes: [UInt8]) {
    self.init()
    var position = 0
    var place = -1
    while let step = Varint.next(in: bytes, at: &position), step > 0 {
      place += Int(step)
      guard numbers.indices.contains(place),
        let number = Varint.nextSigned(in: bytes, at: &position)
      else { return nil }
      numbers[place] = number
    }
    guard position < bytes.count else { return }
    for index in times.indices {
      guard let count = Varint.next(in: bytes, at: &position) else { return nil }
      for _ in 0..<count {
        guard let time = Varint.nextSigned(in: bytes, at: &position) else { return nil }
        times[index].insert(time)
      }
    }
    while position < bytes.count {
      guard let number = Varint.nextSigned(in: bytes, at: &position),
        let callout = Int32(exactly: number),
        let applicable = Varint.next(in: bytes, at: &position).flatMap(UInt32.init(exactly:)),
        let broken = Varint.next(in: bytes, at: &position).flatMap(UInt32.init(exactly:))
      else { return nil }
      callouts.append(
        JudgedCallout(
          callout: callout,
          outcomes: CriterionOutcomes(applicable: applicable, broken: broken)))
    }
  }
}

extension Int64 {
  /// Whole millionths of a distance in points, at most those of a billion points.
  init(micropoints points: Double) {
    self = points < 1e9 ? Int64((points * 1_000_000).rounded()) : 1_000_000_000_000_000
  }
}

/// Times in ascending order, in nanoseconds.
struct AscendingTimes: Hashable {
  private(set) var nanoseconds: [Int64] = []

  var count: Int { nanoseconds.count }

  /// - Complexity: O(times), but only to shift a flat buffer.
  mutating func insert(_ time: Int64) {
    var low = 0
    var high = nanoseconds.count
    while low < high {
      let middle = (low + high) / 2
      if nanoseconds[middle] <= time { low = middle + 1 } else { high = middle }
    }
    nanoseconds.insert(time, at: low)
  }

  /// The least time that at least `percent` of 100 do not exceed (nearest rank).
  func value(at percent: Int) -> MetricValue { AscendingTimes.value(at: percent, of: nanoseconds) }

  /// The least of ascending times that at least `percent` of 100 do not exceed.
  static func value(at percent: Int, of ascending: [Int64]) -> MetricValue {
    guard !ascending.isEmpty else { return .never }
    return .nanoseconds(ascending[TimeRank.index(percent, of: ascending.count)])
  }
}
