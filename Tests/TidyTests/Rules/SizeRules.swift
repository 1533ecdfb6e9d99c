/// How large things may be.
enum SizeRules {
  /// Lines of a function, from its first to its last.
  static let functionLines = 60
  /// Lines of a file.
  static let fileLines = 400
  /// The median of all files' lines.
  static let medianFileLines = 130
  /// Columns of a line.
  static let columns = 100
  /// Assertions for each thousand lines of code in the targets that hold state.
  static let assertionsPerThousandLines = 15

  /// The functions, initialisers, subscripts and computed properties of a file with their extent.
  static func functions(of code: SwiftLexer) -> [(first: Int, last: Int)] {
    let tokens = code.tokens
    return tokens.indices.compactMap { start in
      let word = tokens[start].text
      guard ["func", "init", "deinit", "subscript", "var"].contains(word),
        tokens.text(at: start - 1) != ".",
        let open = bodyStart(tokens, after: start, isVariable: word == "var")
      else { return nil }
      var depth = 0
      for index in open..<tokens.count {
        depth += (tokens[index].text == "{" ? 1 : 0) - (tokens[index].text == "}" ? 1 : 0)
        if depth == 0 { return (first: tokens[start].line, last: tokens[index].line) }
      }
      return nil
    }
  }

  /// The brace that opens the body of a declaration; nil for one without a body.
  private static func bodyStart(_ tokens: [Token], after start: Int, isVariable: Bool) -> Int? {
    let ends: Set = [
      "func", "init", "deinit", "subscript", "var", "let", "case", "struct", "enum", "class",
      "extension", "protocol", "import", "typealias", "associatedtype", "}",
    ]
    var depth = 0
    for index in start + 1..<max(tokens.count, start + 1) {
      let text = tokens[index].text
      depth += ["(", "["].contains(text) ? 1 : [")", "]"].contains(text) ? -1 : 0
      guard depth == 0 else { continue }
      if text == "{" { return index }
      if ends.contains(text) || (isVariable && text == "=") { return nil }
    }
    return nil
  }

  private static func longFunction(_ count: Int) -> String {
    "func a() {\n" + String(repeating: "  b()\n", count: count - 2) + "}\n"
  }

  static let function = Rule(
    name: "a function has at most \(functionLines) lines",
    findings: { tree in
      tree.swiftFiles.flatMap { file in
        (file.code.map(functions) ?? []).compactMap { first, last in
          let count = last - first + 1
          guard count > functionLines else { return nil }
          return Finding(path: file.path, line: first, message: "a function of \(count) lines")
        }
      }
    },
    examples: [
      .init(["A.swift": longFunction(60)]),
      .init(["A.swift": "\n" + longFunction(61)], finds: ["A.swift:2"]),
      .init(["A.swift": "var a: Int {\n" + longFunction(60) + "}\n"], finds: ["A.swift:1"]),
      .init([
        "A.swift": "protocol P {\n  func a()\n  var b: Int { get }\n}\n" + longFunction(60)
      ]),
      .init(["A.swift": "func a(_ b: () -> Void = {}) -> [Int]\n{}\n" + longFunction(60)]),
      .init(
        ["A.swift": "init<T>(_ b: T = .init { 1 })\nwhere T: P {\n" + longFunction(59) + "}\n"],
        finds: ["A.swift:1"]),
    ])

  static let file = Rule(
    name: "a file has at most \(fileLines) lines",
    findings: { tree in
      tree.swiftFiles.filter { $0.lines.count > fileLines }.map {
        Finding(path: $0.path, message: "\($0.lines.count) lines")
      }
    },
    examples: [
      .init(["A.swift": String(repeating: "a\n", count: 400)]),
      .init(["A.swift": String(repeating: "a\n", count: 401)], finds: ["A.swift"]),
      .init(["A.json": String(repeating: "1\n", count: 401)]),
    ])

  static let median = Rule(
    name: "half of all files have at most \(medianFileLines) lines",
    findings: { tree in
      let counts = tree.swiftFiles.map(\.lines.count).sorted()
      guard !counts.isEmpty else {
        return [Finding(path: "Sources", message: "there are no Swift files")]
      }
      let median = counts[counts.count / 2]
      guard median > medianFileLines else { return [] }
      return [Finding(path: "Sources", message: "the median is \(median) lines")]
    },
    examples: [
      .init([
        "A.swift": String(repeating: "a\n", count: 130),
        "B.swift": String(repeating: "a\n", count: 300), "C.swift": "a\n",
      ]),
      .init(
        ["A.swift": String(repeating: "a\n", count: 131), "B.swift": "a\n"], finds: ["Sources"]),
      .init([:], finds: ["Sources"]),
    ])

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
          path: "Sources/\(target)", message: "\(assertions) assertions in \(lines) lines of code")
      }
    },
    examples: [
      .init(["Sources/MapModel/A.swift": String(repeating: "a\n", count: 65) + "assert(b)\n"]),
      .init(
        [
          "Sources/MapModel/A.swift": String(repeating: "a\n", count: 65) + "// assert(b)\n",
          "Sources/Clustering/A.swift": "assert(b)\n" + String(repeating: "a\n", count: 65),
          "Sources/Metrics/A.swift": String(repeating: "a\n", count: 99),
        ],
        finds: ["Sources/MapModel"]),
      .init([
        "Sources/Callouts/A.swift": String(repeating: "\n// why\n", count: 99) + "assert(b)\n"
      ]),
    ])
}
