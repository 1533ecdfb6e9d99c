import ArgumentParser
import MapGeometry
import Scenarios
import Workers

/// How sessions are played, and what each may take of the machine.
struct SessionLimits: ParsableArguments {
  @Option(
    name: .customLong("session-timeout"),
    help: "The real time that a session may take, such as '90 s' or '5 min'.")
  var time = Time(nanoseconds: 60_000_000_000, text: "60 s")

  @Option(
    name: .customLong("session-memory"),
    help: "The memory that a session may take, such as '512 MiB' or '2 GiB'.")
  var memory = Memory(bytes: 2 << 30, text: "2 GiB")

  @Flag(
    help: """
      Plays all sessions in this process, for debuggers and profilers: without limits, and a \
      session that traps ends the run.
      """)
  var inProcess = false

  var workers: WorkerLimits { WorkerLimits(nanoseconds: time.nanoseconds, bytes: memory.bytes) }

  /// A length of real time as it was written.
  struct Time: ExpressibleByArgument, CustomStringConvertible {
    var nanoseconds: Int64
    var text: String

    init(nanoseconds: Int64, text: String) {
      self.nanoseconds = nanoseconds
      self.text = text
    }

    /// Reads a duration of the scenario language of a millisecond to a day.
    init?(argument: String) {
      let range = SimulatedTime(milliseconds: 1)...SimulatedTime(milliseconds: 86_400_000)
      guard
        case .success(.duration(let time)) = ScalarReader.value(
          of: argument, as: .duration(range))
      else { return nil }
      self.init(nanoseconds: time.nanoseconds, text: argument)
    }

    var description: String { text }
  }

  /// An amount of memory as it was written.
  struct Memory: ExpressibleByArgument, CustomStringConvertible {
    var bytes: UInt64
    var text: String

    init(bytes: UInt64, text: String) {
      self.bytes = bytes
      self.text = text
    }

    /// Reads an amount of at least 1 MiB with its unit.
    init?(argument: String) {
      guard case .success(let bytes) = ScalarReader.bytes(argument), bytes >= 1 << 20 else {
        return nil
      }
      self.init(bytes: bytes, text: argument)
    }

    var description: String { text }
  }
}
