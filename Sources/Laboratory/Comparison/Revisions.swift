internal import Counts
internal import Formatting
internal import Foundation
internal import Glibc
internal import Instruments
internal import Measuring
internal import Statistics

/// A commit of the repository.
public struct Revision: Hashable, Sendable {
  /// Its whole id.
  public var id: String
  /// The first line of its message.
  public var subject: String

  /// The beginning of its id, long enough to show.
  public var shortID: String { String(id.prefix(10)) }
}

/// Builds revisions of the repository in a separate work tree and keeps their programs.
///
/// A revision of an app's repository holds scenarios only. This program plays them and keeps
/// nothing.
///
/// Each program is kept with the scenarios of its revision. All revisions share one work
/// tree, which moves from commit to commit, so that a build compiles only changed files. A
/// kept program appears whole or not at all.
public struct RevisionBuilder {
  /// How a revision is built.
  public struct Recipe: Sendable {
    /// The command and its arguments, run by a shell in the work tree.
    ///
    /// `make release` uses the same command, so that a program can be compared with a revision.
    public var command =
      "swift build -c release --product mapreplay --explicit-target-dependency-import-check error "
      + "--static-swift-stdlib -Xswiftc -use-ld=lld "
      + "-Xswiftc -enforce-exclusivity=unchecked -Xswiftc -DUNCHECKED_EXCLUSIVITY "
      + "-Xcc -gdwarf-4"
    /// The path of the built program, from the work tree.
    public var product = ".build/release/mapreplay"

    /// The recipe of this repository.
    public init() {}

    /// A digest for folder names that distinguishes programs built in another way.
    var digest: String {
      let compiler = Fingerprint.here.values[.compiler] ?? ""
      return String(Fingerprint.digest(of: "\(command)\n\(product)\n\(compiler)".utf8).prefix(8))
    }
  }

  /// The root of the repository.
  public private(set) var repository: String
  /// The path of the folder in the repository, with a slash at its end; empty for the root.
  private var prefix: String
  /// How a revision is built.
  public var recipe = Recipe()
  /// Whether to build every revision, even in a repository without this program.
  public var alwaysBuilds = false
  /// The environment of git and the compiler, NAME=VALUE each, without variables of git.
  public let environment: [String]
  /// Called before something that takes minutes, with a sentence.
  public var note: (String) -> Void = { _ in }

  /// The folder of the work tree and of the programs that are kept, from the repository.
  public static let folder = ".build/compare"

  /// Variables of git that are about one repository, as `git rev-parse --local-env-vars` lists
  /// them; the others are settings.
  ///
  /// `GIT_CONFIG_COUNT` is kept. Build servers use it to name folders that git may trust.
  private static let ofRepositories: Set = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG",
    "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]

  /// Creates a builder for the repository that contains a folder.
  ///
  /// - Throws: A sentence when it is in none, or there is no git.
  public init(around folder: String, environment: [String]) throws(ComparisonError) {
    // Hooks of git have GIT_DIR and others, which would turn every command here to the repository,
    // the index and the work tree of the caller.
    self.environment = environment.filter { setting in
      !RevisionBuilder.ofRepositories.contains(String(setting.prefix { $0 != "=" }))
    }
    guard ChildProcess.path(of: "git") != nil else {
      throw ComparisonError(
        .unavailable, "git is not installed", help: "install the package git")
    }
    (repository, prefix) = (folder, "")
    let root = git(["rev-parse", "--show-toplevel"])
    prefix = git(["rev-parse", "--show-prefix"]).line
    guard root.isSuccess else {
      throw ComparisonError(
        .missingInput,
        "there is no git repository around \(folder):" + root.complaints.lastLines(4),
        help: "name two built programs, or go into the repository")
    }
    repository = root.line
  }

  private var home: String { "\(repository)/\(RevisionBuilder.folder)" }
  /// The work tree in which all revisions are built.
  var tree: String { "\(home)/tree" }

