/// Who may import whom: of our targets and of libraries what Package.swift says, which the build
/// checks, and of the platform what the table here says.
enum ImportRules {
  /// The targets that import each module of the toolchain; a new one is a line here and a reason.
  ///
  /// The simulation sees no Foundation and no C library, so that no locale, clock or last bit of
  /// theirs reaches a result.
  static let platform: [String: Set<String>] = [
    // Files, and what other programs write into them.
    "Foundation": [
      "CommandLineTool", "Comparison", "Conformance", "EmbedFiles", "History", "Measuring",
      "ScenarioFiles", "Sessions",
    ],
    // Processes, terminals and files.
    "Glibc": ["CommandLineTool", "Comparison", "Instruments", "Sessions"],
    // Tasks in threads, and what they share.
    "Dispatch": ["Instruments"],
    "Synchronization": ["Instruments", "Measuring", "ScenarioFiles", "Sessions"],
    "Darwin": [], "FoundationEssentials": [], "Musl": [],
  ]

  /// Targets whose results are the same on every machine.
  static let simulation: Set<String> = [
    "ExactMath", "MapGeometry", "Clustering", "Callouts", "MapEvents", "MapConfiguration",
    "MapModel", "Workloads", "Metrics", "Scenarios", "Replay", "Measures", "AdjusterSuite",
  ]

  /// The modules that a file imports, with their lines.
  static func imports(of code: SwiftLexer) -> [(module: String, line: Int)] {
    let kinds: Set = ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"]
    let tokens = code.tokens
    return tokens.indices.compactMap { index in
      guard tokens[index].text == "import", tokens.text(at: index - 1) != "." else { return nil }
      let isOfOneName = kinds.contains(tokens.text(at: index + 1) ?? "")
      guard let module = tokens.text(at: index + (isOfOneName ? 2 : 1)) else { return nil }
      return (module: module, line: tokens[index].line)
    }
  }

