import Foundation

/// What the repository holds, and what its texts say.
enum LayoutRules {
  /// The top level, complete.
  static let topLevelNames: Set = [
    ".ci", ".gitignore", ".swift-format", "Makefile", "Package.swift", "README.md", "Reports",
    "Scenarios", "Sources", "Tests",
  ]

  /// A repository that has everything on its top level.
  private static let completeTopLevel: [String: String] = [
    ".ci/run": "", ".gitignore": "", ".swift-format": "", "Makefile": "", "Package.swift": "",
    "README.md": "", "Reports/a.json": "", "Scenarios/a.yaml": "", "Sources/A/A.swift": "",
    "Tests/ATests/A.swift": "",
  ]

  static let topLevel = Rule(
    name: "the top level holds what the design names, all of it and nothing else",
    findings: { tree in
      let names = Set(
        tree.files.map { String($0.path.prefix { $0 != "/" }) })
      let extra = names.subtracting(topLevelNames).sorted().map {
        Finding(path: $0, message: "does not belong on the top level")
      }
      let missing = topLevelNames.subtracting(names).sorted().map {
        Finding(path: $0, message: "is missing on the top level")
      }
      return extra + missing
    },
    examples: [
      .init(completeTopLevel),
      .init(
        completeTopLevel.merging(["Docs/a.md": "", "b.txt": ""]) { $1 }, finds: ["Docs", "b.txt"]),
      .init(completeTopLevel.filter { $0.key != "README.md" }, finds: ["README.md"]),
      .init(completeTopLevel.filter { $0.key != "Reports/a.json" }, finds: ["Reports"]),
    ])

  static let readme = Rule(
    name: "the README is short and soon names the two commands",
    findings: { tree in
      guard let readme = tree.files.first(where: { $0.path == "README.md" }) else {
        return [Finding(path: "README.md", message: "is missing")]
      }
      var findings: [Finding] = []
      if readme.lines.count > 150 {
        findings.append(Finding(path: readme.path, message: "\(readme.lines.count) lines"))
      }
      for command in ["make run", "make test"]
      where !readme.lines.prefix(60).contains(where: { $0.contains(command) }) {
        findings.append(
          Finding(path: readme.path, message: "does not name `\(command)` in its first 60 lines"))
      }
      return findings
    },
    examples: [
      .init(["README.md": "`make run`\n`make test`\n" + String(repeating: "a\n", count: 148)]),
      .init(
        ["README.md": "`make run`\n`make test`\n" + String(repeating: "a\n", count: 149)],
        finds: ["README.md"]),
      .init(
        ["README.md": String(repeating: "a\n", count: 60) + "make run, make test\n"],
        finds: ["README.md", "README.md"]),
      .init(["README.md": "make run\n"], finds: ["README.md"]),
      .init(["Docs/README.md": "make run, make test\n"], finds: ["README.md"]),
    ])

  /// Outside of recipes a variable is what it was when its line is read: nothing, further up.
  static let variables = Rule(
    name: "a variable of the Makefile stands above all but recipes that use it",
    findings: { tree in
      let lines = tree.files.first { $0.path == "Makefile" }?.lines ?? []
      return lines.enumerated().flatMap { index, line -> [Finding] in
        guard !line.hasPrefix("\t") else { return [] }
        return line.matches(of: /\$\((\w+)\)/).map(\.1).filter { name in
          lines[index...].contains { $0.hasPrefix("\(name) := ") }
        }.map { Finding(path: "Makefile", line: index + 1, message: "uses \($0) too early") }
      }
    },
    examples: [
      .init(["Makefile": "A := a\nt: export B := $(A)\n\t$(C)\nC := c\n"]),
      .init(["Makefile": "t: export B := $(A)/$(C)\nA := a\n"], finds: ["Makefile:1"]),
    ])

  /// The id of a file somewhere in a folder: its path there without the extension.
  private static func id(
    _ path: String, in folder: String, without others: Set<Substring>, ending: String
  ) -> String? {
    guard path.hasPrefix(folder + "/"), path.hasSuffix(ending) else { return nil }
    let id = path.dropFirst(folder.count + 1).dropLast(ending.count)
    return id.split(separator: "/").dropLast().contains(where: others.contains) ? nil : String(id)
  }