  /// The commit that a name means.
  public func revision(named name: String) throws(ComparisonError) -> Revision {
    // A name that begins with a dash would be an option.
    let found = name.hasPrefix("-") ? nil : git(["rev-parse", "--verify", "\(name)^{commit}"])
    guard let found, found.isSuccess else {
      let isShallow = git(["rev-parse", "--is-shallow-repository"]).line == "true"
      throw ComparisonError(
        .missingInput, "'\(name)' is neither a program nor a revision of this repository",
        help: isShallow
          ? "this clone has the last commits alone: fetch more, as with 'fetch-depth: 0' in GitHub "
            + "and 'GIT_DEPTH: 0' in GitLab"
          : "a path of a built mapreplay, or what git rev-parse knows, such as HEAD~1")
    }
    return revision(id: found.line)
  }

  func revision(id: String) -> Revision {
    Revision(id: id, subject: git(["log", "-1", "--format=%s", id]).line)
  }

  /// Returns the program of a revision, built unless it is kept.
  ///
  /// For a revision without the program it returns this program with the scenarios of the revision.
  ///
  /// - Throws: A sentence with the end of the compiler's output, when it does not build.
  public func program(
    of revision: Revision, name: String, label: String
  ) throws(ComparisonError) -> Contender {
    let manifest = git(["show", "\(revision.id):Package.swift"]).output
    guard alwaysBuilds || manifest.contains(/Package\(\s*name: "MapReplay"/) else {
      return try scenarios(of: revision, name: name, label: label)
    }
    let kept = "\(home)/\(revision.id)-\(recipe.digest)"
    if !FileManager.default.isExecutableFile(atPath: "\(kept)/mapreplay") {
      let lock = try locked()
      defer { close(lock) }
      // Another comparison may have built it while this one waited.
      if !FileManager.default.isExecutableFile(atPath: "\(kept)/mapreplay") {
        note("building \(revision.shortID) (\(revision.subject))")
        try checkOut(revision)
        try build(revision, label: label)
        // Somebody may have moved the tree by hand.
        guard git(["rev-parse", "HEAD"], in: tree).line == revision.id else {
          throw ComparisonError(
            .cannotWrite, "\(tree) was moved to another commit while it was built",
            help: "leave it alone, and run this again")
        }
        try keep(revision, in: kept)
      }
    }
    return Contender(name: name, label: label, program: "\(kept)/mapreplay", folder: kept)
  }

  /// The extensions of scenario files and of the files that scenarios name.
  private static let kinds = ["yaml", "yml", "csv", "tsv", "txt", "json", "geojson"]

  /// Returns this program with the scenarios of a revision in a temporary folder.
  private func scenarios(
    of revision: Revision, name: String, label: String
  ) throws(ComparisonError) -> Contender {
    let scratch = try ScratchFolder.made()
    let folder = "\(scratch.path)/\(prefix)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = git(["ls-tree", "-r", "--name-only", "-z", revision.id]).output.split(
      separator: "\0")
    // Git rejects a pattern that matches no file.
    let patterns = RevisionBuilder.kinds.filter { kind in
      names.contains { $0.hasSuffix(".\(kind)") }
    }.map { ":(glob)**/*.\($0)" }
    guard patterns.isEmpty || unpack(patterns, of: revision, into: scratch.path) else {
      throw ComparisonError(
        .cannotWrite, "the scenarios of \(revision.shortID) cannot be written to \(scratch.path)",
        help: "make room there, or set TMPDIR to a folder with more")
    }
    var contender = Contender(name: name, label: label, program: Machine.program, folder: folder)
    contender.export = Contender.Export(repository: repository, root: scratch.path)
    return contender
  }

  /// Writes files of a revision into a folder; false where that fails.
  private func unpack(_ paths: [String], of revision: Revision, into folder: String) -> Bool {
    let archive = "\(folder)/scenarios.tar"
    let packed = git(["archive", "--output", archive, revision.id, "--"] + paths)
    let tar = ChildProcess.path(of: "tar") ?? "/bin/tar"
    let unpacked = ChildProcess.run(
      ChildProcess.Program(
        path: tar, arguments: ["-x", "-f", archive, "-C", folder], environment: environment))
    try? FileManager.default.removeItem(atPath: archive)
    return packed.isSuccess && unpacked?.isSuccess ?? false
  }

