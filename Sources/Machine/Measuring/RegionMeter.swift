internal import Instruments
public import MapModel

/// Marks steps and phases for callgrind.
///
/// The counts of each step are written into a separate file, in which each phase is a
/// function. A phase within another is shown within it, so that the cost of each phase
/// itself can be told.
public final class RegionMeter: Meter {
  /// The active phases, the innermost last.
  private var phases: [Phase] = []

  /// The steps whose counts are written into separate files; nil for all.
  private let steps: Set<Int32>?

  /// Creates a meter that has seen nothing.
  ///
  /// - Parameter steps: The steps whose counts are written into separate files; nil for all.
  public init(steps: Set<Int32>? = nil) { self.steps = steps }

  /// Replays a session with counting switched on.
  public func session(_ play: () -> Void) {
    Region.startCounting()
    Region.session(play)
    Region.writeCounts(named: RegionMeter.restName)
    Region.stopCounting()
  }

  /// The name of the counts before the first step, between steps and after the last.
  public static let restName = "session"

  /// The name of the counts of a step.
  public static func name(ofStep step: Int32) -> String { "step \(step)" }

  /// The step of counts with a name; nil for the part outside all steps.
  public static func step(named name: String) -> Int? {
    let words = name.split(separator: " ")
    return words.count == 2 && words[0] == "step" ? Int(words[1]) : nil
  }

  private var step: Int32 = -1

  private var isApart: Bool { steps?.contains(step) ?? true }

  /// Begins a step; the counts before it are written into a separate file.
  public func stepBegins(_ step: Int32) {
    self.step = step
    if isApart { Region.writeCounts(named: RegionMeter.restName) }
  }

  /// Ends a step; its counts are written into a separate file.
  public func stepEnds() {
    if isApart { Region.writeCounts(named: RegionMeter.name(ofStep: step)) }
  }

  /// Does the work as a function of the phase.
  public func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
    let outer = phases.last
    phases.append(phase)
    Region.phase(phase.rawValue, within: outer?.rawValue, work)
    phases.removeLast()
  }
}
