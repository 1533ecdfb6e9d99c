import Scenarios

/// The totals of steps with every `repeat` written out; the numbers stop growing at their largest
/// value.
struct StepTotals {
  var steps = 0
  var marks = 0
  /// The points that the steps add, remove, move or look at.
  var points = 0
  var nanoseconds: Int64 = 0

  mutating func add(_ other: StepTotals, times: Int = 1) {
    func add<Number: FixedWidthInteger>(_ number: Number, to total: inout Number) {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: Number(times))
      let (sum, overflow) = total.addingReportingOverflow(product)
      total = isTooLarge || overflow ? .max : sum
    }
    add(other.steps, to: &steps)
    add(other.marks, to: &marks)
    add(other.points, to: &points)
    add(other.nanoseconds, to: &nanoseconds)
  }
}

/// The totals before the current step, and those of that step so far.
struct StepContext {
  private var totals = StepTotals()
  private(set) var stepCount = 0
  /// Whether steps may have no effect, as all of `setup` and `teardown` may.
  private var mayDoNothing = false
  /// The nesting depth of the step in `repeat`.
  private var depth = 0
  /// The number of the outermost `repeat` that came last.
  private var loop = 0
  private(set) var hasDownload = false
  /// The marks so far, each with the outermost `repeat` around it.
  private var marks: [(name: String, loop: Int?)] = []
  private var lines = StepLines()

  var isInRepeat: Bool { depth > 0 }

  mutating func begin(mayDoNothing: Bool) { self.mayDoNothing = mayDoNothing }

  /// Begins a step; returns its id, and the totals so far of the step around it.
  mutating func beginStep() -> (id: Int, outer: StepTotals) {
    defer {
      stepCount += 1
      totals = StepTotals(steps: 1)
    }
    return (stepCount, totals)
  }

  /// Ends a step; returns its totals.
  mutating func endStep(inside outer: StepTotals) -> StepTotals {
    defer { totals = outer }
    return totals
  }

  mutating func step(
    _ id: Int, _ action: Step.Action, at mark: YAMLMark, in texts: SourceTexts
  ) -> Step {
    var step = Step(
      id: id, place: lines.place(of: mark, in: texts), text: lines.text(at: mark, in: texts),
      action: action)
    step.mayDoNothing = mayDoNothing
    return step
  }

  /// Adds to the totals of the current step.
  mutating func add(_ more: StepTotals, times: Int = 1) { totals.add(more, times: times) }

  mutating func addDownload(_ more: StepTotals) {
    hasDownload = true
    add(more)
  }

  mutating func addMark(_ name: String) {
    add(StepTotals(marks: 1))
    marks.append((name, isInRepeat ? loop : nil))
  }

  /// Begins a repetition, unless it is nested too deep.
  mutating func beginRepeat() -> Bool {
    guard depth < Limits.repeatDepth else { return false }
    if depth == 0 { loop += 1 }
    depth += 1
    return true
  }

  mutating func endRepeat() { depth -= 1 }

  /// Whether a mark can come after another one.
  func canFollow(_ last: String, after first: String) -> Bool {
    guard let start = marks.firstIndex(where: { $0.name == first }) else { return true }
    let loops = marks.filter { $0.name == first }.compactMap(\.loop)
    return marks[start...].contains { $0.name == last }
      || marks.contains { $0.name == last && $0.loop.map(loops.contains) == true }
  }
}
