import Foundation
import Support
import Testing

/// The same bytes whatever the process, its hash seed, its build and the processor's features.
@Suite("Determinism", .serialized)
struct DeterminismTests {
  /// Facts of scenarios by their files, as a program writes them.
  private func facts(
    _ program: Program, of paths: [String], options: [String], environment: [String: String]
  ) throws -> [String: String] {
    let scratch = try Scratch()
    let ending = try program.run(
      ["run"] + paths + [
        "--quiet", "--update", "--facts", "\(scratch.path)/facts", "--out", "\(scratch.path)/out",
      ] + options,
      environment: environment)
    #expect(ending.code == 0, "\(ending.output)\(ending.complaints)")
    var texts: [String: String] = [:]
    for name in scratch.files(below: "facts") { texts[name] = try scratch.text("facts/\(name)") }
    #expect(texts.count > 15)
    return texts
  }

  /// Facts of scenarios that are written otherwise.
  ///
  /// Expectations were taken away, so that some canaries are not caught.
  private func factsOfEditedFiles(in folders: [String]) throws -> [String: String] {
    let scratch = try Scratch()
    let copy = scratch.folder.appending(path: "Scenarios")
    try FileManager.default.copyItem(
      at: Program.repository.appending(path: "Scenarios"), to: copy)
    var count = 0
    for name in scratch.files(below: "Scenarios") where name.hasSuffix(".yaml") {
      guard let edited = EditedScenario(try scratch.text("Scenarios/\(name)")) else { continue }
      try scratch.file("Scenarios/\(name)", edited.text)
      count += 1
    }
    #expect(count > 150)
    let ending = try Program.checked.run(
      ["run"] + folders.map { "Scenarios/\($0)" }
        + ["--quiet", "--no-times", "--update", "--facts", "facts", "--out", "out"]
        + ["--facts-of-failed"],
      in: scratch.folder)
    #expect([0, 1, 81].contains(ending.code), "\(ending.complaints)")
    var texts: [String: String] = [:]
    for name in scratch.files(below: "facts") { texts[name] = try scratch.text("facts/\(name)") }
    return texts
  }

  private func committed() throws -> [String: String] {
    let folder = Program.repository.appending(path: "Reports")
    var texts: [String: String] = [:]
    for name in FileManager.default.subpaths(atPath: folder.path) ?? []
    where !name.hasPrefix("latest/") && !name.hasPrefix("Counts/") && name != "adjusters.svg"
      && [".json", ".svg", "README.md"].contains(where: { name.hasSuffix($0) })
    {
      texts[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return texts
  }

  private func expectSame(
    _ left: [String: String], _ right: [String: String], _ what: String
  ) {
    #expect(left.keys.sorted() == right.keys.sorted(), "\(what): other files")
    for name in left.keys.sorted().filter({ left[$0] != right[$0] }).prefix(5) {
      let lines = (left[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      let others = (right[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      let first = zip(lines, others).first { $0 != $1 }
      Issue.record("\(what): \(name) differs: \(String(describing: first))")
    }
  }

  /// Folders of short sessions, with every kind of step.
  ///
  /// The canary that allocates is caught by an optimized program alone.
  private static let sample =
    ["Callouts", "Gestures", "Overlays", "Region", "UpstreamFlaws", "Views"]
    + (Program.isOptimized ? ["Canaries"] : [])

  /// One way to run, with the folders that it plays; the page of all is that of no part.
  struct Way: Sendable, CustomTestStringConvertible {
    /// Whether the files are written otherwise; pages and pictures show how they are written.
    var isEdited = false
    var options: [String] = []
    var environment: [String: String] = [:]
    var folders: [String]

    var testDescription: String { "\(isEdited ? "edited" : "") \(options) \(environment)" }
  }

  /// Each build plays all folders once: the one with assertions by workers, from files that are
  /// written otherwise, and the release in one process, without FMA and with a fixed hash seed, as
  /// `make run` plays it by workers.
  private static let ways = [
    Way(isEdited: true, folders: Program.isOptimized && !Program.isRelease ? [""] : sample),
    Way(
      options: ["--in-process"],
      environment: [
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-AVX2", "SWIFT_DETERMINISTIC_HASHING": "1",
      ], folders: Program.isRelease ? [""] : sample),
  ]

  /// The committed facts come from a release build with some hash seed on some processor.
  @Test(arguments: ways)
  func `the facts depend on nothing but what the scenario does`(way: Way) throws {
    let folders = way.folders
    var committed = try committed().filter { file in
      folders.contains { $0.isEmpty || file.key.hasPrefix($0 + "/") }
    }
    guard !way.isEdited else {
      let isFacts = { (name: String) in name.hasSuffix(".json") }
      let found = try factsOfEditedFiles(in: folders)
      return expectSame(
        committed.filter { isFacts($0.key) }, found.filter { isFacts($0.key) }, "edited files")
    }
    var found = try facts(
      .checked, of: folders.map { "Scenarios/\($0)" }, options: way.options,
      environment: way.environment)
    if folders != [""] {
      // The page of all is that of a part.
      (committed["README.md"], found["README.md"]) = (nil, nil)
    }
    expectSame(committed, found, way.testDescription)
  }

  @Test
  func `the program's allocations go through jemalloc`() throws {
    let ending = try Program.debug.run(
      ["list", "Scenarios/Overlays"], environment: ["MALLOC_CONF": "stats_print:true"])
    #expect(ending.code == 0)
    #expect(ending.complaints.contains("Begin jemalloc statistics"))
    let line = ending.complaints.split(separator: "\n").first { $0.hasPrefix("Allocated:") }
    let bytes = line?.split(separator: " ").dropFirst().first.flatMap {
      Int($0.filter(\.isNumber))
    }
    #expect(try #require(bytes) > 100_000, "jemalloc served hardly anything: \(line ?? "")")
  }

  @Test
  func `the run file names jemalloc`() throws {
    let scratch = try Scratch()
    let ending = try Program.checked.run([
      "run", "Scenarios/Overlays", "--facts", "\(scratch.path)/facts", "--out",
      "\(scratch.path)/out",
    ])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(try scratch.text("out/run.json").contains("\"allocator\":\"jemalloc "))
  }

  /// Also where a variable would tell Yams to read another encoding, and to say so in a line.
  @Test
  func `lists every scenario`() throws {
    let ending = try Program.debug.run(
      ["list", "--flat"], environment: ["YAMS_DEFAULT_ENCODING": "UTF16"])
    #expect(ending.code == 0)
    #expect(
      ending.output.split(separator: "\n").count
        == (try committed().count { $0.key.hasSuffix(".json") }))
    #expect(ending.output.contains("canary: callout inside map"))
  }

  @Test
  func `validates every scenario`() throws {
    let ending = try Program.debug.run(["validate"])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(ending.output.hasSuffix("scenarios are valid\n"))
  }

  /// Without the check the allocator would crash before `main`.
  ///
  /// Linux cannot load the release build in less than 100 MB, nor the larger build of the tests.
  @Test(
    .enabled(if: Program.isRelease, "make test-release names the release build"),
    arguments: [100_000, 150_000, 262_143])
  func `what has no room to begin says so`(kibibytes: Int) throws {
    let ending = try Program(path: "/bin/sh").run([
      "-c", "ulimit -v \(kibibytes); exec \"$0\" --version", Program.checked.path,
    ])
    #expect(ending.code == 69 && ending.output.isEmpty)
    #expect(
      ending.complaints.hasPrefix(
        "error: the address space is limited to \(kibibytes >> 10) MiB, and mapreplay needs"))
  }
}
