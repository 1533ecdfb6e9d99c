/// Who may import whom.
enum ImportRules {
  /// The only modules that each target imports; a new edge is a line here and a reason.
  ///
  /// Architecture invariants: the simulation sees no Foundation and no C library, so that no
  /// locale, clock or last bit of theirs reaches a result; Measures sees no model, engine or
  /// adjuster, so that the judge cannot share a mistake of the judged.
  static let allowed: [String: Set<String>] = [
    "MapGeometry": [],
    "Clustering": ["MapGeometry"],
    "Callouts": ["MapGeometry"],
    "MapEvents": ["MapGeometry"],
    "MapConfiguration": ["Callouts", "Clustering", "MapEvents", "MapGeometry"],
    "MapModel": [
      "Callouts", "Clustering", "HeapModule", "MapConfiguration", "MapEvents", "MapGeometry",
    ],
    // Foundation reads golden files and their JSON.
    "Conformance": [
      "Callouts", "Clustering", "Foundation", "MapConfiguration", "MapEvents", "MapGeometry",
      "MapModel",
    ],
    "Workloads": ["MapGeometry"],
    "Metrics": [],
    "Scenarios": ["MapConfiguration", "MapEvents", "MapGeometry", "Metrics", "Workloads"],
    // Foundation reads files, Synchronization guards the cache of data sets.
    "ScenarioFiles": [
      "Callouts", "Clustering", "Foundation", "MapConfiguration", "MapEvents", "MapGeometry",
      "Metrics", "Scenarios", "Synchronization", "Wire", "Workloads", "Yams",
    ],
    "Replay": [
      "MapConfiguration", "MapEvents", "MapGeometry", "MapModel", "Scenarios", "Workloads",
    ],
    "Measures": ["MapEvents", "MapGeometry", "Metrics", "Wire"],
    // Trials of adjusters go before the same judge as sessions.
    "AdjusterSuite": [
      "Callouts", "Formatting", "MapConfiguration", "MapEvents", "MapGeometry", "MapModel",
      "Measures", "Metrics",
    ],
    // Logarithms and chance that are the same on every machine.
    "Statistics": ["Histogram", "MapGeometry", "Metrics", "Workloads"],
    "Instruments": ["CAllocatorOptions", "CJemalloc", "CProcess", "CRegions", "Glibc"],
    // What a session costs: it sees the map at work, and never takes part.
    // Foundation reads what measured processes wrote.
    "Measuring": [
      "Formatting",
      "Foundation", "Instruments", "MapEvents", "MapModel", "Metrics", "Profiles", "Statistics",
      "Wire",
    ],
    // Foundation reads what programs leave behind, Glibc keeps two builds apart.
    "Comparison": [
      "Formatting", "Foundation", "Glibc", "Instruments", "Measuring", "Metrics", "Reporting",
      "Statistics", "Wire",
    ],
    "Profiles": ["Formatting", "Wire"],
    // libdeflate packs what pages carry.
    "Wire": ["CDeflate"],
    // Dispatch and Synchronization do tasks in threads.
    "Workers": ["Dispatch", "Glibc", "Instruments", "Synchronization", "Wire"],
    "Formatting": [
      "MapEvents", "MapGeometry", "Measures", "Metrics", "Mustache", "Statistics", "TextTable",
      "Wire",
    ],
    "EventLog": ["Formatting", "MapEvents", "MapGeometry"],
    "Benchmarks": [
      "Clustering", "Formatting", "Instruments", "MapConfiguration", "MapEvents", "MapGeometry",
      "MapModel", "Metrics", "Workloads",
    ],
    // Callouts knows how a bubble is drawn.
    "Reporting": [
      "Callouts", "Formatting", "MapEvents", "MapGeometry", "Measures", "Metrics", "Statistics",
      "Wire",
    ],
    // Foundation and Glibc find, read and write files.
    "Sessions": [
      "Callouts", "Clustering", "EventLog", "Formatting", "Foundation", "Glibc", "Instruments",
      "MapConfiguration", "MapEvents", "MapGeometry", "MapModel", "Measures", "Measuring",
      "Metrics", "Replay", "Reporting", "ScenarioFiles", "Scenarios", "Statistics",
      "Synchronization", "Wire", "Workers",
    ],
    // Foundation looks for files; only this target knows SQL.
    "History": [
      "Formatting", "Foundation", "GRDB", "MapEvents", "Measures", "Metrics", "Reporting",
      "Statistics", "Wire",
    ],
    "MapReplay": [
      "AdjusterSuite", "Callouts", "Clustering", "MapGeometry", "Measures", "Metrics", "Reporting",
      "Sessions",
    ],
    // Foundation and Glibc know the terminal.
    "CommandLineTool": [
      "AdjusterSuite", "ArgumentParser", "Benchmarks", "Callouts", "Comparison", "Conformance",
      "EventLog", "Formatting", "Foundation", "Glibc", "History", "Instruments", "MapGeometry",
      "MapModel",
      "Measuring", "Metrics", "Profiles", "Replay", "Reporting", "ScenarioFiles", "Scenarios",
      "Sessions", "Wire", "Workers",
    ],
  ]

