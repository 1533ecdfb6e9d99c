internal import Foundation
internal import Glibc
internal import Instruments
package import Reporting

extension RunOrigin {
  /// Where a run of scenarios in this folder is made, by git or, without a checkout, by what the
  /// build server says.
  ///
  /// - Parameter measures: Whether the run measures times, which are those of a day and a machine.
  /// - Returns: What is known.
  package static func here(measures: Bool) -> RunOrigin {
    let environment = ProcessInfo.processInfo.environment
    var origin = RunOrigin()
    if let said = git(["log", "-1", "--format=%H %ct"])?.split(separator: " "), said.count == 2 {
      origin.revision = String(said[0])
      origin.committedAtSeconds = Int64(said[1])
      origin.isModified = git(["status", "--porcelain", "--untracked-files=no"])?.isEmpty == false
      origin.branch = git(["symbolic-ref", "--short", "-q", "HEAD"])
    }
    func first(of names: [String]) -> String? {
      names.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    origin.revision = origin.revision ?? first(of: revisionNames)
    origin.branch = origin.branch ?? first(of: branchNames)
    guard measures else { return origin }
    origin.startedAtSeconds = Int64(time(nil))
    origin.host = Machine.hostName
    return origin
  }

  /// What GitHub, GitLab, Buildkite and CircleCI call the revision and the branch.
  private static let revisionNames = [
    "GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1",
  ]
  private static let branchNames = [
    "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BUILDKITE_BRANCH",
    "CIRCLE_BRANCH",
  ]

  /// Variables by which a hook of git would turn every command to its own repository; others are
  /// settings.
  private static let ofAnotherRepository: Set = [
    "GIT_COMMON_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX", "GIT_WORK_TREE",
  ]

  /// The output of git without the end of its line; nil where it says no.
  private static func git(_ arguments: [String]) -> String? {
    guard let path = ChildProcess.path(of: "git") else { return nil }
    let environment = ProcessInfo.processInfo.environment
      .filter { !ofAnotherRepository.contains($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
    let program = ChildProcess.Program(
      path: path, arguments: arguments, environment: environment)
    guard let result = ChildProcess.run(program, seconds: 10), result.isSuccess else {
      return nil
    }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
