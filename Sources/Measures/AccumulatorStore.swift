/// Counts of many scopes: the steps of a session, or its parts.
///
/// They take close to two kilobytes each, and a session may have a hundred thousand steps: only
/// those that were opened last are kept open, the others as their bytes. Late events, such as the
/// batches of a download, open theirs again.
struct AccumulatorStore {
  /// How many scopes there are.
  var count: Int { places.count }
  private let limit: Int
  private var open: [(scope: Int32, counts: MetricAccumulator)] = []
  /// For each scope its place among the open ones; -1 for the others.
  private var places: [Int32]
  /// The bytes of those that were closed; none where nothing counted yet.
  private var closed: [[UInt8]]
  /// The place that is taken next when there is none left.
  private var next = 0

  /// Makes counts of scopes in which nothing happened yet.
  ///
  /// - Parameters:
  ///   - count: How many scopes there are.
  ///   - limit: How many are kept open; at least one.
  init(count: Int = 0, limit: Int = 64) {
    self.limit = limit
    places = Array(repeating: -1, count: count)
    closed = Array(repeating: [], count: count)
  }

  /// What counted for a scope.
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

  /// Takes in one more scope.
  ///
  /// - Returns: Its number.
  @discardableResult
  mutating func append(_ counts: MetricAccumulator = MetricAccumulator()) -> Int32 {
    places.append(-1)
    closed.append([])
    let scope = Int32(places.count - 1)
    self[scope] = counts
    return scope
  }

  /// Removes the counts of a scope that is no longer needed.
  mutating func remove(_ scope: Int32) {
    let place = places[Int(scope)]
    if place < 0 { closed[Int(scope)] = [] } else { open[Int(place)].counts = MetricAccumulator() }
  }

  /// The values of each scope, in their order.
  var tables: StepTables {
    StepTables((0..<Int32(count)).lazy.map { self[$0].table })
  }

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

/// What counts for each step in each part of a session, as long as an expectation can ask for it.
struct PartStepAccumulators {
  private struct Key: Hashable {
    var part: Int
    var step: Int32
  }

  private var numbers: [Key: Int32] = [:]
  private var store = AccumulatorStore()
  /// The last one accessed; the next access is usually to the same.
  private var last: (key: Key, number: Int32)?

  /// How many there are.
  var count: Int { numbers.count }

  /// What counted for a step in a part.
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

  /// Removes what counted in the parts before one.
  mutating func remove(before part: Int) {
    for (key, number) in numbers where key.part < part { store.remove(number) }
    numbers = numbers.filter { $0.key.part >= part }
    last = nil
    if numbers.isEmpty { store = AccumulatorStore() }
  }

  /// Visits what counted from a part on, in the order of steps and of their parts.
  func visit(since part: Int, _ body: (_ step: Int32, _ counts: MetricAccumulator) -> Void) {
    let found = numbers.filter { $0.key.part >= part }
    for (key, number) in found.sorted(by: {
      ($0.key.step, $0.key.part) < ($1.key.step, $1.key.part)
    }) {
      body(key.step, store[number])
    }
  }
}
