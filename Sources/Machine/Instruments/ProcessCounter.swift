internal import CSystem
internal import Glibc

/// A counter of the kernel for this thread, such as of its user-space instructions.
///
/// It is started once and read while it runs: stopping it would cost more than reading it.
public struct ProcessCounter: ~Copyable {
  /// The event that is counted.
  public enum Event: Hashable, Sendable {
    /// Instructions of the program itself, not of the kernel; counted by the processor.
    case instructions
    /// Nanoseconds on a processor; counted by the kernel, so that every machine has it.
    case taskTime
  }

  /// A reading of a counter.
  public struct Reading: Hashable, Sendable {
    /// The count.
    public var value: Int64
    /// The nanoseconds that the counter was asked to run, and that it ran.
    public var enabled, running: Int64

    /// Whether the counter did not run all the time, because others used the same hardware
    /// counter.
    public var isEstimate: Bool { running < enabled }

    /// Returns the count since an earlier reading.
    ///
    /// Where the counter did not run all the time, the count is extrapolated at the rate at
    /// which it ran.
    public func count(since earlier: Reading) -> Int64 {
      let (count, asked) = (value - earlier.value, enabled - earlier.enabled)
      let ran = running - earlier.running
      guard ran < asked else { return count }
      return ran > 0 ? Int64(clamping: Int128(count) * Int128(asked) / Int128(ran)) : 0
    }

    /// Makes a reading.
    public init(value: Int64, enabled: Int64, running: Int64) {
      (self.value, self.enabled, self.running) = (value, enabled, running)
    }
  }

  /// The reason why there is no counter.
  public enum Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kernel's setting forbids it; with the setting, when it can be read.
    case forbiddenByKernel(level: String?)
    /// Something else forbids it, such as the filter of a container.
    case forbiddenHere
    /// There is no such counter.
    case missing
    /// There is one, but it cannot count a program alone.
    case unsupported
    /// Another failure, with the number of the error.
    case failed(Int32)

    /// Makes the reason of a system error.
    public init(error: Int32, level: String?) {
      switch error {
      case EACCES: self = .forbiddenByKernel(level: level)
      case EPERM: self = .forbiddenHere
      case ENOENT, ENODEV, ENOSYS: self = .missing
      case EOPNOTSUPP, EINVAL: self = .unsupported
      default: self = .failed(error)
      }
    }

    /// The reason as a sentence without its end, and the remedy.
    public var description: String {
      switch self {
      case .forbiddenByKernel(let level):
        "the kernel lets programs count nothing (kernel.perf_event_paranoid is "
          + "\(level ?? "not known")): sysctl kernel.perf_event_paranoid=2 permits it"
      case .forbiddenHere:
        "perf_event_open is forbidden here, as in a container: --cap-add PERFMON permits it"
      case .missing: "the processor shows no counter of instructions, as on most virtual machines"
      case .unsupported: "the processor's counter cannot count a program without the kernel"
      case .failed(let error): "perf_event_open ends with error \(error)"
      }
    }
  }

  private let file: Int32

  /// Starts a counter for this thread.
  public init(_ event: Event) throws(Unavailable) {
    let file = mapreplay_open_counter(event == .instructions ? 1 : 0)
    guard file >= 0 else {
      throw Unavailable(error: -file, level: ProcessCounter.paranoidLevel)
    }
    guard mapreplay_start_counter(file) == 0 else {
      let error = errno
      close(file)
      throw .failed(error)
    }
    self.file = file
  }

  deinit { close(file) }

  /// Returns the current reading; nil when the system returns none.
  public func read() -> Reading? {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    let size = MemoryLayout.size(ofValue: words)
    let count = unsafe withUnsafeMutablePointer(to: &words) { unsafe Glibc.read(file, $0, size) }
    guard count == size else { return nil }
    return Reading(
      value: Int64(clamping: words.0), enabled: Int64(clamping: words.1),
      running: Int64(clamping: words.2))
  }

  /// The kernel setting that decides who may count: 2 lets programs count themselves.
  private static var paranoidLevel: String? {
    Machine.text(ofFile: "/proc/sys/kernel/perf_event_paranoid").split(separator: "\n").first
      .map(String.init)
  }
}
