public import MapModel

/// Opens a gate for the part of a session that a profiler is to see, and closes it behind.
public final class GateMeter: Meter {
  /// The part that is seen.
  public enum Section: Hashable, Sendable {
    /// All of it.
    case session
    /// Some steps, by their ids, each time they are played.
    case steps(Set<Int32>)
    /// A phase wherever it is.
    case phase(Phase)
  }

  private let part: Section
  private let gate: any Gate
  /// Names phases for the profiler.
  private let regions = RegionMeter()
  /// How many of the phases that are at work are the one that is seen.
  private var depth = 0
  /// The step whose gate is open.
  private var isStepOpen = false

  /// Makes a meter for a part.
  public init(_ part: Section, gate: any Gate) { (self.part, self.gate) = (part, gate) }

  /// Replays a session once.
  public func session(_ play: () -> Void) {
    if part == .session { gate.open() }
    regions.session(play)
    if part == .session { gate.close() }
  }

  /// Opens the gate of a step that is seen.
  public func stepBegins(_ step: Int32) {
    guard case .steps(let steps) = part, steps.contains(step) else { return }
    isStepOpen = true
    gate.open()
  }

  /// Closes the gate of a step that was seen.
  public func stepEnds() {
    guard isStepOpen else { return }
    gate.close()
    isStepOpen = false
  }

  /// Does the work; a phase within itself opens the gate no second time.
  public func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    guard part == .phase(phase) else { return regions.measure(phase, ofUpdate: update, work) }
    depth += 1
    if depth == 1 { gate.open() }
    regions.measure(phase, ofUpdate: update, work)
    if depth == 1 { gate.close() }
    depth -= 1
  }
}

/// Lets a profiler see the work that is done while it is open.
public protocol Gate: AnyObject {
  /// From now on everything is seen.
  func open()
  /// Nothing is seen any more.
  func close()
}
