public import Metrics

/// The exact cost of one replay of a session.
///
/// It has the instructions by steps and phases, and the allocations by steps.
public struct SessionCounts: Codable, Hashable, Sendable {
  /// The counts of a step, or of the time between steps.
  ///
  /// The rounds of a step in a repetition are added up.
  public struct Row: Codable, Hashable, Sendable {
    /// The id of the step; nil for the time before, between and after the steps.
    public var step: Int?
    /// The instructions of each phase itself, without those of phases within it.
    public var phases: [Int64]
    /// Instructions in no phase.
    public var rest: Int64
    /// The number of requests for memory; nil where they were not counted.
    public var allocations: Int64?
    /// The number of bytes requested, freed or not; nil where they were not counted.
    public var allocatedBytes: Int64?

    /// Makes a row.
    public init(
      step: Int?, phases: [Int64], rest: Int64, allocations: Int64? = nil,
      allocatedBytes: Int64? = nil
    ) {
      (self.step, self.phases, self.rest) = (step, phases, rest)
      (self.allocations, self.allocatedBytes) = (allocations, allocatedBytes)
    }

    /// All instructions of the row.
    ///
    /// The sum saturates at the largest number, as a file may hold any.
    public var instructions: Int64 { phases.reduce(rest) { $0.clampedSum($1) } }

    /// Returns a count of the allocator.
    ///
    /// It is nil where the count does not exist for a step, or where it was not counted.
    func value(of count: AllocationCount) -> Int64? {
      switch count {
      case .perSteadyFrame, .peak: nil
      case .requests: allocations
      case .bytes: allocatedBytes
      }
    }
  }

  /// The self cost of a function.
  public struct Function: Codable, Hashable, Sendable {
    /// The function's readable name; functions of the same name are merged.
    public var name: String
    /// The number of instructions, without those of called functions.
    public var instructions: Int64

    /// Makes a function.
    public init(name: String, instructions: Int64) {
      (self.name, self.instructions) = (name, instructions)
    }
  }

  /// The names of the phases, in the order of every row.
  public var phaseNames: [String]
  /// The steps that were played, in the order of their ids; the part between steps comes last.
  public var rows: [Row]
  /// The functions, the costliest first; nil where the counter knows none.
  public var functions: [Function]?
  /// Whether the counter ran for a part of the time only, so that the rest is extrapolated.
  public var isEstimate: Bool
  /// The peak number of live bytes, sampled at the borders of phases and steps; nil where it
  /// was not counted.
  public var peakLiveBytes: Int64?

  /// Makes counts, with rows and functions in any order.
  public init(
    phaseNames: [String], rows: [Row], functions: [Function]?, isEstimate: Bool = false
  ) {
    precondition(rows.allSatisfy { $0.phases.count == phaseNames.count }, "a row has each phase")
    self.phaseNames = phaseNames
    self.rows = rows.sorted { ($0.step ?? .max) < ($1.step ?? .max) }
    self.functions = functions?.sorted {
      ($1.instructions, $0.name) < ($0.instructions, $1.name)
    }
    self.isEstimate = isEstimate
  }

  /// All instructions of the replay.
  public var instructions: Int64 { rows.reduce(0) { $0 + $1.instructions } }
  /// Returns a count of the allocator for all steps; nil where it was not counted.
  public func value(of count: AllocationCount) -> Int64? {
    switch count {
    case .perSteadyFrame: nil
    case .requests, .bytes:
      rows.reduce(Int64?(0)) { sum, row in
        guard let sum, let number = row.value(of: count) else { return nil }
        return sum + number
      }
    case .peak: peakLiveBytes
    }
  }

  /// Adds the allocations of the same session.
  public mutating func add(_ allocations: Allocations) {
    peakLiveBytes = allocations.peakLiveBytes
    let parts = allocations.steps.enumerated().map { (step: Int?($0.offset), part: $0.element) }
    for (step, part) in parts + [(nil, allocations.rest)] {
      var place = rows.firstIndex { $0.step == step }
      if place == nil, part.count > 0 {
        rows.append(Row(step: step, phases: phaseNames.map { _ in 0 }, rest: 0))
        place = rows.count - 1
      }
      guard let place else { continue }
      (rows[place].allocations, rows[place].allocatedBytes) = (part.count, part.bytes)
    }
    rows.sort { ($0.step ?? .max) < ($1.step ?? .max) }
  }

  /// The instructions of each phase in all steps.
  public var phases: [Int64] {
    phaseNames.indices.map { phase in rows.reduce(0) { $0 + $1.phases[phase] } }
  }
  /// Returns the functions that are worth keeping, the costliest first, and the sum of all
  /// others.
  ///
  /// It is nil where no functions are known.
  ///
  /// - Parameter names: Functions that are kept whatever they cost.
  /// - Returns: The functions whose absence would be a change.
  public func keptFunctions(besides names: Set<String> = []) -> [Function]? {
    functions.map { functions in
      func isKept(_ function: Function) -> Bool {
        function.instructions >= CountsDifference.functionFloor || names.contains(function.name)
      }
      let others = functions.reduce(0) { isKept($1) ? $0 : $0 + $1.instructions }
      return functions.filter(isKept)
        + [Function(name: SessionCounts.othersName, instructions: others)]
    }
  }

  /// The name of the row that sums the functions that are not kept.
  public static let othersName = "all other functions"

  /// The instructions in no phase.
  public var rest: Int64 { rows.reduce(0) { $0 + $1.rest } }
}
