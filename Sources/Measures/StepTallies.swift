internal import Wire

/// What counts for each step of a session.
///
/// A tally takes close to a kilobyte, and a session may have a hundred thousand steps: only those
/// that were opened last are kept open, the others as their bytes. Late events, such as the batches
/// of a download, open theirs again.
struct StepTallies {
  /// How many steps there are.
  var count: Int { places.count }
  private let limit: Int
  private var open: [(step: Int32, tally: Tally)] = []
  /// For each step its place among the open ones; -1 for the others.
  private var places: [Int32]
  /// The bytes of those that were closed; none where nothing counted yet.
  private var closed: [[UInt8]]
  /// The place that is taken next when there is none left.
  private var next = 0

  /// Makes tallies in which nothing counts yet.
  ///
  /// - Parameters:
  ///   - count: How many steps there are.
  ///   - limit: How many are kept open; at least one.
  init(count: Int, limit: Int = 64) {
    self.limit = limit
    places = Array(repeating: -1, count: count)
    closed = Array(repeating: [], count: count)
  }

  /// What counted for a step.
  subscript(step: Int32) -> Tally {
    get {
      let place = places[Int(step)]
      return place < 0 ? opened(step) : open[Int(place)].tally
    }
    _modify {
      let place = place(of: step)
      yield &open[place].tally
    }
  }

  /// Takes in one more, in which nothing counts yet.
  ///
  /// - Returns: Its number.
  mutating func append() -> Int32 {
    places.append(-1)
    closed.append([])
    return Int32(places.count - 1)
  }

  /// Lets go what counted for a step that nobody asks for any more.
  mutating func forget(_ step: Int32) {
    let place = places[Int(step)]
    if place < 0 { closed[Int(step)] = [] } else { open[Int(place)].tally = Tally() }
  }

  /// The values of each step, in their order.
  var tables: StepTables {
    StepTables((0..<Int32(count)).lazy.map { self[$0].table })
  }

  private mutating func place(of step: Int32) -> Int {
    let place = places[Int(step)]
    guard place < 0 else { return Int(place) }
    let tally = opened(step)
    closed[Int(step)] = []
    if open.count < limit {
      places[Int(step)] = Int32(open.count)
      open.append((step, tally))
      return open.count - 1
    }
    let taken = next
    next = (next + 1) % limit
    let (last, old) = open[taken]
    closed[Int(last)] = StepTallies.bytes(of: old)
    places[Int(last)] = -1
    places[Int(step)] = Int32(taken)
    open[taken] = (step, tally)
    return taken
  }

  private func opened(_ step: Int32) -> Tally {
    let bytes = closed[Int(step)]
    guard !bytes.isEmpty else { return Tally() }
    guard let tally = try? Wire.value(Tally.self, from: StepTallies.unpacked(bytes)) else {
      preconditionFailure("the tally of step \(step) cannot be opened again")
    }
    return tally
  }

  private static func bytes(of tally: Tally) -> [UInt8] {
    guard let bytes = try? Wire.bytes(of: tally) else {
      preconditionFailure("a tally of numbers has no bytes")
    }
    return packed(bytes)
  }

  /// Bytes with the length of each run of zeros behind its first: most numbers of a step are zero.
  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      packed.append(byte)
      guard byte == 0 else { continue }
      let run = rest.prefix { $0 == 0 }.prefix(255).count
      packed.append(UInt8(run))
      rest.removeFirst(run)
    }
    return packed
  }

  /// The bytes that were packed.
  private static func unpacked(_ packed: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = packed[...]
    while let byte = rest.popFirst() {
      bytes.append(byte)
      guard byte == 0, let run = rest.popFirst() else { continue }
      bytes.append(contentsOf: repeatElement(0, count: Int(run)))
    }
    return bytes
  }
}

/// What counts for each step in each part of a session, as long as an expectation can ask for it.
struct PartStepTallies {
  private struct Key: Hashable {
    var part: Int
    var step: Int32
  }

  private var numbers: [Key: Int32] = [:]
  private var tallies = StepTallies(count: 0)

  /// How many there are.
  var count: Int { numbers.count }

  /// What counted for a step in a part.
  subscript(part: Int, step: Int32) -> Tally {
    get { numbers[Key(part: part, step: step)].map { tallies[$0] } ?? Tally() }
    _modify {
      let key = Key(part: part, step: step)
      let number = numbers[key] ?? tallies.append()
      numbers[key] = number
      yield &tallies[number]
    }
  }

  /// Lets go what counted in the parts before one.
  mutating func forget(before part: Int) {
    for (key, number) in numbers where key.part < part { tallies.forget(number) }
    numbers = numbers.filter { $0.key.part >= part }
    if numbers.isEmpty { tallies = StepTallies(count: 0) }
  }

  /// Visits what counted from a part on, in the order of steps and of their parts.
  func visit(since part: Int, _ body: (_ step: Int32, _ tally: Tally) -> Void) {
    let found = numbers.filter { $0.key.part >= part }
    for (key, number) in found.sorted(by: {
      ($0.key.step, $0.key.part) < ($1.key.step, $1.key.part)
    }) {
      body(key.step, tallies[number])
    }
  }
}
