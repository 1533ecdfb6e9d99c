internal import MapEvents
public import MapGeometry

/// A row of a timeline, which files and other processes hold as whole numbers.
public protocol TimelineRow: Hashable, Sendable {
  /// When it begins.
  var start: SimulatedTime { get }
  /// The names of its numbers with their units.
  static var columns: [String] { get }
  /// The most rows of a session.
  static var limit: Int { get }
  /// Its numbers after the time at which it begins.
  var numbers: [Int64] { get }
  /// Makes a row of its numbers, as many as there are columns after the first; nil when no row has
  /// these.
  init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>)
}

/// The rows of one kind, up to its limit, and how many there were beyond.
public struct TimelineRows<Row: TimelineRow>: Hashable, Sendable {
  /// The rows in the order of time.
  public private(set) var rows: [Row] = []
  /// The rows beyond the limit.
  public private(set) var leftOut = 0

  /// No rows.
  public init() {}

  /// Takes in a row.
  ///
  /// - Returns: Its index; nil when it is left out.
  @discardableResult
  mutating func append(_ row: Row) -> Int? {
    guard rows.count < Row.limit else {
      leftOut += 1
      return nil
    }
    rows.append(row)
    return rows.count - 1
  }

  /// Changes a row; does nothing without an index.
  mutating func change(_ index: Int?, _ change: (inout Row) -> Void) {
    if let index { change(&rows[index]) }
  }

  /// All numbers one after the other, with times as distances from the row before.
  package var parts: (numbers: [Int64], leftOut: Int) {
    var numbers: [Int64] = []
    numbers.reserveCapacity(rows.count * Row.columns.count)
    var last = SimulatedTime.zero
    for row in rows {
      numbers.append((row.start - last).nanoseconds)
      numbers += row.numbers
      last = row.start
    }
    return (numbers, leftOut)
  }

  /// The rows of such numbers; nil when they are none.
  package init?(_ numbers: [Int64], leftOut: Int) {
    let width = Row.columns.count
    guard numbers.count.isMultiple(of: width), leftOut >= 0, numbers.count / width <= Row.limit
    else { return nil }
    rows.reserveCapacity(numbers.count / width)
    var start = SimulatedTime.zero
    for first in stride(from: 0, to: numbers.count, by: width) {
      let (next, isBeyond) = start.nanoseconds.addingReportingOverflow(numbers[first])
      start = SimulatedTime(nanoseconds: next)
      guard !isBeyond, let row = Row(start: start, numbers[(first + 1)..<(first + width)]) else {
        return nil
      }
      rows.append(row)
    }
    self.leftOut = leftOut
  }
}

/// Rows that files and other processes hold as whole numbers.
package protocol NumberRows {
  /// The names of the numbers of a row.
  static var columns: [String] { get }
  /// How many they are.
  static var columnCount: Int { get }
  /// All numbers one after the other, the first of each row as its distance from the row before,
  /// and how many rows are left out.
  var parts: (numbers: [Int64], leftOut: Int) { get }
  /// The rows of such numbers; nil when they are none.
  init?(_ numbers: [Int64], leftOut: Int)
}

extension NumberRows {
  package static var columnCount: Int { columns.count }
}

extension TimelineRows: NumberRows {
  package static var columns: [String] { Row.columns }
}

// MARK: Rows as numbers

/// A span as numbers: its length is -1 while it lasts.
private enum Length {
  static func number(from start: SimulatedTime, to end: SimulatedTime?) -> Int64 {
    end.map { ($0 - start).nanoseconds } ?? -1
  }

  /// The end of a span; nil in the outer optional where it would lie before its start or beyond
  /// all time.
  static func end(_ number: Int64, from start: SimulatedTime) -> SimulatedTime?? {
    guard number >= 0 else { return number == -1 ? .some(nil) : nil }
    let (end, isBeyond) = start.nanoseconds.addingReportingOverflow(number)
    return isBeyond ? nil : .some(SimulatedTime(nanoseconds: end))
  }
}