  /// The modules that the manifest of a repository lets each of its targets import.
  static func manifest(of tree: Tree) -> [String: Set<String>] {
    let text = tree.files.first { $0.path == "Package.swift" }?.text ?? ""
    var allowed: [String: Set<String>] = [:]
    for match in text.matches(of: /arget\(\s*(?:name: )?"(\w+)"/) {
      let rest = text[match.range.upperBound...]
      // What a declaration names ends before the next one begins.
      let end = rest.firstMatch(of: /arget\(\s*(?:name: )?"|\btests\(/)?.range.lowerBound
      let list =
        rest[..<(end ?? rest.endIndex)]
        .firstMatch(of: /(?:imports|dependencies): \[((?:[^\]"]|"[^"]*")*)\]/)?.1 ?? ""
      let names = list.replacing(/, package: "[^"]*"/, with: "").matches(of: /"(\w+)"/)
      allowed[String(match.1)] = Set(names.map { String($0.1) })
    }
    return allowed
  }

  static let table = Rule(
    name: "a target imports of the toolchain what the table names",
    findings: { tree in
      tree.targetFiles.flatMap { target, file, code -> [Finding] in
        imports(of: code).filter { platform[$0.module]?.contains(target) == false }.map {
          Finding(
            path: file.path, line: $0.line, message: "\(target) must not import \($0.module)")
        }
      }
    },
    examples: [
      .init([
        "Sources/Output/Reporting/A.swift": "import Metrics\n",
        "Sources/Program/Sessions/A.swift": "import Foundation\n",
        "Sources/Judging/Metrics/A.swift": "// import Glibc\nlet text = \"import Glibc\"\n",
        "Tests/Judging/MetricsTests/A.swift": "import Foundation\n",
      ]),
      .init(
        [
          "Sources/Judging/Metrics/A.swift": "\nimport Foundation\n",
          "Sources/Language/Workloads/A.swift": "internal import func Glibc.sin\n",
        ],
        finds: [
          "Sources/Judging/Metrics/A.swift:2", "Sources/Language/Workloads/A.swift:1",
        ]),
    ])

  static let spare = Rule(
    name: "no target may import what it does not import",
    findings: { tree in
      var used: [String: Set<String>] = [:]
      for (target, _, code) in tree.targetFiles {
        used[target, default: []].formUnion(imports(of: code).map(\.module))
      }
      let allowed = manifest(of: tree)
      return used.keys.sorted().flatMap { target in
        let names = allowed[target, default: []].union(
          platform.filter { $0.value.contains(target) }.keys)
        return names.subtracting(used[target, default: []]).sorted().map {
          Finding(path: target, message: "does not import \($0)")
        }
      }
    },
    examples: [
      .init([
        "Package.swift": """
        target(
          "Scenarios", imports: ["Metrics", .product(name: "Yams", package: "yaml")]),
        .target(name: "CSystem"),
        .executableTarget(name: "Tool", dependencies: ["Wire"]),
        tests(of: "Tool", imports: ["Metrics"]),
        """,
        "Sources/Language/Scenarios/A.swift": "import Metrics\n",
        "Sources/Language/Scenarios/B.swift": "import Yams\n",
        "Sources/Program/Tool/A.swift": "import Wire\n",
      ]),
      .init(
        [
          "Package.swift": """
          target("Scenarios", imports: ["Metrics", "Wire"]), target("Metrics"),
          tests(of: "Metrics", imports: ["Wire"]),
          """,
          "Sources/Language/Scenarios/A.swift": "import Metrics\n// import Wire\n",
          "Sources/Judging/Metrics/A.swift": "",
          "Sources/Machine/Instruments/A.swift": "import Dispatch\nimport Glibc\n",
        ],
        finds: ["Instruments", "Scenarios"]),
    ])

  static let readme = Rule(
    name: "the page of the architecture shows each target in its district",
    findings: { tree in
      guard let readme = tree.files.first(where: { $0.path == "Sources/README.md" }) else {
        return []
      }
      let targets = Set(
        tree.files.filter { $0.target != nil }.map {
          $0.path.split(separator: "/")[1...2].joined(separator: "/")
        })
      let shown = Set(
        readme.lines.filter { $0.hasPrefix("| `") }.compactMap {
          $0.dropFirst(3).split(separator: "`").first.map(String.init)
        }.filter { $0.contains("/") && !$0.hasPrefix(".") })
      return targets.symmetricDifference(shown).sorted().map {
        Finding(
          path: readme.path,
          message: targets.contains($0) ? "does not show \($0)" : "shows \($0), which is not there")
      }
    },
    examples: [
      .init([
        "Sources/README.md":
          "| `Judging/Metrics` | all |\n| `Machine/CSystem` | C |\n| `a.md` | b |\n",
        "Sources/Judging/Metrics/A.swift": "", "Sources/Machine/CSystem/a.c": "",
      ]),
      .init(
        [
          "Sources/README.md": "| `Judging/Metrics` | all |\n| `Output/Wire` | bytes |\n",
          "Sources/Machine/Wire/A.swift": "", "Sources/Judging/Metrics/A.swift": "",
        ],
        finds: ["Sources/README.md", "Sources/README.md"]),
    ])

  static let libraries = Rule(
    name: "each library from outside is imported by exactly one target",
    findings: { tree in
      let ours = Set(tree.files.compactMap(\.target)).union(manifest(of: tree).keys)
      var users: [String: Set<String>] = [:]
      for (target, _, code) in tree.targetFiles {
        for (module, _) in imports(of: code) where !ours.contains(module) {
          users[module, default: []].insert(target)
        }
      }
      let declared = tree.files.first { $0.path == "Package.swift" }.map(products) ?? []
      let names = Set(users.keys).union(declared).subtracting(platform.keys)
      return names.sorted().filter { users[$0]?.count != 1 }.map { name in
        Finding(path: name, message: "imported by \(users[name, default: []].sorted())")
      }
    },
    examples: [
      .init([
        "Package.swift": "let a = [.product(name: \"Yams\", package: \"Yams\")]\n",
        "Sources/Language/ScenarioFiles/A.swift": "import Yams\nimport Foundation\n",
        "Sources/Language/ScenarioFiles/B.swift": "import Yams\n",
        "Sources/Output/Reporting/B.swift": "import Foundation\n",
      ]),
      .init(
        [
          "Sources/Language/ScenarioFiles/A.swift": "import Yams\n",
          "Sources/Program/CommandLineTool/A.swift": "import Yams\n",
        ],
        finds: ["Yams"]),
      .init(
        ["Package.swift": "let a = [.product(name: \"Yams\", package: \"Yams\")]\n"],
        finds: ["Yams"]),
    ])

  /// The library products that a manifest names.
  private static func products(_ manifest: SourceFile) -> [String] {
    manifest.text.split(separator: ".product(name: \"").dropFirst().compactMap { rest in
      rest.split(separator: "\"").first.map(String.init)
    }
  }
}
