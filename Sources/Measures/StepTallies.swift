internal import Wire

/// What counts for each step of a session.
///
/// A tally takes close to a kilobyte, and a session may have a hundred thousand steps: only those
/// that something counted for last are kept open, the others as their bytes. Late events, such as
/// the batches of a download, open theirs again.
struct StepTallies {
  /// How many steps there are.
  let count: Int
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
    self.count = count
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
    guard let tally = try? Wire.value(Tally.self, from: bytes) else {
      preconditionFailure("the tally of step \(step) cannot be opened again")
    }
    return tally
  }

  private static func bytes(of tally: Tally) -> [UInt8] {
    guard let bytes = try? Wire.bytes(of: tally) else {
      preconditionFailure("a tally of numbers has no bytes")
    }
    return bytes
  }
}
