/// Counts of many scopes: the steps of a session, or its parts.
///
/// They take close to two kilobytes each, and a session may have a hundred thousand steps: only
/// those accessed last are open, the others are encoded. Late events, such as the batches of a
/// download, open theirs again.
struct AccumulatorStore {
  var count: Int { places.count }
  private let limit: Int
  private var open: [(scope: Int32, counts: MetricAccumulator)] = []
  /// The place of each scope among the open ones, or -1.
  private var places: [Int32]
  /// The bytes of each closed scope; empty where nothing was counted.
  private var closed: [[UInt8]]
  /// The open place that is replaced next.
  private var next = 0

  /// Makes counts of scopes in which nothing happened, of which at most `limit` are open.
  init(count: Int = 0, limit: Int = 64) {
    self.limit = limit
    places = Array(repeating: -1, count: count)
    closed = Array(repeating: [], count: count)
  }

  subscript(scope: Int32) -> MetricAccumulator {
    get {
      let place = places[Int(scope)]
      return place < 0 ? opened(scope) : open[Int(place)].counts
    }
    _modify {
      let place = place(of: scope)
      yield &open[place].counts
    }
  }

  /// Adds a scope and returns its number.
  @discardableResult
  mutating func append(_ counts: MetricAccumulator = MetricAccumulator()) -> Int32 {
    places.append(-1)
    closed.append([])
    let scope = Int32(places.count - 1)
    self[scope] = counts
    return scope
  }

  /// Clears the counts of a scope that is no longer needed.
  mutating func remove(_ scope: Int32) {
    let place = places[Int(scope)]
    if place < 0 { closed[Int(scope)] = [] } else { open[Int(place)].counts = MetricAccumulator() }
  }

  var tables: StepTables { StepTables((0..<Int32(count)).lazy.map { self[$0].table }) }

  private mutating func place(of scope: Int32) -> Int {
    let place = places[Int(scope)]
    guard place < 0 else { return Int(place) }
    let counts = opened(scope)
    closed[Int(scope)] = []
    if open.count < limit {
      places[Int(scope)] = Int32(open.count)
      open.append((scope, counts))
      return open.count - 1
    }
    let taken = next
    next = (next + 1) % limit
    let last = open[taken]
    closed[Int(last.scope)] = last.counts.bytes
    places[Int(last.scope)] = -1
    places[Int(scope)] = Int32(taken)
    open[taken] = (scope, counts)
    return taken
  }

  private func opened(_ scope: Int32) -> MetricAccumulator {
    let bytes = closed[Int(scope)]
    guard !bytes.isEmpty else { return MetricAccumulator() }
    guard let counts = MetricAccumulator(bytes: bytes) else {
      preconditionFailure("the counts of scope \(scope) cannot be opened again")
    }
    return counts
  }
}

/// The counts of each step in each part of a session, as long as an expectation can refer to them.
struct IntervalStepAccumulators {
  private struct Key: Hashable {
    var part: Int
    var step: Int32
  }

  private var numbers: [Key: Int32] = [:]
  private var store = AccumulatorStore()
  /// The last one accessed; the next access is usually to the same.
  private var last: (key: Key, number: Int32)?

  var count: Int { numbers.count }

  subscript(part: Int, step: Int32) -> MetricAccumulator {
    get { numbers[Key(part: part, step: step)].map { store[$0] } ?? MetricAccumulator() }
    _modify {
      let number = number(of: Key(part: part, step: step))
      yield &store[number]
    }
  }

  private mutating func number(of key: Key) -> Int32 {
    if let last, last.key == key { return last.number }
    let number = numbers[key] ?? store.append()
    numbers[key] = number
    last = (key, number)
    return number
  }

  /// Removes the counts of the parts before one.
  mutating func remove(before part: Int) {
    for (key, number) in numbers where key.part < part { store.remove(number) }
    numbers = numbers.filter { $0.key.part >= part }
    last = nil
    if numbers.isEmpty { store = AccumulatorStore() }
  }

  /// Visits the counts from a part on, in the order of steps and of their parts.
  func visit(since part: Int, _ body: (_ step: Int32, _ counts: MetricAccumulator) -> Void) {
    let found = numbers.filter { $0.key.part >= part }
    for (key, number) in found.sorted(by: {
      ($0.key.step, $0.key.part) < ($1.key.step, $1.key.part)
    }) {
      body(key.step, store[number])
    }
  }
}
