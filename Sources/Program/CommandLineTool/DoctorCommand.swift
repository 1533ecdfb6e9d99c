import ArgumentParser
import Formatting
import Instruments
import Measuring
import Wire

/// Reports whether this machine is fit to measure.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Says whether this machine is fit to measure.",
    discussion: """
      Each line is a check, with a remedy if it fails; the last line is the verdict. Counts need \
      little; times need a quiet machine. The exit code is 0 whatever the verdict, unless the \
      machine lacks something in --require.
      """)

  /// A kind of measurement that a machine can be required to support.
  enum Requirement: String, ExpressibleByArgument, CaseIterable {
    /// Instructions and allocations.
    case counts
    /// Real times.
    case times
  }

  @Option(help: "Ends with 69 when the machine is not fit for these; may be given several times.")
  var require: [Requirement] = []

  @Flag(help: "Prints the checks as JSON.") var json = false

  @Flag(help: .private) var timeNoiseWork = false

  func run() throws {
    guard !timeNoiseWork else { return Terminal.write("\(NoiseWork.nanoseconds())\n") }
    let fitness = MachineFitness.ofThisMachine(
      timing: Machine.program, ["doctor", "--time-noise-work"])
    json
      ? Terminal.write(exactly: DoctorCommand.json(fitness))
      : Terminal.write(DoctorCommand.text(fitness))
    let isMet = require.allSatisfy { requirement in
      switch requirement {
      case .counts: fitness.isFitForCounts
      case .times: fitness.isFitForTimes
      }
    }
    if !isMet { try ExitStatus.unavailable.end() }
  }

  /// A line for each check, the verdict last.
  static func text(_ fitness: MachineFitness) -> String {
    let width = fitness.checks.map(\.name.count).max() ?? 0
    var text = ""
    let space = String(repeating: " ", count: width + 15)
    for check in fitness.checks {
      let state =
        switch check.state {
        case .good: "ok"
        case .missing: "missing"
        case .noTimes: "hurts times"
        case .noCounts: "no counts"
        }
      let room = TextLayout.width - space.count
      let lines = [check.finding, check.remedy.map { "help: \($0)" }].compactMap(\.self)
        .flatMap { TextLayout.lines(of: $0, atMost: room) }
      let head = TextLayout.padded(state, to: 13) + TextLayout.padded(check.name, to: width + 2)
      text += head + lines.joined(separator: "\n" + space) + "\n"
    }
    let reasons = fitness.checks.filter { $0.state == .noTimes || $0.state == .noCounts }
    let verdict =
      switch fitness.verdict {
      case .fit: "counts and times are reliable on this machine"
      case .countsOnly: "counts are reliable on this machine, times are not"
      case .timesOnly: "times are reliable on this machine, counts are not available"
      case .unfit: "times are not reliable on this machine, counts are not available"
      }
    let sentence =
      verdict + (reasons.isEmpty ? "" : ": \(reasons.map(\.name).joined(separator: ", "))")
    return text + sentence + "\n"
  }

  static func json(_ fitness: MachineFitness) -> String {
    let file: JSON = [
      "format": 1, "verdict": .string(fitness.verdict.rawValue),
      "fit for counts": .flag(fitness.isFitForCounts),
      "fit for times": .flag(fitness.isFitForTimes),
      "checks": .array(
        fitness.checks.map { check in
          .line(
            [
              "name": .string(check.name), "state": .string(check.state.rawValue),
              "finding": .string(check.finding), "help": .text(check.remedy),
            ])
        }),
    ]
    return file.fileText
  }
}
