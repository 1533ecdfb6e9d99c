internal import Foundation
internal import Instruments
public import Profiles

/// Profiles parts of sessions by callgrind, which counts every instruction with the whole stack
/// that led to it.
public struct CallgrindProfiler: Sendable {
  /// The number of callers by which stacks are separated; only chains of deinitializers are
  /// longer, and lose their beginnings.
  private static let depth = 64

  private let callgrind: Callgrind
  /// The time limit of a replay, in seconds.
  private let seconds: Int

  /// Finds valgrind.
  public init() throws(MeasuringError) {
    (callgrind, seconds) = (try Callgrind(), ChildProcess.patience)
  }

  /// Creates a profiler with a valgrind that was found.
  ///
  /// - Parameters:
  ///   - valgrind: Valgrind.
  ///   - seconds: The time limit of a replay.
  package init(_ valgrind: Valgrind, seconds: Int = ChildProcess.patience) {
    (callgrind, self.seconds) = (Callgrind(valgrind), seconds)
  }

  /// The counts of a session.
  public struct Count: Sendable {
    /// The instructions by stacks.
    public var profile: Profile
    /// The total of the session that callgrind reports.
    public var total: Int64
    /// The instructions outside of the part.
    public var leftOut: Int64
    /// The lines of the project's own files, the most expensive first; none without debug
    /// information that valgrind reads.
    public var lines: [CallgrindDump.Line]
  }

  /// Counts the instructions of a session, replayed once.
  public func count(_ session: ProfiledSession) throws(MeasuringError) -> Count {
    guard let folder = ScratchFolder() else { throw .withoutFolder }
    defer { folder.remove() }
    let output = folder.path("callgrind.out")
    var program = session.executable
    var result = replay(session, program, output)
    // Valgrind ends at once where it cannot read the debug information.
    if case .exited(1...)? = result?.ending {
      program = try StrippedCopy.path(of: session.executable)
      result = replay(session, program, output)
    }
    guard let result else { throw .failed("the system gives no process") }
    guard result.isSuccess else {
      throw .failed(PerfProfiler.words(for: result, of: session, within: seconds))
    }
    return try CallgrindProfiler.count(
      of: session.part, in: try CallgrindProfiler.dumps(in: output, of: session), program: program)
  }

  /// Replays a session by a program under callgrind; nil when the system cannot create a
  /// process.
  private func replay(
    _ session: ProfiledSession, _ executable: String, _ output: String
  ) -> ChildProcess.Result? {
    func replay(_ more: [String]) -> ChildProcess.Result? {
      let program = callgrind.program(
        executable,
        arguments: ["sample", session.file, "--id", session.id] + session.options + more,
        output: output, separatingCallers: CallgrindProfiler.depth)
      return ChildProcess.run(program, seconds: seconds)
    }
    // Each step that is kept apart has all its stacks written once more.
    let result = replay(["--apart", session.part.steps.map(String.init).joined(separator: ",")])
    // An older build knows no such option.
    return result?.ending == .exited(64) ? replay([]) : result
  }

  /// Reads callgrind's output piece by piece, since it may have hundreds of megabytes.
  private static func dumps(
    in path: String, of session: ProfiledSession
  ) throws(MeasuringError) -> [CallgrindDump] {
    guard let pieces = FilePieces(path) else {
      throw .failed("callgrind counted nothing: \(session.executable) is no mapreplay, or another")
    }
    return try Callgrind.dumps(in: pieces)
  }

  /// Returns the counts of a part in the dumps.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - dumps: The output of callgrind.
  ///   - program: The file that was run, whose lines are counted.
  /// - Returns: The counts.
  /// - Throws: A error when there are none.
  public static func count(
    of part: GateMeter.Section, in dumps: [CallgrindDump], program: String
  ) throws(MeasuringError) -> Count {
    var collapse = StackCollapse(of: part, .instructions)
    var (total, elsewhere): (Int64, Int64) = (0, 0)
    var lines: [String: [Int64: Int64]] = [:]
    for dump in dumps where dump.request != nil {
      total += dump.total
      guard part.holds(dump) else {
        elsewhere += dump.total
        continue
      }
      let modules = CallgrindProfiler.modules(of: dump)
      for function in dump.functions where function.selfCost > 0 {
        let names = CallgrindProfiler.names(in: function.name)
        let isInPart = collapse.add(
          names.reversed().map { name in
            StackCollapse.Symbol(
              name.isEmpty || name.hasPrefix("0x") ? nil : name, module: modules[name] ?? "")
          }, function.selfCost)
        // Only lines of this program: those of libraries follow from what calls them.
        guard isInPart, function.object == program else { continue }
        for line in function.lines where CallgrindProfiler.isOfProject(line.file) {
          lines[line.file, default: [:]][line.line, default: 0] += line.cost
        }
      }
    }
    let profile = collapse.profile()
    guard profile.total > 0 else { throw .neverAtWork }
    let sorted = lines.flatMap { file, costs in
      costs.map { CallgrindDump.Line(file: file, line: $0.key, cost: $0.value) }
    }.sorted { ($1.cost, $0.file, $0.line) < ($0.cost, $1.file, $1.line) }
    return Count(
      profile: profile, total: total, leftOut: elsewhere + collapse.leftOut, lines: sorted)
  }

  /// Whether a source file belongs to the project, not to a library that is built with it.
  private static func isOfProject(_ file: String) -> Bool {
    guard file.contains("/Sources/") else { return false }
    // The project itself may lie in a folder named so, or be a revision that is built in `.build`.
    guard let build = file.range(of: "/.build/") else { return true }
    return !file[build.lowerBound...].contains("/checkouts/")
  }

  /// The functions of a stack, the innermost first: callgrind writes them as one name.
  static func names(in context: String) -> [String] {
    guard context.contains("'") else { return [context] }
    // Functions of C++ without a name have the sign that separates in theirs, and the second level
    // of a recursion its number behind one.
    let parts = context.replacing(/'((?:lambda|unnamed)[0-9]*)'/) { "{\($0.1)}" }
      .split(separator: "'", omittingEmptySubsequences: false)
    let callers = parts.dropFirst().filter { $0.isEmpty || !$0.allSatisfy(\.isNumber) }
    return (parts.prefix(1) + callers).map(String.init)
  }

  /// The program or library of each function, which callgrind has for the innermost of a stack.
  private static func modules(of dump: CallgrindDump) -> [String: String] {
    var modules: [String: String] = [:]
    for function in dump.functions {
      let name = names(in: function.name)[0]
      if modules[name] == nil { modules[name] = function.object }
    }
    return modules
  }
}

extension GateMeter.Section {
  /// The ids of its steps in order; none when it is no step.
  fileprivate var steps: [Int32] {
    switch self {
    case .session, .phase: []
    case .steps(let steps): steps.sorted()
    }
  }

  /// Whether counts that were written under a name may belong to the part.
  func holds(_ dump: CallgrindDump) -> Bool {
    guard let request = dump.request else { return false }
    switch self {
    case .session, .phase: return true
    case .steps(let steps): return steps.contains { RegionMeter.name(ofStep: $0) == request }
    }
  }
}
