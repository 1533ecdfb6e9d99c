import ArgumentParser
import Formatting
import Glibc
import Instruments
import ReportTexts
import Reporting
import Sessions

/// Replays scenarios each time one of their files is saved.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Replays scenarios each time they, or the files they name, are saved.",
    discussion: """
      Prints failures and the verdict like run --quiet, or the errors of the files. Then it waits \
      until a scenario, a part, the defaults of a folder, a file of points or a device is saved. \
      It writes no reports. Press Ctrl-C to end it.
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "The folder in which device profiles are looked for first.", completion: .directory)
  var devices: String?

  @Flag(help: "Ends after the first change has been played.") var once = false

  @OptionGroup var limits: LimitOptions

  @OptionGroup var day: DayOptions

  func run() throws {
    endWhenInterrupted()
    var watch = ScenarioWatch(scenarios.query(devices: devices))
    try play(&watch)
    repeat {
      while !watch.isChanged { usleep(WatchCommand.interval) }
      // Between two writes of an editor a file may be missing, which is no reason to end.
      do {
        try play(&watch)
      } catch let error as SessionsError where error.cause == .missingInput {
        Terminal.complain(error.description)
      }
    } while !once
  }

  /// To be interrupted is how it ends, even below a parent that blocks the signal.
  private func endWhenInterrupted() {
    signal(SIGINT) { _ in _exit(0) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Between two looks at the files, in microseconds.
  private static let interval: UInt32 = 500_000

  private func play(_ watch: inout ScenarioWatch) throws {
    let clock = MonotonicClock()
    let begin = clock.nanoseconds
    do {
      let selection = try watch.read()
      var run = SessionRun(selection.scenarios)
      run.limits = limits.limits(areLifted: scenarios.liftLimits)
      run.measuresTimes = false
      run.today = day.day
      var console = Console(hasColors: Terminal.hasColors, isQuiet: true)
      console.sessionCount = run.scenarios.count
      Terminal.write(console.closing(of: run.report()))
    } catch {
      guard error.cause == .faultyInput else { throw error }
      // The diagnostics are what the author mends next.
      Terminal.complain(error.description)
    }
    let tenths = (clock.nanoseconds - begin) / 100_000_000
    Terminal.write(
      "took \(tenths / 10).\(tenths % 10) s; waiting for one of \(watch.fileCount) files to be "
        + "saved\n")
  }
}
