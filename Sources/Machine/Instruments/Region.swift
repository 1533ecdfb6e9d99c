internal import CSystem

/// Parts of a session that profilers see by the names of functions, and requests to
/// callgrind.
///
/// The session does the same with and without them.
public enum Region {
  /// The function through which a whole session is replayed.
  public static let sessionFunction = "mapreplay_session"

  /// The function through which a phase does its work.
  public static func function(ofPhase name: String) -> String { "mapreplay_phase_" + name }

  /// The function through which other phases do their work within a phase.
  public static func functionWithin(phase name: String) -> String { "mapreplay_within_" + name }

  /// The names of the phases, by their numbers.
  public static var phaseNames: [String] {
    var names: [String] = []
    while let name = unsafe mapreplay_name_of_phase(Int32(names.count)) {
      names.append(unsafe String(cString: name))
    }
    return names
  }

  /// Replays a session in a function that profilers see.
  public static func session(_ work: () -> Void) {
    enterSession(work)
  }

  /// Does the work of a phase in a function that profilers see.
  ///
  /// - Parameters:
  ///   - phase: Its number.
  ///   - outer: The number of the phase within which it is; nil when it is within none.
  ///   - work: The work of the phase.
  public static func phase(_ phase: Int, within outer: Int?, _ work: () -> Void) {
    precondition(unsafe mapreplay_name_of_phase(Int32(phase)) != nil, "there is no phase \(phase)")
    enterPhase(Int32(phase), Int32(outer ?? -1), work)
  }

  /// Whether valgrind runs this process.
  public static var isUnderValgrind: Bool { mapreplay_is_under_valgrind() != 0 }
  /// Starts counting; like the requests below, it does nothing without callgrind.
  public static func startCounting() { mapreplay_callgrind_start() }
  /// Stops counting.
  public static func stopCounting() { mapreplay_callgrind_stop() }

  /// Writes the counts since the last time into a separate file with a name.
  public static func writeCounts(named name: String) {
    unsafe name.withCString { unsafe mapreplay_callgrind_dump($0) }
  }
}

// Of CSystem. Closures are passed as they are: nothing is allocated, and no reference is counted.

@_silgen_name("mapreplay_session") private func enterSession(_ work: () -> Void)

@_silgen_name("mapreplay_phase")
private func enterPhase(_ phase: Int32, _ outer: Int32, _ work: () -> Void)
