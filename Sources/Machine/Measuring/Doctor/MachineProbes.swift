internal import Foundation
internal import Instruments

extension MachineFitness {
  /// Checks this machine, which takes some seconds.
  ///
  /// - Parameters:
  ///   - executable: The program that does the fixed piece of work.
  ///   - arguments: Its arguments, with which it prints the nanoseconds of that work.
  /// - Returns: The fitness of the machine.
  public static func ofThisMachine(
    timing executable: String, _ arguments: [String]
  ) -> MachineFitness {
    let texts = SystemTexts.machine
    // The pressure of before: what follows makes some of its own.
    let pressure = texts.read("/proc/pressure/cpu")
    let watch = MachineWatch()
    let noise = (0..<processCount).compactMap { _ in
      ChildProcess.run(
        ChildProcess.Program(
          path: executable, arguments: arguments, environment: PerfProfiler.environment)
      ).flatMap { Int64($0.output.split(separator: "\n").first ?? "") }
    }
    var probes = Probes(
      perf: versionOfPerf, isAllocatorServing: Allocator.isServing,
      allocator: Allocator.version?.split(separator: "-").first.map(String.init),
      canFixAddresses: ChildProcess.canFixAddresses,
      times: watch.probes(noise: noise.count == processCount ? noise : []))
    do throws(Valgrind.Missing) {
      probes.valgrind = try Valgrind().version
    } catch { probes.missingValgrind = error }
    probes.hasStrip = ChildProcess.path(of: "strip") != nil
    do throws(MeasuringError) { _ = try PerfProfiler() } catch { probes.refusalOfPerf = error }
    let seen = SystemTexts { $0 == "/proc/pressure/cpu" ? pressure : texts.read($0) }
    return MachineFitness(seen, probes)
  }

  private static let processCount = 25

  /// The version that perf reports; nil when there is none.
  private static var versionOfPerf: String? {
    guard let path = ChildProcess.path(of: "perf") else { return nil }
    let program = ChildProcess.Program(
      path: path, arguments: ["--version"], environment: PerfProfiler.environment)
    guard let result = ChildProcess.run(program), result.isSuccess else { return nil }
    let words = result.output.split(whereSeparator: { " -\n".contains($0) })
    return words.first { $0.first?.isNumber == true }.map(String.init) ?? "of unknown version"
  }
}

/// A fixed piece of work, of arithmetic and of memory in equal parts, by which the doctor finds the
/// noise of the machine.
///
/// Its times depend on the machine alone.
public enum NoiseWork {
  /// Returns the least of several times of the work, in nanoseconds.
  public static func nanoseconds() -> Int64 {
    let clock = MonotonicClock()
    var table = [UInt64](repeating: 1, count: 1 << 17)
    let laps = (0..<7).map { _ in
      let start = clock.nanoseconds
      work(on: &table)
      return clock.nanoseconds - start
    }
    return laps.min() ?? 0
  }

  private static func work(on table: inout [UInt64]) {
    var state: UInt64 = 88_172_645_463_325_252
    for _ in 0..<1_000_000 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      table[Int(state & UInt64(table.count - 1))] &+= state
    }
  }
}