  /// Facts of a variant have its name behind that of the file.
  private static func stem(_ id: String) -> String {
    let name = id.split(separator: "/").last ?? ""
    return String(id.dropLast(name.drop { $0 != "." }.count))
  }

  static let reports = Rule(
    name: "every scenario has its facts, and all facts have their scenario",
    findings: { tree in
      var scenarios: [String: String] = [:]
      var facts: [String: String] = [:]
      for path in tree.files.map(\.path) {
        if let id = id(
          path, in: "Scenarios", without: ["Devices", "Data", "Parts"], ending: ".yaml"),
          path.split(separator: "/").last != "defaults.yaml"
        {
          scenarios[id] = path
        }
        if let id = id(path, in: "Reports", without: ["latest", "Counts"], ending: ".json") {
          facts[id] = path
        }
      }
      var findings: [Finding] = []
      if scenarios.isEmpty {
        findings.append(Finding(path: "Scenarios", message: "holds no scenario"))
      }
      if facts.isEmpty { findings.append(Finding(path: "Reports", message: "holds no facts")) }
      let stems = Set(facts.keys.map(stem))
      let bare = scenarios.filter { !stems.contains($0.key) }.values.sorted()
      findings += bare.map { Finding(path: $0, message: "has no facts in Reports") }
      let stale = facts.filter { scenarios[stem($0.key)] == nil }.values.sorted()
      return findings + stale.map { Finding(path: $0, message: "belongs to no scenario") }
    },
    examples: [
      .init([
        "Scenarios/a.yaml": "", "Scenarios/Canaries/b.yaml": "", "Scenarios/Canaries/c.yaml": "",
        "Scenarios/Devices/phone.yaml": "", "Scenarios/Canaries/Parts/p.yaml": "",
        "Scenarios/Canaries/defaults.yaml": "", "Reports/a.json": "", "Reports/Canaries/b.json": "",
        "Reports/Canaries/c.x.json": "", "Reports/latest/d.json": "", "Reports/README.md": "",
        "Reports/Counts/e/f.json": "",
      ]),
      .init(
        [
          "Scenarios/a.yaml": "", "Reports/a.upstream.json": "", "Reports/a.corrected.json": "",
          "Reports/b.corrected.json": "",
        ], finds: ["Reports/b.corrected.json"]),
      .init(
        ["Scenarios/a.yaml": "", "Scenarios/Canaries/b.yaml": "", "Reports/c.json": ""],
        finds: ["Scenarios/Canaries/b.yaml", "Scenarios/a.yaml", "Reports/c.json"]),
      .init([:], finds: ["Scenarios", "Reports"]),
    ])

