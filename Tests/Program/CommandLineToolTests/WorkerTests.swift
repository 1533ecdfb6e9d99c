import Foundation
import Support
import Testing

/// Sessions are played in workers, and one that fails there fails alone.
@Suite("Workers")
struct WorkerTests {
  /// Three files, one of them with two variants: four sessions.
  private func world() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    let text = ExitStatusTests.scenario("expect: {callouts opened: exactly 1}\n")
    for name in ["a", "it's b"] { try scratch.file("in/\(name).yaml", text) }
    try scratch.file(
      "in/c.yaml",
      text.replacing("layers: {pins: {", with: "layers: {pins: {cluster: {}, ")
        .replacing("\nsteps:", with: "\nvariants: [upstream, corrected]\nsteps:"))
    return scratch
  }

  private func run(_ scratch: Scratch, _ more: [String]) throws -> Program.Ending {
    try Program.debug.run(
      ["run", "in", "--update", "--facts", "facts", "--out", "out"] + more, in: scratch.folder)
  }

  @Test(arguments: [
    ("trap", "60 s", "crash: its process ended with signal"),
    ("kill", "60 s", "crash: its process ended with signal 9 (killed from outside"),
    // The others have to be done by then, however busy the machine is.
    ("hang", "10 s", "time limit: not done after 10 s (--session-timeout)"),
    ("hog", "60 s", "memory limit: took more than 200 MiB (--session-memory)"),
  ])
  func `a session that fails is the only one that does`(kind: String, time: String, words: String)
    throws
  {
    let scratch = try world()
    let ending = try run(
      scratch,
      [
        "--sabotage", "\(kind):in/c.upstream", "--session-timeout", time, "--session-memory",
        "200 MiB",
      ])
    #expect(ending.code == 70, "\(ending.complaints)")
    let output = ending.output.replacing("\n    ", with: " ")
    #expect(output.contains("in/c.yaml: upstream: \(words)"), "\(ending.output)")
    let command = "mapreplay run in/c.yaml --filter in/c.upstream --seed 1 --in-process"
    #expect(output.contains("   reproduce: \(command)\n"))
    #expect(output.contains("1 session aborted, 3 of 4 sessions of 3 scenarios passed"))
    #expect(output.contains("updated: 3 sessions, 3 new"))
    // The others are reported as always, and only they have facts.
    #expect(
      scratch.files(below: "facts") == [
        "in/a.json", "in/a.svg", "in/c.corrected.json", "in/c.corrected.svg", "in/it's b.json",
        "in/it's b.svg",
      ])
    for name in ["run.json", "report.html", "summary.md", "junit.xml"] {
      let text = try scratch.text("out/\(name)")
      #expect(text.contains(command), "\(name)")
      #expect(text.contains("c.corrected") || text.contains("(corrected)"), "\(name)")
    }
    let report = try scratch.text("out/junit.xml")
    #expect(report.contains(#"tests="8" failures="0" errors="1""#))
    #expect(report.contains("<error type="))
  }

  @Test
  func `the command that it names reproduces it`() throws {
    let scratch = try world()
    let sabotage = ["--sabotage", "trap:in/it's b"]
    let output = try run(scratch, sabotage + ["--devices", "in/Devices"]).output
    let line = try #require(output.split(separator: "\n").first { $0.contains("reproduce: ") })
    let command = try #require(line.split(separator: "reproduce: mapreplay ").last)
    #expect(command.hasSuffix(" --seed 1 --devices in/Devices --in-process"), "\(command)")
    let again = try Program(path: "/bin/sh").run(
      ["-c", "exec \"$0\" \(command) --sabotage \"trap:in/it's b\"", Program.debug.path],
      in: scratch.folder)
    // No worker stands between the trap and the shell.
    #expect(again.code == -1, "\(command) ended with \(again.code): \(again.complaints)")
    let calm = try Program(path: "/bin/sh").run(
      ["-c", "exec \"$0\" \(command) --out out", Program.debug.path], in: scratch.folder)
    #expect(calm.code == 0, "\(calm.output)\(calm.complaints)")
    #expect(calm.output.contains("1 scenario passed"))
  }

  @Test
  func `a worker that is gone is replaced, however often`() throws {
    let scratch = try world()
    let ending = try run(
      scratch,
      ["a", "it's b", "c.upstream", "c.corrected"].flatMap { ["--sabotage", "kill:in/\($0)"] })
    #expect(ending.code == 70)
    #expect(ending.output.contains("4 sessions aborted, 0 of 4 sessions of 3 scenarios passed"))
  }

  /// The facts of the release build where it is named, since its reports hold real times, and the
  /// reports of a debug build, which hold none.
  ///
  /// `DeterminismTests` compares the facts of all scenarios from workers and from one process.
  @Test(arguments: [
    (Program.checked, "Scenarios/Callouts", "facts/"), (.debug, "Scenarios/Tickets", ""),
  ])
  func `workers and this process write the same bytes`(
    program: Program, folder: String, prefix: String
  ) throws {
    var written: [[String: String]] = []
    for arguments in [[], ["--in-process"]] {
      let scratch = try Scratch()
      let ending = try program.run(
        [
          "run", Program.repository.appending(path: folder).path, "--log", "--update",
          "--facts", "facts", "--out", "out", "--session-timeout", "10 min",
        ] + arguments, in: scratch.folder)
      #expect(ending.code == 0, "\(ending.complaints)")
      var texts = ["log": ending.output]
      for name in scratch.files() where name.hasPrefix(prefix) {
        texts[name] = try scratch.text(name)
      }
      #expect(texts.count > 10)
      written.append(texts)
    }
    for name in Set(written.flatMap(\.keys)).sorted() {
      #expect(written[0][name] == written[1][name], "\(name) differs")
    }
  }

  @Test(arguments: [
    ["--session-timeout", "60"], ["--session-timeout", "0 s"], ["--session-timeout", "1 week"],
    ["--session-memory", "2"], ["--session-memory", "2 GB"], ["--session-memory", "0 GiB"],
    ["--session-memory", "1 KiB"],
  ])
  func `a limit without a sense is a mistake of usage`(arguments: [String]) throws {
    let ending = try Program.debug.run(["run"] + arguments)
    #expect(ending.code == 64)
    #expect(ending.complaints.contains(arguments[1]), "\(ending.complaints)")
  }

  @Test
  func `no worker outlives a run that is killed`() throws {
    let scratch = try world()
    // The shell kills the run while a session hangs, and then looks for anybody with its folder.
    let script = """
      "$0" run in --facts facts --out out --sabotage hang:in/a & run=$!
      for i in $(seq 1200); do
        workers=$(cat /proc/$run/task/$run/children 2>/dev/null)
        [ -n "$workers" ] && break; sleep 0.05
      done
      kill -9 $run
      for worker in $workers; do
        for i in $(seq 200); do
          # No file is as good as dead.
          grep -qs '^State:.[^ZX]' /proc/$worker/status || continue 2
          sleep 0.05
        done
        echo "$worker lives"
      done
      echo "looked at $workers"
      """
    let ending = try Program(path: "/bin/bash").run(
      ["-c", script, Program.debug.path], in: scratch.folder)
    #expect(!ending.output.contains("lives"), "\(ending.output)")
    #expect(ending.output.contains(/looked at [0-9]/), "\(ending.output)\(ending.complaints)")
  }
}
