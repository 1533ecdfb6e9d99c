internal import Foundation
public import Instruments

/// The gate of `perf record`, through its control pipe.
public final class PerfGate: Gate {
  private let pipe: ControlPipe
  private let clock = ProcessorClock()
  private var opened: Int64 = 0
  private var wasOpen = false
  /// The nanoseconds of work that perf could see.
  public private(set) var seenNanoseconds: Int64 = 0
  /// Whether perf has answered every command.
  public private(set) var isAnswered = true

  /// Makes the gate of a pipe.
  public init(_ pipe: ControlPipe) { self.pipe = pipe }

  /// Lets perf record, and waits until it does.
  @inline(never) public func open() {
    isAnswered = pipe.send("enable") && isAnswered
    wasOpen = true
    opened = clock.nanoseconds
  }

  /// Stops perf from recording, and waits until it has stopped.
  @inline(never) public func close() {
    seenNanoseconds += clock.nanoseconds - opened
    isAnswered = pipe.send("disable") && isAnswered
  }

  /// Parts of the names of functions that run the gate, and of no other functions.
  static let symbols = ["9Measuring8PerfGateC", "11Instruments11ControlPipeC"]

  /// Replays a session until perf has seen enough of it, or the time has elapsed.
  ///
  /// When no work is seen, it replays once, since all replays are the same.
  ///
  /// - Parameters:
  ///   - enough: The nanoseconds of work to record.
  ///   - limit: The nanoseconds after which no replay begins.
  ///   - replay: Plays the session once.
  /// - Returns: The sample.
  public func repeats(
    untilSeen enough: Int64, within limit: Int64, _ replay: () -> Void
  ) -> GateSample {
    let clock = MonotonicClock()
    let start = clock.nanoseconds
    var count = 0
    repeat {
      replay()
      count += 1
    } while wasOpen && seenNanoseconds < enough && isAnswered && clock.nanoseconds - start < limit
    return GateSample(replays: count, seenNanoseconds: seenNanoseconds, isAnswered: isAnswered)
  }
}

/// The result of a process that replayed a session behind a gate, in one line of JSON.
public struct GateSample: AnswerLine, Codable, Hashable, Sendable {
  /// The version of the line.
  public static let currentFormat = 1

  private var format = GateSample.currentFormat
  /// The number of replays.
  public var replays: Int
  /// The nanoseconds of work that could be seen.
  public var seenNanoseconds: Int64
  /// Whether the profiler has answered.
  public var isAnswered: Bool

  /// Makes a sample.
  public init(replays: Int, seenNanoseconds: Int64, isAnswered: Bool) {
    (self.replays, self.seenNanoseconds) = (replays, seenNanoseconds)
    self.isAnswered = isAnswered
  }

  /// Reads a line; nil when it is not such a line, or has another version.
  public init?(line: String) {
    guard let sample = try? JSONDecoder().decode(GateSample.self, from: Data(line.utf8)),
      sample.format == GateSample.currentFormat
    else { return nil }
    self = sample
  }
}
