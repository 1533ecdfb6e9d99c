public import Metrics

/// How the instructions and allocations of a session differ from those of another build.
public struct CountsDifference: Codable, Hashable, Sendable {
  /// A change of one named count.
  public struct Change<Name: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The part or count that changed, such as a step, a phase or a function.
    public var name: Name
    /// The instructions, requests or bytes before; nil where they are not known.
    public var before: Int64?
    /// The same now.
    public var now: Int64

    /// The difference ``now`` minus ``before``; an unknown count is taken as 0.
    public var more: Int64 { now - (before ?? 0) }
  }

  /// The whole session.
  public let session: Change<String>
  /// The step whose instructions changed most; nil when instructions do not differ.
  ///
  /// Steps beyond the limit come first. The name is nil for the time between steps.
  public let step: Change<Int?>?
  /// The phase of that step that changed most; nil names the rest, outside all phases.
  public let phase: Change<String?>?
  /// The step that grew most, beyond the limit; nil when none did.
  public let growth: Change<Int?>?
  /// The functions that changed most, those first; empty where none are known.
  public let functions: [Change<String>]

  /// Whether the instructions differ by more than their limit, in all or in a step.
  public let instructionsDiffer: Bool
  /// The counts of the allocator that differ in the whole session.
  public let allocations: [Change<AllocationCount>]
  /// The step whose use of the allocator grew most, or else shrank most; nil where no step
  /// differs.
  public let allocatingStep: Change<AllocatingStep>?

  /// A step and its count of the allocator that differs.
  public struct AllocatingStep: Codable, Hashable, Sendable {
    /// The step; nil for the part between steps.
    public var step: Int?
    /// The count: requests, or bytes where no step has more or less of those.
    public var count: AllocationCount
  }

  /// Whether an instruction count or an allocator count of the session or of a step has
  /// grown.
  public var hasGrown: Bool {
    (instructionsDiffer && (session.more >= 0 || growth != nil))
      || allocations.contains { $0.more > 0 } || (allocatingStep?.more ?? 0) > 0
  }

  /// The maximum number of functions in ``functions``.
  public static let functionLimit = 10

  /// The least instructions of a function that is worth a line.
  static let functionFloor: Int64 = 200

  /// The metrics that differ beyond their limits.
  package var metrics: [CountedMetric] {
    let counts = allocations.map(\.name) + (allocatingStep.map { [$0.name.count] } ?? [])
    return CountedMetric.allCases.filter { metric in
      metric == .instructions
        ? instructionsDiffer : counts.contains { $0.rawValue == metric.rawValue }
    }
  }

  /// Compares counts; nil when the counts of each step and of the session are within the limits,
  /// those of the allocator where both sides counted them.
  package init?(
    from before: SessionCounts, to now: SessionCounts, within limits: CountLimits = .standard
  ) {
    func isBeyond<Name>(_ change: Change<Name>) -> Bool {
      limits[.instructions].isBroken(from: change.before ?? 0, to: change.now)
    }
    var rows: [Change<Int?>] = []
    session = Change(name: "session", before: before.instructions, now: now.instructions)
    var isAny = isBeyond(session)
    for row in now.rows {
      let old = before.rows.first { $0.step == row.step }
      let change = Change(
        name: row.step, before: old?.instructions, now: row.instructions)
      rows.append(change)
      isAny = isAny || isBeyond(change)
    }
    for row in before.rows where !now.rows.contains(where: { $0.step == row.step }) {
      rows.append(Change(name: row.step, before: row.instructions, now: 0))
      isAny = true
    }
    let allocations = CountsDifference.allocations(from: before, to: now, within: limits)
    let allocatingStep = CountsDifference.allocatingStep(from: before, to: now, within: limits)
    guard isAny || !allocations.isEmpty || allocatingStep != nil else { return nil }
    (self.allocations, self.allocatingStep) = (allocations, allocatingStep)
    instructionsDiffer = isAny
    let beyond = rows.filter(isBeyond)
    let moved = beyond.isEmpty ? rows : beyond
    step = isAny ? moved.max { $0.more.magnitude < $1.more.magnitude } : nil
    growth = beyond.filter { $0.more > 0 }.max { $0.more < $1.more }
    phase = step.flatMap { CountsDifference.phase(ofStep: $0.name, from: before, to: now) }
    functions = isAny ? CountsDifference.functions(from: before, to: now) : []
  }

  private static func allocations(
    from before: SessionCounts, to now: SessionCounts, within limits: CountLimits
  ) -> [Change<AllocationCount>] {
    AllocationCount.allCases.compactMap { count in
      guard let old = before.value(of: count), let new = now.value(of: count),
        limits[count].isBroken(from: old, to: new)
      else { return nil }
      return Change(name: count, before: old, now: new)
    }
  }

  private static func allocatingStep(
    from before: SessionCounts, to now: SessionCounts, within limits: CountLimits
  ) -> Change<AllocatingStep>? {
    let steps = Set(before.rows.map(\.step)).union(now.rows.map(\.step))
      .sorted { ($0 ?? .max) < ($1 ?? .max) }
    func number(_ counts: SessionCounts, _ step: Int?, _ count: AllocationCount) -> Int64 {
      counts.rows.first { $0.step == step }?.value(of: count) ?? 0
    }
    let changes = [AllocationCount.requests, .bytes].filter {
      before.value(of: $0) != nil && now.value(of: $0) != nil
    }.map { count in
      steps.map { step in
        Change(
          name: AllocatingStep(step: step, count: count), before: number(before, step, count),
          now: number(now, step, count))
      }.filter { limits[count].isBroken(from: $0.before ?? 0, to: $0.now) }
    }
    // Bytes that grow are not outweighed by requests that are fewer.
    let most = changes.compactMap { $0.max { $0.more < $1.more } }.first { $0.more > 0 }
    return most ?? changes.compactMap { $0.min { $0.more < $1.more } }.first { $0.more < 0 }
  }

  private static func phase(
    ofStep step: Int?, from before: SessionCounts, to now: SessionCounts
  ) -> Change<String?>? {
    let old = before.rows.first { $0.step == step }
    let new = now.rows.first { $0.step == step }
    var changes = [Change<String?>(name: nil, before: old?.rest, now: new?.rest ?? 0)]
    for (index, name) in now.phaseNames.enumerated() {
      let earlier = before.phaseNames.firstIndex(of: name)
      changes.append(
        Change(
          name: name, before: earlier.flatMap { old?.phases[$0] }, now: new?.phases[index] ?? 0))
    }
    return changes.max { $0.more.magnitude < $1.more.magnitude }
  }

  private static func functions(
    from before: SessionCounts, to now: SessionCounts
  ) -> [Change<String>] {
    guard let old = before.functions, let new = now.functions else { return [] }
    let earlier = Dictionary(old.map { ($0.name, $0.instructions) }) { $0 + $1 }
    // Those whose old counts are in the sum of the others have no row of their own.
    let kept =
      earlier[SessionCounts.othersName] == nil
      ? new : now.keptFunctions(besides: Set(earlier.keys)) ?? new
    let later = Dictionary(kept.map { ($0.name, $0.instructions) }) { $0 + $1 }
    let names = Set(earlier.keys).union(later.keys)
    let changes = names.map { name in
      Change(name: name, before: earlier[name], now: later[name] ?? 0)
    }
    return Array(
      changes.filter { $0.more.magnitude > functionFloor.magnitude }
        .sorted { ($1.more.magnitude, $0.name) < ($0.more.magnitude, $1.name) }
        .prefix(functionLimit))
  }
}