  /// Targets whose results are the same on every machine.
  static let simulation: Set<String> = [
    "MapGeometry", "Clustering", "Callouts", "MapEvents", "MapConfiguration", "MapModel",
    "Workloads", "Metrics",
    "Scenarios", "Replay", "Measures", "AdjusterSuite",
  ]

  /// Modules that come with the toolchain.
  static let platform: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Synchronization",
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

  static let table = Rule(
    name: "a target imports only what its row in the table names",
    findings: { tree in
      tree.targetFiles.flatMap { target, file, code -> [Finding] in
        guard let row = allowed[target] else {
          return [Finding(path: file.path, message: "\(target) has no row in the table")]
        }
        return imports(of: code).filter { !row.contains($0.module) }.map {
          Finding(
            path: file.path, line: $0.line, message: "\(target) must not import \($0.module)")
        }
      }
    },
    examples: [
      .init([
        "Sources/Clustering/A.swift": "public import MapGeometry\n",
        "Sources/CommandLineTool/B.swift": "import ArgumentParser\nimport Sessions\n",
        "Tests/ClusteringTests/C.swift": "import Callouts\n",
      ]),
      .init(
        ["Sources/Measures/A.swift": "import Metrics\n/* why */ import MapModel\n"],
        finds: ["Sources/Measures/A.swift:2"]),
      .init(
        ["Sources/Clustering/A.swift": "@preconcurrency internal import struct Callouts.Map\n"],
        finds: ["Sources/Clustering/A.swift:1"]),
      .init(["Sources/Clustering/A.swift": "// import Callouts\nlet text = \"import Callouts\"\n"]),
      .init(["Sources/Novel/A.swift": "let a = 1\n"], finds: ["Sources/Novel/A.swift"]),
      .init(
        ["Sources/CommandLineTool/A.swift": "import Sessions\nimport Yams\n"],
        finds: ["Sources/CommandLineTool/A.swift:2"]),
    ])

  static let spare = Rule(
    name: "a row of the table names nothing that its target does not import",
    findings: { tree in
      var used: [String: Set<String>] = [:]
      for (target, _, code) in tree.targetFiles {
        used[target, default: []].formUnion(imports(of: code).map(\.module))
      }
      return used.keys.sorted().flatMap { target in
        allowed[target, default: []].subtracting(used[target, default: []]).sorted().map {
          Finding(path: "Sources/\(target)", message: "does not import \($0)")
        }
      }
    },
    examples: [
      .init([
        "Sources/Instruments/A.swift":
          "import CAllocatorOptions\nimport CJemalloc\nimport CProcess\nimport CRegions\n",
        "Sources/Instruments/B.swift": "import Glibc\n",
      ]),
      .init(
        [
          "Sources/Instruments/A.swift":
            "import CAllocatorOptions\nimport CJemalloc\nimport CProcess\nimport CRegions\n",
          "Sources/Metrics/A.swift": "",
          "Sources/Wire/A.swift": "import CDeflate\n",
          "Sources/EventLog/A.swift":
            "import Formatting\n// import MapEvents\nimport MapGeometry\n",
        ],
        finds: ["Sources/EventLog", "Sources/Instruments"]),
    ])

