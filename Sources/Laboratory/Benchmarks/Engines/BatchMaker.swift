internal import ExactMath
import MapGeometry
import Workloads

/// The batches that change an index, the same for all engines.
struct BatchMaker {
  static let size = 1_000
  static let most = 25
  /// Points beside those of an index, which come or to whose places others move.
  static let extra = size * most

  /// The batches that an engine gets before it is the next one's turn: of the first of them it has
  /// to find its own memory again, as after anything else that a program does, of the others not.
  static let perTurn = 5

  /// How many batches there are for so many points: no more than half of them change.
  static func batchCount(_ points: Int) -> Int { min(points / (2 * size), most) }

  /// Batches of points that come, go or move; none unless there are twice as many as in one.
  static func batches(_ change: Batch.Change, count: Int, extra: [Coordinate]) -> [Batch] {
    let batches = batchCount(count)
    guard batches > 0 else { return [] }
    let numbers =
      change == .add
      ? Array(Int32(count)..<Int32(count + batches * size))
      : drawn(batches * size, below: count, stream: change.rawValue)
    return (0..<batches).map { batch in
      let part = batch * size..<(batch + 1) * size
      return Batch(
        change: change, ids: Array(numbers[part]),
        places: change == .remove ? [] : Array(extra[part]))
    }
  }

  /// Different numbers of points, by Floyd's way to draw a sample, in the order of drawing.
  private static func drawn(_ count: Int, below bound: Int, stream name: String) -> [Int32] {
    var stream = RandomStream(seed: DrawnData.seed, name: name)
    var taken: Set<Int> = []
    return (bound - count..<bound).map { last in
      let number = stream.below(last + 1)
      if taken.insert(number).inserted { return Int32(number) }
      taken.insert(last)
      return Int32(last)
    }
  }
}