  static let indexes = Rule(
    name: "every folder of scenarios has a page that lists its files, and no others, and a count",
    findings: { tree in
      var files: [String: Set<String>] = [:]
      for path in tree.files.map(\.path) {
        let parts = path.split(separator: "/")
        guard parts.count == 3, parts[0] == "Scenarios", path.hasSuffix(".yaml"),
          parts[1] != "Devices", parts[2] != "defaults.yaml"
        else { continue }
        files["Scenarios/\(parts[1])/README.md", default: []].insert(String(parts[2]))
      }
      return files.sorted { $0.key < $1.key }.flatMap { page, names -> [Finding] in
        let lines = tree.files.first { $0.path == page }?.lines ?? []
        let listed = Set(
          lines.compactMap { $0.wholeMatch(of: #/- \[`(.*\.yaml)`\]\(\1\): .*/#) }.map {
            String($0.1)
          })
        let folder = page.split(separator: "/")[1]
        let row = "| [\(folder)](\(folder)/README.md) | \(names.count) |"
        let overview = tree.files.first { $0.path == "Scenarios/README.md" }
        let isCounted = overview?.lines.contains { $0.hasPrefix(row) } ?? true
        return names.subtracting(listed).sorted().map {
          Finding(path: page, message: "does not list \($0)")
        }
          + listed.subtracting(names).sorted().map {
            Finding(path: page, message: "lists \($0), which is not there")
          }
          + (isCounted
            ? [] : [Finding(path: "Scenarios/README.md", message: "has no row that begins \(row)")])
      }
    },
    examples: [
      .init([
        "Scenarios/A/a.yaml": "", "Scenarios/A/README.md": "# A\n\n- [`a.yaml`](a.yaml): One\n",
        "Scenarios/Devices/p.yaml": "", "Scenarios/A/defaults.yaml": "",
      ]),
      .init(
        [
          "Scenarios/A/a.yaml": "", "Scenarios/A/b.yaml": "",
          "Scenarios/A/README.md": "- [`a.yaml`](a.yaml): One\n- [`c.yaml`](c.yaml): Two\n",
        ], finds: ["Scenarios/A/README.md", "Scenarios/A/README.md"]),
      .init(["Scenarios/A/a.yaml": ""], finds: ["Scenarios/A/README.md"]),
      .init(
        [
          "Scenarios/A/a.yaml": "", "Scenarios/A/README.md": "- [`a.yaml`](a.yaml): One\n",
          "Scenarios/README.md": "| [A](A/README.md) | 2 | Few. |\n",
        ], finds: ["Scenarios/README.md"]),
    ])

  /// Traces of the places where the code was written; put together so that this file has none.
  private static let foreignWords = ["sub" + "agent", "/wo" + "rk/", "/tmp/bash" + "_jobs"]

  static let foreign = Rule(
    name: "no text names the machine on which it was written",
    findings: { tree in
      tree.files.flatMap { file -> [Finding] in
        let text = file.text.lowercased()
        return foreignWords.filter { text.contains($0) }.map {
          Finding(path: file.path, message: "holds \($0)")
        }
      }
    },
    examples: [
      .init(["README.md": "the network/worker, Sources/Simulation/Clustering/Work.swift, agents\n"]
      ),
      .init(
        [
          "A.md": "a Sub" + "agent\n", "B.yaml": "path: /wo" + "rk/a\n",
          "C.swift": "let a = \"/tmp/bash" + "_jobs.1\"\n",
        ],
        finds: ["A.md", "B.yaml", "C.swift"]),
    ])

  /// What promises work without saying where it is kept.
  private static let promises = ["TODO", "FIXME"]

  private static func isBarePromise(_ line: some StringProtocol) -> Bool {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "#" }
    return words.contains { promises.contains(String($0)) }
      && !words.contains { $0.first == "#" && $0.dropFirst().first?.isNumber == true }
  }

  static let releases = Rule(
    name: "each release has a folder with files that it wrote",
    findings: { tree in
      let path = "Reports/Releases.md"
      let lines = tree.files.first { $0.path == path }?.lines ?? []
      return lines.enumerated().compactMap { index, line in
        guard let version = line.wholeMatch(of: #/## (\d+\.\d+\.\d+)/#)?.1 else { return nil }
        let folder = "Tests/Program/SessionsTests/Fixtures/Releases/\(version)/"
        guard !tree.files.contains(where: { $0.path.hasPrefix(folder) }) else { return nil }
        return Finding(path: path, line: index + 1, message: "has no files in \(folder)")
      }
    },
    examples: [
      .init([
        "Reports/Releases.md": "# Releases\n\n## Unreleased\n\n## 1.2.0\n",
        "Tests/Program/SessionsTests/Fixtures/Releases/1.2.0/run.json": "",
      ]),
      .init(
        [
          "Reports/Releases.md": "## 1.10.0\n\n## 1.1.0\n",
          "Tests/Program/SessionsTests/Fixtures/Releases/1.10.0/run.json": "",
        ], finds: ["Reports/Releases.md:3"]),
    ])

  static let issues = Rule(
    name: "work that is left over has an issue",
    findings: { tree in
      tree.files.filter { !$0.path.contains("/Fixtures/") }.flatMap { file -> [Finding] in
        guard promises.contains(where: { file.text.contains($0) }) else { return [] }
        let lines =
          file.code?.comments.map { (text: $0.text, line: $0.line) }
          ?? file.lines.enumerated().map { (text: String($0.element), line: $0.offset + 1) }
        return lines.filter { isBarePromise($0.text) }.map {
          Finding(path: file.path, line: $0.line, message: "left over without an issue")
        }
      }
    },
    examples: [
      .init([
        "A.swift": "// TODO #12: more\n// TODO(#3) less\nlet TODO = \"FIXME\"\n",
        "Makefile": "# METHODOLOGY\n",
      ]),
      .init(
        [
          "A.swift": "let a = 1  // TODO: more\n/* one\n FIXME */\n", "Makefile": "run:\n# TODO\n",
        ],
        finds: ["A.swift:1", "A.swift:3", "Makefile:2"]),
    ])
}
