import Foundation
import Support
import Testing
import Yams

/// What the page of pipelines gives to copy does what it says.
@Suite("The page of pipelines")
struct PipelinesTests {
  private static let page =
    (try? String(
      contentsOf: Program.repository.appending(
        path: "Sources/Program/CommandLineTool/CommandLineTool.docc/Pipelines.md"),
      encoding: .utf8))
    ?? ""

  /// The blocks of a section in some language.
  private static func blocks(_ section: String, _ language: String) -> [String] {
    let text = page.components(separatedBy: "\n## \(section)\n").dropFirst().first ?? ""
    let own = text.components(separatedBy: "\n## ").first ?? ""
    return own.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  private static func block(
    _ section: String, _ language: String = "yaml", number: Int = 0
  ) throws -> String {
    let block = blocks(section, language).dropFirst(number).first
    return try #require(block, "\(section) has no block \(number) of \(language)")
  }

  /// The section with the pipelines that `mapreplay init` writes, and the sections whose jobs look
  /// like theirs.
  private static let starters = "A repository of scenarios"
  private static let servers = ["GitHub Actions", "GitLab"]

  // MARK: A repository of scenarios

  @Test(arguments: [("github", ".github/workflows/mapreplay.yaml"), ("gitlab", ".gitlab-ci.yml")])
  func `init writes what the page shows`(pipeline: String, path: String) throws {
    let scratch = try Scratch()
    _ = try Program.debug.run(["init", "--pipeline", pipeline], in: scratch.folder)
    let number = pipeline == "github" ? 0 : 1
    #expect(
      try scratch.text(path) == PipelinesTests.block(PipelinesTests.starters, number: number))
  }

  @Test(arguments: [false, true])
  func `the workflow of a repository ends with its verdict, and comments`(isBroken: Bool) throws {
    let server = try BuildServer(isBroken: isBroken)
    let played = try play(PipelinesTests.block(PipelinesTests.starters), on: server)
    #expect(played == ["verdict": [!isBroken]], "\(server.log)")
    try expectComment(on: server, isBroken: isBroken)
    #expect(server.scratch.files().contains("artifacts/reports/report.html"))
  }

  @Test(arguments: [false, true])
  func `the pipeline of a repository ends with its verdict, and comments`(isBroken: Bool) throws {
    let server = try BuildServer(isBroken: isBroken)
    let text = try PipelinesTests.block(PipelinesTests.starters, number: 1)
    let job = try #require(YAMLDecoder().decode([String: GitLabJob].self, from: text)["verdict"])
    let ending = try server.run(
      job.script.joined(separator: "\n"), in: server.checkout(),
      [
        "MAPREPLAY_ARCHIVE": BuildServer.archive, "MAPREPLAY_TOKEN": "secret",
        "CI_API_V4_URL": "https://example.org/api", "CI_PROJECT_ID": "3",
        "CI_MERGE_REQUEST_IID": "12",
      ])
    #expect(ending.code == (isBroken ? 1 : 0), "\(server.log)")
    try expectComment(on: server, isBroken: isBroken)
    let silent = try server.run(
      job.script.joined(separator: "\n"), in: server.checkout(),
      ["MAPREPLAY_ARCHIVE": BuildServer.archive])
    #expect(silent.code == (isBroken ? 1 : 0), "\(server.log)")
  }

  private func expectComment(on server: BuildServer, isBroken: Bool) throws {
    let comment = try server.scratch.text("comments/12.md")
    #expect(comment.hasPrefix("## \(isBroken ? "❌" : "✅") MapReplay: "), "\(comment)")
  }

  // MARK: GitHub

  private func play(_ text: String, on server: BuildServer) throws -> [String: [Bool]] {
    try YAMLDecoder().decode(Workflow.self, from: text).play(on: server)
  }