extension ArraySlice<Int64> {
  /// The number in a column, the first of which is 1.
  fileprivate subscript(column column: Int) -> Int64 { self[startIndex + column - 1] }
  fileprivate func id(_ column: Int) -> Int32? { Int32(exactly: self[column: column]) }
  fileprivate func flag(_ column: Int) -> Bool? {
    0...1 ~= self[column: column] ? self[column: column] == 1 : nil
  }
}

extension SessionTimeline.StepSpan {
  /// The names of its numbers.
  public static let columns = ["after ns", "for ns", "step"]
  /// The most rows of a session.
  public static let limit = 2_000
  /// Its numbers.
  public var numbers: [Int64] { [Length.number(from: start, to: end), Int64(step)] }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let end = Length.end(numbers[column: 1], from: start), let step = numbers.id(2) else {
      return nil
    }
    self.init(start: start, end: end, step: step)
  }
}

extension SessionTimeline.TouchSpan {
  /// The names of its numbers.
  public static let columns = ["after ns", "for ns", "kind"]
  /// The most rows of a session.
  public static let limit = 1_000
  /// Its numbers.
  public var numbers: [Int64] { [Length.number(from: start, to: end), kind.rawValue] }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let end = Length.end(numbers[column: 1], from: start),
      let kind = Kind(rawValue: numbers[column: 2])
    else { return nil }
    self.init(start: start, end: end, kind: kind)
  }
}

extension SessionTimeline.RegionSpan {
  /// The names of its numbers.
  public static let columns = ["after ns", "for ns", "animated", "interrupted"]
  /// The most rows of a session.
  public static let limit = 1_000
  /// Its numbers.
  public var numbers: [Int64] {
    [Length.number(from: start, to: end), isAnimated ? 1 : 0, isInterrupted ? 1 : 0]
  }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let end = Length.end(numbers[column: 1], from: start), let isAnimated = numbers.flag(2),
      let isInterrupted = numbers.flag(3)
    else { return nil }
    self.init(start: start, end: end, isAnimated: isAnimated, isInterrupted: isInterrupted)
  }
}

extension SessionTimeline.UpdateStart {
  /// The names of its numbers.
  public static let columns = ["after ns", "update"]
  /// The most rows of a session.
  public static let limit = 2_000
  /// Its numbers.
  public var numbers: [Int64] { [Int64(update)] }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let update = numbers.id(1) else { return nil }
    self.init(start: start, update: update)
  }
}

extension SessionTimeline.IndexingSpan {
  /// The names of its numbers.
  public static let columns = ["after ns", "for ns", "layer"]
  /// The most rows of a session.
  public static let limit = 1_000
  /// Its numbers.
  public var numbers: [Int64] {
    [Length.number(from: start, to: end), Int64(layer.rawValue)]
  }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let end = Length.end(numbers[column: 1], from: start), let layer = numbers.id(2) else {
      return nil
    }
    self.init(start: start, end: end, layer: LayerID(rawValue: layer))
  }
}

extension SessionTimeline.ViewSpan {
  /// The names of its numbers.
  public static let columns = [
    "after ns", "for ns", "view", "annotation", "layer", "identifier", "reused", "shown for",
  ]
  /// The most rows of a session.
  public static let limit = 2_000
  /// Its numbers.
  public var numbers: [Int64] {
    [
      Length.number(from: start, to: end), Int64(view.rawValue), Int64(annotation.rawValue),
      Int64(layer.rawValue), Int64(identifier), isReused ? 1 : 0, subject.rawValue,
    ]
  }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let end = Length.end(numbers[column: 1], from: start), let view = numbers.id(2),
      let annotation = numbers.id(3), let layer = numbers.id(4), let identifier = numbers.id(5),
      let isReused = numbers.flag(6), let subject = Subject(rawValue: numbers[column: 7])
    else { return nil }
    self.init(
      start: start, end: end, view: ViewID(rawValue: view),
      annotation: AnnotationID(rawValue: annotation), layer: LayerID(rawValue: layer),
      identifier: identifier, isReused: isReused, subject: subject)
  }
}

