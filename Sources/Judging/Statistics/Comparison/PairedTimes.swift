internal import ExactMath
internal import MapGeometry
internal import Workloads

/// Times of one row of a comparison, in blocks of three fresh processes.
///
/// A block has a process of the base, one of the base again and one of the head. They run
/// side by side: a machine that drifts or is disturbed moves all processes of a block. The
/// base again is the control; it is the same program as the base.
public struct PairedTimes: Hashable, Sendable {
  /// The times of one process each, in any unit, more than zero.
  ///
  /// Processes that take turns are compared round by round, where they lie closest together.
  public struct Block: Hashable, Sendable {
    /// The time of the base.
    public let base: Double
    /// The time of the base again.
    public let control: Double
    /// The time of the head.
    public let head: Double
    /// The least rounds of the three, in the same unit; their times where there are no rounds.
    private(set) var least: Least

    /// The least time of one process of the base, the control and the head.
    struct Least: Hashable {
      var base: Double
      var control: Double
      var head: Double
    }

    /// Makes a block of its times.
    public init(base: Double, control: Double, head: Double) {
      (self.base, self.control, self.head) = (base, control, head)
      least = Least(base: base, control: control, head: head)
    }

    /// Makes a block of processes that took turns: the base with the median of its rounds, the
    /// others apart from it by the medians of what they differ by in each round.
    ///
    /// - Returns: Nil for no rounds, other numbers of them or a time of zero.
    public init?(rounds base: [Int64], control: [Int64], head: [Int64]) {
      guard !base.isEmpty, base.count == control.count, base.count == head.count,
        (base + control + head).allSatisfy({ $0 > 0 })
      else { return nil }
      func logarithms(_ times: [Int64]) -> [Double] { times.map { Elementary.log(Double($0)) } }
      func median(_ values: [Double]) -> Double {
        ShiftEstimate.median(ofSorted: values.sorted())
      }
      let (bases, controls, heads) = (logarithms(base), logarithms(control), logarithms(head))
      let middle = median(bases)
      let again = middle + median(zip(bases, controls).map { $1 - $0 })
      let between = zip(bases, controls).map { ($0 + $1) / 2 }
      self.init(
        base: Elementary.exp(middle), control: Elementary.exp(again),
        head: Elementary.exp((middle + again) / 2 + median(zip(between, heads).map { $1 - $0 })))
      func least(_ times: [Int64]) -> Double { times.min().map { Double($0) } ?? 0 }
      self.least = Least(base: least(base), control: least(control), head: least(head))
    }
  }

  /// The blocks, in the order in which they were measured.
  public var blocks: [Block]

  /// Makes a row of its blocks.
  public init(_ blocks: [Block] = []) { self.blocks = blocks }

  /// The logarithm of head over base in each block; the base is the geometric mean of its two.
  var changes: [Double] {
    blocks.map {
      Elementary.log($0.head) - (Elementary.log($0.base) + Elementary.log($0.control)) / 2
    }
  }

  /// The logarithm of the base again over the base in each block.
  var controls: [Double] { blocks.map { Elementary.log($0.control) - Elementary.log($0.base) } }

  /// The least round of the head over the least of the base, as a logarithm.
  ///
  /// What disturbs a process only adds to its time, so this is a second opinion. The base has two
  /// processes a block: the mean of their least times does not profit from that.
  var changeOfMinima: Double? {
    let least = blocks.map(\.least)
    guard let head = least.map(\.head).min(), let base = least.map(\.base).min(),
      let control = least.map(\.control).min()
    else { return nil }
    return Elementary.log(head) - (Elementary.log(base) + Elementary.log(control)) / 2
  }
}

/// The order of the processes of a block.
public enum BlockOrder {
  /// A process of a block.
  public enum Leg: Hashable, Sendable, CaseIterable {
    /// The base.
    case base
    /// The base again.
    case control
    /// The head.
    case head
  }

  /// The orders of blocks: drawn for one block and reversed for the next, so that a steady drift of
  /// the machine is the same for all three.
  public static func orders(count: Int, seed: UInt64) -> [[Leg]] {
    var stream = RandomStream(seed: seed, name: "order of processes")
    var orders: [[Leg]] = []
    while orders.count < count {
      var left = Leg.allCases
      var order: [Leg] = []
      while !left.isEmpty {
        order.append(left.remove(at: Int(stream.next(through: UInt64(left.count - 1)))))
      }
      orders += [order, order.reversed()]
    }
    return Array(orders.prefix(count))
  }
}