  /// Locks the work tree: two comparisons at once would build in it together.
  private func locked() throws(ComparisonError) -> Int32 {
    try? FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let lock = unsafe open("\(home)/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw ComparisonError(.cannotWrite, "cannot write below \(home)", help: "make room there")
    }
    return lock
  }

  func checkOut(_ revision: Revision) throws(ComparisonError) {
    var result = git(["rev-parse", "--is-inside-work-tree"], in: tree)
    let isTree = result.isSuccess && git(["rev-parse", "--show-toplevel"], in: tree).line == tree
    if isTree {
      result = git(["checkout", "--quiet", "--detach", "--force", revision.id], in: tree)
      if result.isSuccess { result = git(["clean", "--quiet", "-d", "--force"], in: tree) }
    } else {
      try? FileManager.default.removeItem(atPath: tree)
      _ = git(["worktree", "prune"])
      result = git(["worktree", "add", "--quiet", "--detach", "--force", tree, revision.id])
    }
    guard result.isSuccess else {
      throw ComparisonError(
        .cannotWrite,
        "git cannot check out \(revision.shortID) in \(tree):"
          + result.complaints.lastLines(4), help: "remove that folder")
    }
  }

  private func build(_ revision: Revision, label: String) throws(ComparisonError) {
    var program = ChildProcess.Program(
      path: "/bin/sh", arguments: ["-c", recipe.command], environment: environment)
    program.folder = tree
    let product = "\(tree)/\(recipe.product)"
    let result = ChildProcess.run(program)
    guard let result, result.isSuccess, FileManager.default.isExecutableFile(atPath: product) else {
      let said = ((result?.output ?? "") + (result?.complaints ?? "")).lastLines(20)
      throw ComparisonError(
        .faultyInput,
        "the revision '\(label)' (\(revision.shortID), \(revision.subject)) does not build:\(said)",
        help: "build it in \(tree), or choose a revision near it")
    }
  }

  /// Copies program and scenarios to a temporary place and moves them into place when
  /// complete.
  private func keep(_ revision: Revision, in place: String) throws(ComparisonError) {
    let part = "\(place).part"
    try? FileManager.default.removeItem(atPath: part)
    defer { try? FileManager.default.removeItem(atPath: part) }
    do {
      try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: URL(filePath: "\(tree)/\(recipe.product)").resolvingSymlinksInPath()
          .path(percentEncoded: false), toPath: "\(part)/mapreplay")
      let names = git(["ls-tree", "--name-only", revision.id, "Scenarios"])
      guard names.output.isEmpty || unpack(["Scenarios"], of: revision, into: part) else {
        throw CocoaError(.fileWriteUnknown)
      }
      try? FileManager.default.removeItem(atPath: place)
      try FileManager.default.moveItem(atPath: part, toPath: place)
    } catch {
      throw ComparisonError(
        .cannotWrite, "cannot keep the program of \(revision.shortID) in \(place)",
        help: "make room there")
    }
  }

  /// Runs git in the repository, or another folder.
  func git(_ arguments: [String], in folder: String? = nil) -> GitResult {
    guard let path = ChildProcess.path(of: "git") else { return GitResult(nil) }
    var program = ChildProcess.Program(path: path, arguments: arguments, environment: environment)
    program.folder = folder ?? repository
    return GitResult(ChildProcess.run(program))
  }
}

/// The result of a git command.
struct GitResult {
  let isSuccess: Bool
  let output: String
  let complaints: String

  init(_ result: ChildProcess.Result?) {
    isSuccess = result?.isSuccess ?? false
    (output, complaints) = (result?.output ?? "", result?.complaints ?? "")
  }

  /// The first line.
  var line: String { String(output.prefix { $0 != "\n" }) }
}