  static let readme = Rule(
    name: "the page of the architecture shows the table",
    findings: { tree in
      guard let readme = tree.files.first(where: { $0.path == "Sources/README.md" }) else {
        return []
      }
      var findings: [Finding] = []
      var shown: Set<String> = []
      for (index, line) in readme.lines.enumerated() {
        let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
        guard cells.count == 3, let target = cells[0].split(separator: "`").first,
          cells[0].hasPrefix("`"), let row = allowed[String(target)]
        else { continue }
        shown.insert(String(target))
        let names = cells[2].split { $0 == "," || $0 == " " || $0 == "–" }.map(String.init)
        guard names != row.sorted() else { continue }
        findings.append(
          Finding(
            path: readme.path, line: index + 1,
            message: "\(target) imports \(row.sorted().joined(separator: ", "))"))
      }
      let missing = Set(tree.targetFiles.map(\.target)).subtracting(shown).sorted()
      return findings
        + missing.map { Finding(path: readme.path, message: "does not show the target \($0)") }
    },
    examples: [
      .init([
        "Sources/README.md":
          "| `Metrics` | all | – |\n| `MapModel` | a `b` | Callouts, Clustering, "
          + "HeapModule, MapConfiguration, MapEvents, MapGeometry |\n| `a` | b |\n",
        "Sources/Metrics/A.swift": "", "Sources/MapModel/A.swift": "",
      ]),
      .init(
        [
          "Sources/README.md": "| target | room | imports |\n| `Clustering` | engines | – |\n"
            + "| `Metrics` | all | Foundation |\n",
          "Sources/Clustering/A.swift": "", "Sources/Novel/A.swift": "",
        ],
        finds: ["Sources/README.md:2", "Sources/README.md:3", "Sources/README.md"]),
    ])

  static let foundation = Rule(
    name: "the simulation imports neither Foundation nor a C library",
    findings: { tree in
      tree.targetFiles.filter { simulation.contains($0.target) }.flatMap { target, file, code in
        imports(of: code).filter { platform.contains($0.module) || $0.module == "Darwin" }.map {
          Finding(path: file.path, line: $0.line, message: "\(target) imports \($0.module)")
        }
      }
    },
    examples: [
      .init(["Sources/Reporting/A.swift": "import Foundation\n"]),
      .init(
        [
          "Sources/Metrics/A.swift": "\nimport Foundation\n",
          "Sources/Workloads/A.swift": "internal import Glibc\n",
        ],
        finds: ["Sources/Metrics/A.swift:2", "Sources/Workloads/A.swift:1"]),
    ])

  static let libraries = Rule(
    name: "each library from outside is imported by exactly one target",
    findings: { tree in
      let ours = Set(tree.files.compactMap(\.target)).union(allowed.keys)
      var users: [String: Set<String>] = [:]
      for (target, _, code) in tree.targetFiles {
        for (module, _) in imports(of: code) where !ours.contains(module) {
          users[module, default: []].insert(target)
        }
      }
      let declared = tree.files.first { $0.path == "Package.swift" }.map(products) ?? []
      let names = Set(users.keys).union(declared).subtracting(platform)
      return names.sorted().filter { users[$0]?.count != 1 }.map { name in
        Finding(path: name, message: "imported by \(users[name, default: []].sorted())")
      }
    },
    examples: [
      .init([
        "Package.swift": "let a = [.product(name: \"Yams\", package: \"Yams\")]\n",
        "Sources/ScenarioFiles/A.swift": "import Yams\nimport Foundation\n",
        "Sources/ScenarioFiles/B.swift": "import Yams\n",
        "Sources/Reporting/B.swift": "import Foundation\n",
      ]),
      .init(
        [
          "Sources/ScenarioFiles/A.swift": "import Yams\n",
          "Sources/CommandLineTool/A.swift": "import Yams\n",
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
