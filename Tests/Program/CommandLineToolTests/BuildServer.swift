import Foundation
import Support
import Testing

/// A build server of one machine, with a repository of four scenarios and their facts.
///
/// What its jobs type is typed as it stands. Tools that would install something or build for
/// minutes are stand-ins that want the same words.
final class BuildServer {
  /// What a job left behind.
  struct Ending {
    var code: Int32
    var output: String
  }

  /// The address of the program's archive.
  static let archive = "https://example.org/mapreplay.tar.gz"

  let scratch: Scratch
  /// What every job has in its environment.
  let environment: [String: String]
  /// What jobs printed so far.
  private(set) var log = ""
  private var workspaces = 0

  /// A server whose repository has a broken expectation, or none.
  init(isBroken: Bool = false) throws {
    scratch = try Scratch()
    environment = [
      "HOME": scratch.path, "CI": "true",
      "PATH": "\(scratch.path)/tools:\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
    ]
    // An artifact of it is small, and loses the right to be run as one of the program does.
    try scratch.script("tools/mapreplay", "#!/bin/sh\nexec '\(Program.debug.path)' \"$@\"\n")
    try scratch.script(
      "tools/apt-get", "#!/bin/sh\ncase $1 in update|install) ;; *) exit 2; esac\n")
    try scratch.script(
      "tools/make",
      """
      #!/bin/sh
      case $* in release|dist) grep -q "^$*:" Makefile || exit 2;; *) exit 2;; esac
      install -D '\(scratch.path)/tools/mapreplay' .build/release/mapreplay
      [ "$*" = release ] && exit
      mkdir -p .build/dist
      tar -czf .build/dist/mapreplay-1-linux.tar.gz -C .build release

      """)
    try scratch.script("tools/sudo", "#!/bin/sh\nexec \"$@\"\n")
    try scratch.script(
      "tools/curl",
      """
      #!/bin/sh
      while [ $# -gt 1 ]; do
        case $1 in --output) output=$2;; --data-urlencode) body=${2#body@};; esac
        shift
      done
      case $1 in
        \(BuildServer.archive)) tar -czf "$output" -C '\(scratch.path)' tools/mapreplay;;
        https://example.org/api/projects/3/merge_requests/12/notes) cp "$body" ../comments/12.md;;
        *) exit 2;;
      esac

      """)
    try scratch.script(
      "tools/gh",
      """
      #!/bin/sh
      [ "$1 $2 $GH_TOKEN" = 'pr comment secret' ] || exit 2
      number=$3
      while [ "$1" != --body-file ]; do shift || exit 2; done
      cp "$2" ../comments/$number.md

      """)
    try scratch.file("repository/Scenarios/Devices/test-phone.yaml", TestDevice.text)
    for name in ["a", "b", "c", "d"] {
      let count = isBroken && name == "c" ? 2 : 1
      try scratch.file(
        "repository/Scenarios/\(name).yaml",
        ExitStatusTests.scenario("expect: {callouts opened: exactly \(count)}\n"))
    }
    let setUp = try run(
      """
      mkdir ../artifacts ../caches ../comments ../outputs ../summaries
      cp '\(Program.repository.path)/Makefile' '\(Program.repository.path)/.gitignore' .
      mapreplay run Scenarios --update || [ $? = \(isBroken ? 1 : 0) ]
      git init --quiet .
      git add .
      git -c user.name=A -c user.email=a@example.com commit --quiet --message A
      """, in: "repository")
    try #require(setUp.code == 0, "\(setUp.output)")
  }

  /// A folder for a job, with what the repository holds.
  func checkout() throws -> String {
    workspaces += 1
    let folder = "job-\(workspaces)"
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: folder), withIntermediateDirectories: true)
    let clone = try run("git clone --quiet '\(scratch.path)/repository' .", in: folder)
    try #require(clone.code == 0, "\(clone.output)")
    return folder
  }

  /// Types lines into the shell of a job.
  @discardableResult
  func run(
    _ script: String, in folder: String, _ more: [String: String] = [:]
  ) throws -> Ending {
    let ending = try Program(path: "/usr/bin/env").run(
      ["bash", "-e", "-c", script], in: scratch.folder.appending(path: folder),
      environment: environment.merging(more) { $1 })
    let text = ending.output + ending.complaints
    log += "$ \(script)\n\(text)"
    return Ending(code: ending.code, output: text)
  }
}
