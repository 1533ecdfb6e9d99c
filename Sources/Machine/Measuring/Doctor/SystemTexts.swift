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

  /// Ticks of all processors, and those that other machines stole from this one.
  struct Ticks: Hashable, Sendable { var all, stolen: Int64 }

  /// The ticks since the machine began.
  var ticks: Ticks? {
    guard let fields = line("/proc/stat")?.split(separator: " "), fields.first == "cpu",
      fields.count >= 9
    else { return nil }
    // Guests, in the columns behind, are counted in those before too.
    let numbers = fields[1...8].compactMap { Int64($0) }
    return numbers.count == 8 ? Ticks(all: numbers.reduce(0, +), stolen: numbers[7]) : nil
  }

  /// The share of the last ten seconds in which a task waited for a processor, in hundredths
  /// of a percent.
  public var pressure: Int? {
    guard let words = line("/proc/pressure/cpu")?.split(separator: " "), words.first == "some",
      let average = words.first(where: { $0.hasPrefix("avg10=") })?.dropFirst("avg10=".count),
      let value = Double(average), (0...100).contains(value)
    else { return nil }
    return Int((value * 100).rounded())
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
