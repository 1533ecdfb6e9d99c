/// How large things may be.
enum SizeRules {
  /// Columns of a line.
  static let columns = 100
  /// Assertions for each thousand lines of code in the targets that hold state.
  static let assertionsPerThousandLines = 15

  static let line = Rule(
    name: "a line has at most \(columns) columns",
    findings: { tree in
      tree.swiftFiles.flatMap { file in
        file.lines.enumerated().compactMap { index, line in
          guard line.utf8.count > columns, line.count > columns else { return nil }
          return Finding(path: file.path, line: index + 1, message: "\(line.count) columns")
        }
      }
    },
    examples: [
      .init(["A.swift": "a\n" + String(repeating: "\u{e9}", count: 100)]),
      .init(["A.swift": "a\n" + String(repeating: "a", count: 101)], finds: ["A.swift:2"]),
    ])

  static let assertions = Rule(
    name: "MapModel, Clustering and Callouts assert what they believe",
    findings: { tree in
      ["MapModel", "Clustering", "Callouts"].compactMap { target in
        var lines = 0
        var assertions = 0
        for file in tree.targetFiles where file.target == target {
          lines += file.code.codeLineCount
          let tokens = file.code.tokens
          assertions +=
            tokens.indices.filter { index in
              tokens.hasSequence(["assert", "("], at: index)
                || tokens.hasSequence(["assertionFailure", "("], at: index)
            }.count
        }
        guard assertions * 1_000 < lines * assertionsPerThousandLines else { return nil }
        return Finding(
          path: target, message: "\(assertions) assertions in \(lines) lines of code")
      }
    },
    examples: [
      .init([
        "Sources/Simulation/MapModel/A.swift": String(repeating: "a\n", count: 65) + "assert(b)\n"
      ]),
      .init(
        [
          "Sources/Simulation/MapModel/A.swift": String(repeating: "a\n", count: 65)
            + "// assert(b)\n",
          "Sources/Simulation/Clustering/A.swift": "assert(b)\n"
            + String(repeating: "a\n", count: 65),
          "Sources/Judging/Metrics/A.swift": String(repeating: "a\n", count: 99),
        ],
        finds: ["MapModel"]),
      .init([
        "Sources/Simulation/Callouts/A.swift": String(repeating: "\n// why\n", count: 99)
          + "assert(b)\n"
      ]),
    ])
}
