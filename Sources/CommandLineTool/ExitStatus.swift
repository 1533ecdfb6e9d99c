import ArgumentParser
import Sessions

/// How the program ends, as the README tells it; 64 is the argument parser's own.
enum ExitStatus: Int32 {
  /// Everything was kept.
  case kept = 0
  /// An expectation was broken, or facts differ from the committed ones.
  case broken = 1
  /// A scenario or its data is faulty.
  case faultyInput = 65
  /// What was named does not exist.
  case missingInput = 66
  /// A session did not come to its end: it trapped, took too much, or contradicted itself.
  case aborted = 70
  /// A file or the output could not be written.
  case cannotWrite = 74
  /// Two replays of one session differ.
  case notDeterministic = 80
  /// A canary did not fail as it must: the harness is broken.
  case harnessBroken = 81

  /// Does something, or prints why it cannot be done and ends the program.
  static func ending<Value>(_ body: () throws(SessionsError) -> Value) throws -> Value {
    do throws(SessionsError) {
      return try body()
    } catch {
      Terminal.complain(error.description)
      let status: ExitStatus =
        switch error.cause {
        case .faultyInput: .faultyInput
        case .missingInput: .missingInput
        case .cannotWrite: .cannotWrite
        }
      throw ExitCode(status.rawValue)
    }
  }

  /// Ends the program, unless all was kept.
  func end() throws {
    guard self != .kept else { return }
    throw ExitCode(rawValue)
  }
}
