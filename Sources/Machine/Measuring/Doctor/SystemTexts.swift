internal import Foundation

/// The small files in which the system describes itself; tests provide other texts.
public struct SystemTexts: Sendable {
  /// The text of a file; nil when there is none.
  let read: @Sendable (String) -> String?

  /// This machine.
  public static let machine = SystemTexts { path in
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first line of a file; nil when the file is missing or empty.
  public func line(_ path: String) -> String? {
    read(path)?.split(separator: "\n").first.map(String.init)
  }

  /// Whether the processor counts instructions for programs.
  public var hasProcessorCounters: Bool {
    ["cpu", "cpu_core", "armv8_pmuv3", "armv8_pmuv3_0"].contains {
      read("/sys/bus/event_source/devices/\($0)/type") != nil
    }
  }

  /// The kernel's limit on counting: up to 2, every user may count in programs of that user.
  public var paranoidLevel: Int? {
    line("/proc/sys/kernel/perf_event_paranoid").flatMap { Int($0) }
  }

  /// Ticks of all processors.
  struct Ticks: Hashable, Sendable {
    /// All ticks.
    var all: Int64
    /// The ticks that other machines stole from this one.
    var stolen: Int64
    /// The ticks in which a program or the system was at work.
    var busy: Int64
    /// The ticks of this process and of its children that have ended.
    var own: Int64

    /// The ticks after earlier ones.
    func since(_ before: Ticks) -> Ticks {
      Ticks(
        all: all - before.all, stolen: stolen - before.stolen, busy: busy - before.busy,
        own: own - before.own)
    }
  }

  /// The ticks since the machine began.
  var ticks: Ticks? {
    guard let fields = line("/proc/stat")?.split(separator: " "), fields.first == "cpu",
      fields.count >= 9
    else { return nil }
    // Guests, in the columns behind, are counted in those before too.
    let numbers = fields[1...8].compactMap { Int64($0) }
    guard numbers.count == 8 else { return nil }
    let all = numbers.reduce(0, +)
    return Ticks(
      all: all, stolen: numbers[7], busy: all - numbers[3] - numbers[4] - numbers[7],
      own: ownTicks)
  }

  /// The ticks of this process and of its children that have ended.
  private var ownTicks: Int64 {
    // The name of the program, in brackets, may have spaces.
    let fields = line("/proc/self/stat")?.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 14 ? fields[11...14].compactMap { Int64($0) }.reduce(0, +) : 0
  }

  /// The share of the last ten seconds in which a task waited for a processor, in hundredths
  /// of a percent.
  public var pressure: Int? {
    guard let value = pressureValue("avg10="), (0...100).contains(value) else { return nil }
    return Int((value * 100).rounded())
  }

  /// The microseconds since the machine began in which a task waited for a processor.
  var waitedMicroseconds: Int64? { pressureValue("total=").flatMap { Int64(exactly: $0) } }

  /// A value of the line about tasks of which some waited for a processor.
  private func pressureValue(_ name: String) -> Double? {
    guard let words = line("/proc/pressure/cpu")?.split(separator: " "), words.first == "some"
    else { return nil }
    return words.first { $0.hasPrefix(name) }.flatMap { Double($0.dropFirst(name.count)) }
  }

  /// The frequency governor of the first processor; nil where it is not shown.
  public var governor: String? {
    line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
  }

  /// The clock source.
  public var clockSource: String? {
    line("/sys/devices/system/clocksource/clocksource0/current_clocksource")
  }

  /// The number of processors.
  public var processors: Int? {
    let lines = read("/proc/cpuinfo")?.split(separator: "\n") ?? []
    let count = lines.filter { $0.hasPrefix("processor") && $0.contains(":") }.count
    return count > 0 ? count : nil
  }
}