  @Test(arguments: [false, true])
  func `the workflow of GitHub ends with the verdict of all parts`(isBroken: Bool) throws {
    let server = try BuildServer(isBroken: isBroken)
    let played = try play(PipelinesTests.block("GitHub Actions"), on: server)
    #expect(played["program"] == [true], "\(server.log)")
    #expect(played["play"]?.count { !$0 } == (isBroken ? 1 : 0), "\(server.log)")
    #expect(played["verdict"] == [!isBroken], "\(server.log)")
    #expect(server.log.contains("::error file=Scenarios/c.yaml,line=") == isBroken)
    let files = server.scratch.files()
    #expect(files.contains("caches/history-7/history.sqlite"), "\(files)")
    #expect(played["comment"] == [true], "\(server.log)")
    try expectComment(on: server, isBroken: isBroken)
    let summaries = files.filter { $0.hasPrefix("summaries/") }
    #expect(summaries.count == 1)
    let whole = try server.checkout()
    try server.run("mapreplay run Scenarios --compare --no-times || true", in: whole)
    for name in [
      "run.json", "scenes.json", "report.html", "summary.md", "junit.xml", "metrics.csv",
    ] {
      #expect(
        try server.scratch.text("artifacts/reports/\(name)")
          == server.scratch.text("\(whole)/Reports/latest/\(name)"), "\(name)")
    }
    #expect(
      try server.scratch.text(summaries[0])
        == server.scratch.text("\(whole)/Reports/latest/summary.md"))
  }

  @Test(arguments: [
    ("make dist", "make dists"), ("path: .build/dist", "path: build/dist"),
    ("tar -xzf dist/", "tar -xzf bin/"),
    ("run Scenarios", "run Scenario"), ("--no-times", "--without-times"),
    ("part: [1, 2, 3, 4]", "part: [1, 2, 3, 3]"), ("matrix.part }}/", "matrix.shard }}/"),
    ("--to markdown", "--to markup"), ("history add", "history append"),
  ])
  func `a workflow of GitHub that rots is found`(old: String, new: String) throws {
    let text = try PipelinesTests.block("GitHub Actions")
    #expect(text.contains(old))
    let server = try BuildServer()
    let played = try? play(text.replacing(old, with: new), on: server)
    #expect(played?["verdict"] != [true], "\(server.log)")
  }

  // MARK: GitLab

  private struct GitLabJob: Decodable {
    struct Artifacts: Decodable { var paths: [String] }

    var parallel: Int?
    var script: [String]
    var artifacts: Artifacts
  }

  @Test(arguments: [false, true])
  func `the pipeline of GitLab ends with the verdict of all parts`(isBroken: Bool) throws {
    let text = try PipelinesTests.block("GitLab")
    let file = try #require(try Yams.load(yaml: text) as? [String: Any])
    let server = try BuildServer(isBroken: isBroken)
    var codes: [String: [Int32]] = [:]
    for stage in try #require(file["stages"] as? [String]) {
      for (name, value) in file.sorted(by: { $0.key < $1.key })
      where (value as? [String: Any])?["stage"] as? String == stage {
        // JSON is YAML.
        let text = try String(
          decoding: JSONSerialization.data(withJSONObject: value), as: UTF8.self)
        let job = try YAMLDecoder().decode(GitLabJob.self, from: text)
        for index in 1...(job.parallel ?? 1) {
          let folder = try server.checkout()
          try server.run("cp -r ../artifacts/. .", in: folder)
          let ending = try server.run(
            job.script.joined(separator: "\n"), in: folder,
            ["CI_NODE_INDEX": "\(index)", "CI_NODE_TOTAL": "\(job.parallel ?? 1)"])
          codes[name, default: []].append(ending.code)
          let paths = job.artifacts.paths.joined(separator: " ")
          try server.run("cp -r --parents \(paths) ../artifacts", in: folder)
        }
      }
    }
    #expect(codes["program"] == [0], "\(server.log)")
    #expect(codes["play"]?.sorted() == (isBroken ? [0, 0, 0, 1] : [0, 0, 0, 0]), "\(server.log)")
    #expect(codes["verdict"] == [isBroken ? 1 : 0], "\(server.log)")
    #expect(server.scratch.files().contains("artifacts/Reports/latest/junit.xml"))
  }

  /// Otherwise the level of the main branch would be that of anybody's draft.
  @Test
  func `the pipeline of GitLab writes the history on the main branch alone`() throws {
    struct Verdict: Decodable {
      struct Rule: Decodable {
        var `if`: String?
        var when: String
        var variables: [String: String]?
      }
      struct Cache: Decodable { var policy: String }
      var rules: [Rule]
      var variables: [String: String]
      var cache: Cache
    }
    struct Pipeline: Decodable { var verdict: Verdict }
    let verdict = try YAMLDecoder().decode(
      Pipeline.self, from: PipelinesTests.block("GitLab")
    ).verdict
    let name = String(verdict.cache.policy.dropFirst())
    let onMain = verdict.rules.filter { $0.if == "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH" }
    let others = verdict.rules.filter { $0.if == nil }
    #expect(verdict.rules.count == 2 && verdict.rules.allSatisfy { $0.when == "always" })
    #expect(onMain.map { $0.variables?[name] } == ["pull-push"])
    #expect(others.map { $0.variables?[name] ?? verdict.variables[name] } == ["pull"])
  }

  // MARK: Kubernetes

  private struct KubernetesJob: Decodable {
    struct Specification: Decodable {
      var completionMode: String?
      var completions: Int?
      var template: Template
    }
    struct Template: Decodable { var spec: Pod }
    struct Pod: Decodable { var containers: [Container] }
    struct Container: Decodable {
      var command: [String]
      var args: [String]
    }

    var kind: String
    var spec: Specification
  }

  @Test(arguments: [false, true])
  func `the jobs of Kubernetes end with the verdict of all parts`(isBroken: Bool) throws {
    let server = try BuildServer(isBroken: isBroken)
    let folder = try server.checkout()
    var codes: [[Int32]] = []
    for text in PipelinesTests.blocks("Kubernetes", "yaml") {
      let job = try YAMLDecoder().decode(KubernetesJob.self, from: text)
      #expect(job.kind == "Job")
      #expect((job.spec.completions == nil) == (job.spec.completionMode != "Indexed"))
      let container = try #require(job.spec.template.spec.containers.first)
      #expect(container.command == ["bash", "-c"])
      codes.append(
        try (0..<(job.spec.completions ?? 1)).map { index in
          try server.run(
            "set +e\n"
              + container.args[0].replacing("/parts/", with: "\(server.scratch.path)/parts/"),
            in: folder, ["JOB_COMPLETION_INDEX": "\(index)"]
          ).code
        })
    }
    #expect(codes == [[0, 0, 0, 0], [isBroken ? 1 : 0]], "\(server.log)")
    #expect(server.scratch.files().contains("parts/whole/report.html"))
  }

  // MARK: Packages

  /// What every image of Debian with Swift has, by how the names of libraries begin.
  private static let plainLibraries = [
    "linux-vdso", "/lib", "libc.", "libm.", "libz.", "libdl.", "librt.", "libpthread.", "libgcc_s",
    "libstdc++", "libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime",
  ]

  /// The packages of Debian that have the other libraries that the program loads.
  private static func packages() throws -> [String] {
    let known = [
      "libdeflate.so.0": "libdeflate0", "libjemalloc.so.2": "libjemalloc2",
      "libsqlite3.so.0": "libsqlite3-0",
    ]
    let ending = try Program(path: "/usr/bin/env").run(["ldd", Program.debug.path])
    let libraries = ending.output.split(separator: "\n").compactMap {
      $0.split(whereSeparator: \.isWhitespace).first
    }
    return
      try libraries
      .filter { library in !plainLibraries.contains { library.hasPrefix($0) } }
      .map { try #require(known[String($0)], "which package has \($0)?") }
  }

  /// The commands of each job of a section, or of the image that its jobs run in.
  private static func scripts(of section: String, _ text: String) throws -> [String: String] {
    switch section {
    case "GitHub Actions":
      return try YAMLDecoder().decode(Workflow.self, from: text).jobs.mapValues {
        $0.steps.compactMap(\.run).joined(separator: "\n")
      }
    case "GitLab":
      let file = try #require(try Yams.load(yaml: text) as? [String: Any])
      return file.compactMapValues {
        (($0 as? [String: Any])?["script"] as? [String])?.joined(separator: "\n")
      }
    default: return ["image": text.components(separatedBy: "\nFROM ").last ?? ""]
    }
  }

  /// Jobs that run the program without installing a package, as sentences.
  private static func lacks(
    of packages: [String], in text: String, _ section: String
  ) throws -> [String] {
    let jobs = try scripts(of: section, text).filter { name, script in
      name == "image" || script.contains("bin/mapreplay ")
    }
    try #require(!jobs.isEmpty, "no job of \(section) runs the program")
    return jobs.sorted { $0.key < $1.key }.flatMap { name, script in
      let installed = script.split(separator: "\n").flatMap { line in
        line.components(separatedBy: " install --yes ").dropFirst()
          .flatMap { $0.split(separator: " ").map(String.init) }
      }
      return packages.filter { !installed.contains($0) }.map { "\(name) lacks \($0)" }
    }
  }

  @Test(
    arguments: [
      ("GitHub Actions", "yaml", nil), ("GitLab", "yaml", nil), ("Kubernetes", "dockerfile", nil),
      (starters, "yaml", 0), (starters, "yaml", 1),
    ] as [(String, String, Int?)])
  func `what runs the program has the libraries that it loads`(
    section: String, language: String, number: Int?
  ) throws {
    let packages = try PipelinesTests.packages()
    #expect(packages.contains("libsqlite3-0"), "\(packages)")
    let text = try PipelinesTests.block(section, language, number: number ?? 0)
    let server = number.map { PipelinesTests.servers[$0] } ?? section
    let lacks = try PipelinesTests.lacks(of: packages, in: text, server)
    #expect(lacks.isEmpty, "\(lacks)")
    for package in packages {
      let rotten = text.replacing(" \(package)", with: "", maxReplacements: 1)
      let found = try PipelinesTests.lacks(of: packages, in: rotten, server)
      #expect(found.count == 1 && found[0].hasSuffix(" lacks \(package)"), "\(found)")
    }
  }

  // MARK: All of them

  @Test
  func `its three lines print a page for people`() throws {
    let server = try BuildServer()
    let folder = try server.checkout()
    let ending = try server.run(PipelinesTests.block("The shortest pipeline", "sh"), in: folder)
    #expect(ending.code == 0, "\(ending.output)")
    #expect(
      try server.scratch.text("\(folder)/summary.md")
        == server.scratch.text("\(folder)/Reports/latest/summary.md"))
  }

  /// A validator of others that has the schemas of build servers.
  private static let validator = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/check-jsonschema" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    .enabled(if: validator != nil, "it takes check-jsonschema, which PyPI has"),
    arguments: [
      ("GitHub Actions", 0, "github-workflows"), ("GitLab", 0, "gitlab-ci"),
      (starters, 0, "github-workflows"), (starters, 1, "gitlab-ci"),
    ])
  func `its files are valid by the schemas of their systems`(
    section: String, number: Int, schema: String
  ) throws {
    let scratch = try Scratch()
    let text = try PipelinesTests.block(section, number: number)
    for (name, text, isValid) in [
      ("right", text, true),
      (
        "wrong",
        text.replacing("script:", with: "scripts:")
          .replacing("steps:", with: "step:"), false
      ),
    ] {
      let file = try scratch.file("\(name).yaml", text)
      let ending = try Program(path: PipelinesTests.validator ?? "").run([
        "--builtin-schema", "vendor.\(schema)", file.path,
      ])
      #expect((ending.code == 0) == isValid, "\(ending.output)\(ending.complaints)")
    }
  }
}
