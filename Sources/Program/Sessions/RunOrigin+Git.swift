internal import Foundation
internal import Glibc
internal import Instruments
package import Reporting

extension RunOrigin {
  /// Returns the origin of a run.
  ///
  /// It is read from the repository with the scenarios or, without one, from the build server's
  /// variables.
  ///
  /// - Parameters:
  ///   - files: The scenario files.
  ///   - inputs: Further files that the scenarios were read from: data and devices.
  ///   - measures: Whether the run measures times, which are those of a day and a machine.
  /// - Returns: The known parts of the origin.
  package static func of(
    _ files: [String], reading inputs: [String] = [], measures: Bool
  ) -> RunOrigin {
    let environment = ProcessInfo.processInfo.environment
    var origin = RunOrigin()
    let folders = folders(of: files)
    func git(_ arguments: [String]) -> String? {
      RunOrigin.git(["-C", folders.first ?? "."] + arguments)
    }
    // Of scenarios from several repositories no revision is the one.
    if let top = git(["rev-parse", "--show-toplevel"]).map({ "\(FilePath.canonical($0))/" }),
      folders.allSatisfy({ "\($0)/".hasPrefix(top) }),
      let said = git(["log", "-1", "--format=%H %ct"])?.split(separator: " "), said.count == 2
    {
      origin.revision = String(said[0])
      origin.committedAtSeconds = Int64(said[1])
      let status = git(
        ["status", "--porcelain", "--untracked-files=normal", "--"] + folders
          + Set(inputs.map(FilePath.canonical)).filter { $0.hasPrefix(top) }.sorted())
      // What git cannot tell may be modified, and what it ignores is in no revision.
      let ignored = git(["check-ignore", "--"] + files.map(FilePath.canonical))
      origin.isModified = status?.isEmpty != true || ignored != nil
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

  /// The folders `Scenarios` around files, which also have their data and devices; of other files
  /// the folders that they are in.
  private static func folders(of files: [String]) -> [String] {
    Set(
      files.map { file in
        guard let (root, rest) = FilePath.split(file) else {
          return FilePath.folder(of: FilePath.canonical(file))
        }
        return FilePath.join(root, String(rest.prefix { $0 != "/" }))
      }
    ).sorted()
  }

  /// The variables of GitHub, GitLab, Buildkite and CircleCI with the revision and the
  /// branch.
  private static let revisionNames = [
    "GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1",
  ]
  private static let branchNames = [
    "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BUILDKITE_BRANCH",
    "CIRCLE_BRANCH",
  ]

  /// Variables by which a hook of git would direct every command to another repository.
  ///
  /// The other variables of git are settings.
  private static let ofAnotherRepository: Set = [
    "GIT_COMMON_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX", "GIT_WORK_TREE",
  ]

  /// The output of git without its last line end; nil when git fails.
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
