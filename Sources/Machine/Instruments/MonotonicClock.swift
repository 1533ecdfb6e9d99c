internal import Glibc

/// Real time of this machine, for measurements only.
public struct MonotonicClock: Sendable {
  /// Makes a clock.
  public init() {}

  /// Nanoseconds since some fixed instant, never running backwards.
  public var nanoseconds: Int64 {
    var time = timespec()
    let status = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    precondition(status == 0, "the monotonic clock cannot be read")
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Processor time of this thread, for measurements only; interruptions are not counted.
public struct ProcessorClock: Sendable {
  /// Makes a clock.
  public init() {}

  /// Nanoseconds since the thread began.
  public var nanoseconds: Int64 {
    var time = timespec()
    let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(status == 0, "the clock of a thread cannot be read")
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
