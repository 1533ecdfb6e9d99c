import Foundation
import Support
import Testing

/// The same bytes whatever the process, its hash seed, its build and the processor's features.
@Suite("Determinism", .serialized)
struct DeterminismTests {
  /// Facts of scenarios by their files, as a program writes them.
  private func facts(
    _ program: Program, of paths: [String] = ["Scenarios"], options: [String] = [],
    environment: [String: String] = [:]
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

  private func committed() throws -> [String: String] {
    let folder = Program.repository.appending(path: "Reports")
    var texts: [String: String] = [:]
    for name in FileManager.default.subpaths(atPath: folder.path) ?? []
    where !name.hasPrefix("latest/")
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
    for name in left.keys.sorted() where left[name] != right[name] {
      let lines = (left[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      let others = (right[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      let first = zip(lines, others).first { $0 != $1 }
      Issue.record("\(what): \(name) differs: \(String(describing: first))")
    }
  }

  private static let plainProcessor = ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-AVX2"]

  /// Folders of short sessions, of every kind of step.
  private static let share = [
    "Callouts", "Canaries", "Gestures", "Overlays", "Region", "UpstreamFlaws", "Views",
  ]

  /// The committed facts come from a release build with some hash seed on some processor.
  ///
  /// One run differs from that in everything; it plays a share, since a debug build takes its time.
  @Test
  func `a debug build computes the committed facts, hash seed and processor aside`() throws {
    let other = DeterminismTests.plainProcessor.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) {
      $1
    }
    let folders = DeterminismTests.share
    let committed = try committed().filter { file in
      folders.contains { file.key.hasPrefix($0 + "/") }
    }
    var found = try facts(.debug, of: folders.map { "Scenarios/\($0)" }, environment: other)
    // The page of all is that of a part.
    found["README.md"] = nil
    expectSame(committed, found, "debug, fixed hash seed, no FMA")
  }

  @Test(.enabled(if: Program.release != nil, "make test names a release build"))
  func `a release build computes the committed facts`() throws {
    expectSame(try committed(), try facts(try #require(Program.release)), "release")
  }

  @Test(.enabled(if: Program.release != nil, "make test names a release build"))
  func `the facts do not depend on the processor, the hash seed and workers`() throws {
    let facts = try facts(
      try #require(Program.release), options: ["--in-process"],
      environment: DeterminismTests.plainProcessor)
    expectSame(try committed(), facts, "one process, no FMA")
  }

  @Test
  func `the program's allocations go through jemalloc`() throws {
    let ending = try Program.debug.run(
      ["list"], environment: ["MALLOC_CONF": "stats_print:true"])
    #expect(ending.code == 0)
    #expect(ending.complaints.contains("Begin jemalloc statistics"))
    let line = ending.complaints.split(separator: "\n").first { $0.hasPrefix("Allocated:") }
    let bytes = line?.split(separator: " ").dropFirst().first.flatMap {
      Int($0.filter(\.isNumber))
    }
    #expect(try #require(bytes) > 100_000, "jemalloc served hardly anything: \(line ?? "")")
  }

  @Test(arguments: [Program.debug, Program.release].compactMap(\.self))
  func `the run file names jemalloc`(program: Program) throws {
    let scratch = try Scratch()
    let ending = try program.run([
      "run", "Scenarios/Canaries", "--facts", "\(scratch.path)/facts", "--out",
      "\(scratch.path)/out",
    ])
    #expect(ending.code == 0, "\(ending.complaints)")
    #expect(try scratch.text("out/run.json").contains("\"allocator\": \"jemalloc "))
  }

  @Test
  func `lists every scenario`() throws {
    let ending = try Program.debug.run(["list"])
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
}
