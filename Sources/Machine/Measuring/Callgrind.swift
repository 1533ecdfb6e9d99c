public import Counts
public import Instruments
internal import Profiles
internal import Statistics

/// Counts instructions by callgrind, on every machine that has valgrind.
public struct Callgrind: Sendable {
  /// The package of Debian that brings it.
  public static let package = "valgrind"

  private let valgrind: Valgrind
  /// Its version, such as `3.19.0`.
  public var version: String { valgrind.version }

  /// Finds callgrind.
  public init() throws(MeasuringError) {
    do throws(Valgrind.Missing) {
      valgrind = try Valgrind()
    } catch { throw .unavailable(error.finding, help: error.remedy) }
  }

  /// Callgrind of a valgrind that was found.
  init(_ valgrind: Valgrind) { self.valgrind = valgrind }

  /// The environment of every counted program, which is all that it gets.
  ///
  /// The allocator returns no memory while it counts: it does so by a clock, which once
  /// changed one count in four. Nor does it scan its cache at intervals, which depend on all
  /// bytes that were requested before. Large memory comes from a separate arena, and past the
  /// cache: there the runtime keeps types, which it finds by their addresses, and the paths
  /// of a longer folder must not move them.
  ///
  /// The loader is told where libraries are. Otherwise it would map its cache of them, whose
  /// size changes with each installed package, and with it the addresses of all other memory.
  public static let environment =
    [
      "LC_ALL=C", "SWIFT_DETERMINISTIC_HASHING=1",
      "MALLOC_CONF=dirty_decay_ms:-1,muzzy_decay_ms:-1,tcache_gc_incr_bytes:1099511627776,"
        + "oversize_threshold:16384,tcache_max:8192",
    ] + (Machine.libraryFolder.map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])

  /// Returns a program under callgrind, which counts as the program asks.
  ///
  /// - Parameters:
  ///   - executable: The program, without debug information, which callgrind may not know.
  ///   - arguments: Its arguments.
  ///   - output: The file for the counts.
  ///   - callers: The number of callers by which costs of a function are separated.
  /// - Returns: The program to start.
  public func program(
    _ executable: String, arguments: [String], output: String, separatingCallers callers: Int = 0
  ) -> ChildProcess.Program {
    var program = ChildProcess.Program(
      path: valgrind.path,
      arguments: [
        // No pipes for a debugger, which a process that is killed would leave behind.
        "-q", "--vgdb=no", "--tool=callgrind", "--instr-atstart=no", "--combine-dumps=yes",
        "--separate-callers=\(callers)", "--callgrind-out-file=\(output)", executable,
      ] + arguments, environment: Callgrind.environment)
    program.hasFixedAddresses = true
    return program
  }

  /// The dumps in the output of callgrind.
  static func dumps(in pieces: some Sequence<[UInt8]>) throws(MeasuringError) -> [CallgrindDump] {
    var reader = CallgrindReader()
    do throws(ProfileTextError) {
      for piece in pieces { try reader.take(piece) }
      return try reader.finish()
    } catch { throw .failed("the output of callgrind cannot be read: \(error)") }
  }

  /// The counts of a session that was replayed under a ``RegionMeter``.
  ///
  /// - Parameter pieces: The output of callgrind.
  /// - Returns: The counts.
  /// - Throws: A ``MeasuringError`` when the output is cut off, or none of callgrind's.
  public static func counts(
    of pieces: some Sequence<[UInt8]>
  ) throws(MeasuringError) -> SessionCounts {
    var rows: [Int: SessionCounts.Row] = [:]
    var functions: [String: Int64] = [:]
    var names: [String: String] = [:]
    let phases = Region.phaseNames
    for dump in try dumps(in: pieces) {
      guard let request = dump.request, dump.total > 0 else { continue }
      let step = RegionMeter.step(named: request)
      let inPhases = phases.map { phase in
        (dump.function(named: Region.function(ofPhase: phase))?.inclusiveCost ?? 0)
          - (dump.function(named: Region.functionWithin(phase: phase))?.inclusiveCost ?? 0)
      }
      var row =
        rows[step ?? -1]
        ?? SessionCounts.Row(step: step, phases: phases.map { _ in 0 }, rest: 0)
      for (phase, cost) in inPhases.enumerated() { row.phases[phase] += cost }
      row.rest += dump.total - inPhases.reduce(0, +)
      rows[step ?? -1] = row
      for function in dump.functions where function.selfCost > 0 {
        let name =
          names[function.name]
          ?? FunctionName.short(Demangler.name(of: function.symbol) ?? function.symbol)
        names[function.name] = name
        // An address is another one in another build.
        let isNamed = !name.isEmpty && !name.hasPrefix("0x")
        functions[isNamed ? name : "functions without a name", default: 0] += function.selfCost
      }
    }
    guard !rows.isEmpty else { throw .failed("callgrind counted nothing") }
    return SessionCounts(
      phaseNames: phases, rows: rows.sorted { $0.key < $1.key }.map(\.value),
      functions: functions.map { SessionCounts.Function(name: $0.key, instructions: $0.value) })
  }
}