extension SessionTimeline.ViewCount {
  /// The names of its numbers.
  public static let columns = ["after ns", "live", "pooled"]
  /// The most rows of a session.
  public static let limit = 1_000
  /// Its numbers.
  public var numbers: [Int64] { [Int64(live), Int64(pooled)] }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let live = numbers.id(1), let pooled = numbers.id(2) else { return nil }
    self.init(start: start, live: live, pooled: pooled)
  }
}

extension SessionTimeline.CalloutSpan {
  /// The names of its numbers.
  public static let columns = [
    "after ns", "for ns", "rest after ns", "callout", "annotation", "interrupted",
  ]
  /// The most rows of a session.
  public static let limit = 1_000
  /// Its numbers.
  public var numbers: [Int64] {
    [
      Length.number(from: start, to: end), Length.number(from: start, to: rest), Int64(callout),
      Int64(annotation.rawValue), isInterrupted ? 1 : 0,
    ]
  }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let end = Length.end(numbers[column: 1], from: start),
      let rest = Length.end(numbers[column: 2], from: start), let callout = numbers.id(3),
      let annotation = numbers.id(4), let isInterrupted = numbers.flag(5)
    else { return nil }
    self.init(
      start: start, end: end, rest: rest, callout: callout,
      annotation: AnnotationID(rawValue: annotation), isInterrupted: isInterrupted)
  }
}

extension SessionTimeline.BatchAnswer {
  /// The names of its numbers.
  public static let columns = ["after ns", "layer", "points", "outcome"]
  /// The most rows of a session.
  public static let limit = 1_000
  /// Its numbers.
  public var numbers: [Int64] { [Int64(layer.rawValue), Int64(points), outcome.rawValue] }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let layer = numbers.id(1), let points = numbers.id(2),
      let outcome = Outcome(rawValue: numbers[column: 3])
    else { return nil }
    self.init(start: start, layer: LayerID(rawValue: layer), points: points, outcome: outcome)
  }
}

extension SessionTimeline.Hitch {
  /// The names of its numbers.
  public static let columns = ["after ns", "late ns", "main thread ns", "frame"]
  /// The most rows of a session.
  public static let limit = 1_000
  /// Its numbers.
  public var numbers: [Int64] { [lateness.nanoseconds, mainThread.nanoseconds, frame] }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    self.init(
      start: start, lateness: SimulatedTime(nanoseconds: numbers[column: 1]),
      mainThread: SimulatedTime(nanoseconds: numbers[column: 2]), frame: numbers[column: 3])
  }
}

extension SessionTimeline.Occurrence {
  /// The names of its numbers.
  public static let columns = ["after ns", "event", "kind", "row"]
  /// The most rows of a session.
  public static let limit = 20_000
  /// Its numbers.
  public var numbers: [Int64] { [event, kind.rawValue, row] }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let kind = Kind(rawValue: numbers[column: 2]) else { return nil }
    self.init(start: start, event: numbers[column: 1], kind: kind, row: numbers[column: 3])
  }
}

extension SessionTimeline.FrameWork {
  /// The names of its numbers.
  public static let columns = ["after ns", "main thread ns", "frames"]
  /// The most rows of a session.
  public static let limit = 120
  /// Its numbers.
  public var numbers: [Int64] { [mainThread.nanoseconds, frames] }

  /// Makes a row of its numbers.
  public init?(start: SimulatedTime, _ numbers: ArraySlice<Int64>) {
    guard let mainThread = numbers.first, let frames = numbers.last, frames > 0 else { return nil }
    self.init(
      start: start, mainThread: SimulatedTime(nanoseconds: mainThread), frames: frames)
  }
}
