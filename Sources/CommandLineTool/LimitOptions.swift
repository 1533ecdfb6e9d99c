public import ArgumentParser
public import Sessions

/// How sessions are played, and what each may take of the machine.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("session-timeout"),
    help: "The real time that a session may take, such as '90 s' or '5 min'.")
  var time = SessionLimits().time

  @Option(
    name: .customLong("session-memory"),
    help: "The memory that a session may take, such as '512 MiB' or '2 GiB'.")
  var memory = SessionLimits().memory

  @Flag(
    help: """
      Plays all sessions in this process, for debuggers and profilers: without limits, and a \
      session that traps ends the run.
      """)
  var inProcess = false

  /// The limits of worker processes; nil without workers.
  var limits: SessionLimits? {
    guard !inProcess else { return nil }
    var limits = SessionLimits()
    (limits.time, limits.memory) = (time, memory)
    return limits
  }
}

extension SessionLimits.Time: ExpressibleByArgument {}
extension SessionLimits.Memory: ExpressibleByArgument {}
