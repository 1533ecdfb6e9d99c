import Foundation

/// Words that code does not use, or only in their rooms.
enum WordRules {
  /// Words with the only targets that may use them.
  struct Ban: Sendable {
    var tokens: [String]
    var rooms: Set<String> = []
    var isForTestsToo = false

    func isBroken(in file: SourceFile, at index: Int, of tokens: [Token]) -> Bool {
      guard tokens.hasSequence(self.tokens, at: index) else { return false }
      if let target = file.target { return !rooms.contains(target) }
      // Programs in packages of their own print what they like.
      return isForTestsToo && file.path.hasPrefix("Tests/")
        && !file.path.hasPrefix("Tests/Packages/")
    }
  }

  private static func rule(_ name: String, _ bans: [Ban], examples: [Rule.Example]) -> Rule {
    // Few tokens begin with a banned word, and every one is looked at.
    let bans = Dictionary(grouping: bans) { $0.tokens[0] }
    return Rule(
      name: name,
      findings: { tree in
        tree.swiftFiles.flatMap { file -> [Finding] in
          let tokens = file.code?.tokens ?? []
          return tokens.indices.compactMap { index -> Finding? in
            guard let bans = bans[tokens[index].text],
              let ban = bans.first(where: { $0.isBroken(in: file, at: index, of: tokens) })
            else { return nil }
            return Finding(
              path: file.path, line: tokens[index].line, message: ban.tokens.joined())
          }
        }
      }, examples: examples)
  }

  static let printing = rule(
    "only CommandLineTool prints",
    ["print", "debugPrint", "dump"].map { word in
      Ban(tokens: [word, "("], rooms: ["CommandLineTool"], isForTestsToo: true)
    },
    examples: [
      .init([
        "Sources/Program/CommandLineTool/A.swift": "print(1)\n",
        "Sources/Judging/Metrics/A.swift":
          "// print(1)\nlet a = \"print(1)\"\nfunc footprint() {}\n",
        "Tests/Packages/A/main.swift": "print(1)\n",
      ]),
      .init(
        [
          "Sources/Judging/Metrics/A.swift": "\nprint(1)\n",
          "Tests/Judging/MetricsTests/A.swift": "dump(1)\n",
        ],
        finds: ["Sources/Judging/Metrics/A.swift:2", "Tests/Judging/MetricsTests/A.swift:1"]),
      .init(
        ["Sources/Judging/Metrics/A.swift": "let a = \"b \\(print(1))\"\n"],
        finds: ["Sources/Judging/Metrics/A.swift:1"]),
    ])

  static let formats = rule(
    "numbers are not written by C formats",
    [Ban(tokens: ["String", "(", "format", ":"], isForTestsToo: true)],
    examples: [
      .init(["Sources/Output/Reporting/A.swift": "let a = String(1, radix: 16)\n"]),
      .init(
        ["Sources/Output/Reporting/A.swift": "let a = String(\n  format: \"%d\", 1)\n"],
        finds: ["Sources/Output/Reporting/A.swift:1"]),
    ])

  /// Clocks and environment have two rooms: where they are observed and where the program starts.
  private static let machineRooms: Set = ["Instruments", "CommandLineTool"]

  static let chance = rule(
    "clocks, chance, threads and the environment stay in their rooms",
    [
      Ban(tokens: ["Date", "("], rooms: ["CommandLineTool"]),
      Ban(tokens: [".", "random", "("]),
      Ban(tokens: [".", "randomElement", "("]),
      Ban(tokens: ["SystemRandomNumberGenerator"]),
      Ban(tokens: ["shuffled", "("]),
      Ban(tokens: ["shuffle", "("]),
      Ban(tokens: ["Task", ".", "detached"], rooms: ["CommandLineTool"]),
      Ban(tokens: ["DispatchQueue"], rooms: ["Instruments"]),
      // How many cores there are.
      Ban(tokens: ["ProcessInfo"], rooms: machineRooms.union(["Sessions"])),
      Ban(tokens: ["ContinuousClock"], rooms: machineRooms),
      Ban(tokens: ["SuspendingClock"], rooms: machineRooms),
      Ban(tokens: ["clock_gettime"], rooms: machineRooms),
      Ban(tokens: ["getenv"], rooms: machineRooms),
    ],
    examples: [
      .init([
        "Sources/Program/CommandLineTool/A.swift": "let a = Date()\n",
        "Sources/Machine/Instruments/A.swift": "clock_gettime(CLOCK_MONOTONIC, &a)\n",
        "Sources/Simulation/MapModel/A.swift": "// Date()\nlet date = a.date(1)\n",
        "Tests/Judging/MetricsTests/A.swift": "let a = ProcessInfo.processInfo\n",
      ]),
      .init(
        [
          "Sources/Simulation/MapModel/A.swift": """
          let a = Date()
          let b = Int.random(in: 1...6)
          let c = d.randomElement()
          var e = SystemRandomNumberGenerator()
          let f = d.shuffled()
          d.shuffle()
          let g = Task.detached { 1 }
          DispatchQueue.main.async {}
          let h = ProcessInfo.processInfo
          let i = ContinuousClock().now
          let j = SuspendingClock().now
          clock_gettime(1, &k)
          let l = getenv(m)
          """
        ],
        finds: (1...13).map { "Sources/Simulation/MapModel/A.swift:\($0)" }),
    ])

  static let tasks = Rule.ofTokens(
    "only CommandLineTool starts tasks",
    applies: { $0.isSource && $0.target != "CommandLineTool" },
    message: { tokens, index in
      // A type of that name is no task.
      let before = tokens.text(at: index - 1) ?? ""
      guard tokens[index].text == "Task", !["enum", "struct", "class"].contains(before) else {
        return nil
      }
      var next = index + 1
      if tokens.text(at: next) == "(" {
        while let text = tokens.text(at: next), text != ")" { next += text.isEmpty ? 0 : 1 }
        next += 1
      }
      return tokens.text(at: next) == "{" ? "a task" : nil
    },
    examples: [
      .init([
        "Sources/Program/CommandLineTool/A.swift": "Task { 1 }\n",
        "Sources/Simulation/MapModel/A.swift":
          "enum Task {\n}\nstruct Agenda<Task> {}\nlet a: Task\n",
      ]),
      .init(
        ["Sources/Simulation/MapModel/A.swift": "Task { 1 }\nTask(priority: .low) { 1 }\n"],
        finds: ["Sources/Simulation/MapModel/A.swift:1", "Sources/Simulation/MapModel/A.swift:2"]),
    ])

  static let force = Rule.ofTokens(
    "nothing is forced",
    applies: \.isSource,
    message: { tokens, index in
      let token = tokens[index]
      if token.text == "fatalError" { return "fatalError" }
      guard token.text == "!", token.isGlued, let before = tokens.text(at: index - 1) else {
        return nil
      }
      // `a!=b` is a comparison.
      if index + 1 < tokens.count, tokens[index + 1].text == "=", tokens[index + 1].isGlued {
        return nil
      }
      let isOperand = [")", "]", "}", "?", "\"\""].contains(before) || tokens[index - 1].isWord
      return isOperand ? "\(before)!" : nil
    },
    examples: [
      .init([
        "Sources/Judging/Metrics/A.swift": """
        let a = !b && !(c) != !d
        guard b != nil, [!c] == [d], b!=c else { return !e }
        // try! f()
        let g = "h! \\(i)!"
        #if !DEBUG
        let j: (Bool) -> Bool = { !$0 }
        #endif
        """,
        "Tests/Judging/MetricsTests/A.swift": "let a = b!\n",
      ]),
      .init(
        [
          "Sources/Judging/Metrics/A.swift": """
          let a = b!
          let c = try! d()
          let e = f as! G
          let h = i()!.j
          let k = l[0]!
          var m: N!
          fatalError()
          let o = "\\(p!)"
          let q = $0!
          let r = (s)!.t
          let u = v?.w!.x
          let y = b! == 1
          """
        ],
        finds: (1...12).map { "Sources/Judging/Metrics/A.swift:\($0)" }),
    ])

  /// Functions of the C library whose last bits differ between machines.
  private static let libm: Set = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh",
    "atanh", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow", "cbrt",
    "hypot", "tgamma", "lgamma", "erf", "erfc", "sincos",
  ]

  static let mathematics = Rule.ofTokens(
    "the simulation takes its mathematics from Elementary",
    applies: { file in
      ImportRules.simulation.contains(file.target ?? "")
        && !file.path.hasPrefix("Sources/Simulation/ExactMath/")
    },
    message: { tokens, index in
      guard libm.contains(tokens[index].text), tokens.text(at: index + 1) == "(" else { return nil }
      let isOurs =
        tokens.text(at: index - 1) == "." && tokens.text(at: index - 2) == "Elementary"
        && tokens.text(at: index - 3) != "."
      return isOurs ? nil : "\(tokens[index].text)("
    },
    examples: [
      .init([
        "Sources/Simulation/ExactMath/A.swift": "static func sin(_ a: Double) {}\n",
        "Sources/Simulation/MapGeometry/A.swift":
          "let a = Elementary.sin(b) // sin(b)\nlet exp = log\n",
        "Sources/Judging/Statistics/A.swift": "let a = log(b)\n",
      ]),
      .init(
        [
          "Sources/Simulation/MapModel/A.swift": """
          let a = sin(b)
          let c = Foundation.pow(b, 2)
          let d = Glibc.hypot(a, c)
          let e = Double.exp(b)
          func log(_ a: Double) {}
          let f = Other.Elementary.cos(b)
          """
        ],
        finds: (1...6).map { "Sources/Simulation/MapModel/A.swift:\($0)" }),
    ])

  static let identifiers = Rule.ofTokens(
    "names are written in ASCII",
    applies: { _ in true },
    message: { tokens, index in
      let text = tokens[index].text
      return text.utf8.allSatisfy { $0 < 128 } ? nil : text
    },
    examples: [
      .init([
        "Sources/Judging/Metrics/A.swift": "let a = \"\u{e9}\" // \u{e9}\nfunc `is a name`() {}\n"
      ]),
      .init(
        [
          "Sources/Judging/Metrics/A.swift": "let \u{e9} = 1\n",
          "Tests/Judging/MetricsTests/A.swift": "func `is \u{b1} a`() {}\n",
        ],
        finds: ["Sources/Judging/Metrics/A.swift:1", "Tests/Judging/MetricsTests/A.swift:1"]),
    ])

  /// The beginnings of British spellings that the project avoids.
  private static let british: [Data] = {
    let stems = [
      "centre", "centring", "colour", "neighbour", "behaviour", "catalogue", "modelled",
      "judgement", "metre", "labelled", "grey",
    ]
    return (stems + stems.map(\.capitalized)).map { Data($0.utf8) }
  }()

  /// Where words of others stand: what authors of scenarios may write in place of a word of the
  /// language, what golden files call their cases, data, and a snapshot whose name is in the
  /// digests of an earlier version.
  private static let words = [
    "/Schema/synonyms.txt", "/Rules/WordRules.swift",
    "/MapViewCases.swift",
    "/CommittedGoldenTests.swift", "/Fixtures/", "Scenarios/Data/",
    "Scenarios/Views/offset-changed-after-display.yaml",
  ]

  static let spelling = Rule(
    name: "words are spelled as Americans do",
    findings: { tree in
      tree.files.filter { file in
        ["Sources/", "Tests/", "Scenarios/", "README.md"].contains(where: file.path.hasPrefix)
          && !words.contains(where: file.path.contains)
      }.flatMap { file -> [Finding] in
        let bytes = Data(file.text.utf8)
        return british.compactMap { word -> Finding? in
          guard let place = bytes.firstRange(of: word) else { return nil }
          let line = 1 + bytes[..<place.lowerBound].count { $0 == UInt8(ascii: "\n") }
          return Finding(
            path: file.path, line: line, message: String(decoding: word, as: UTF8.self))
        }
      }
    },
    examples: [
      .init([
        "Sources/Output/Pages/Web/a.css": "/* the color of the center */\n",
        "Scenarios/Data/a.csv": "1,2,Centre\n",
        "Tests/Judging/MetricsTests/Fixtures/a.json": "{\"a\": \"centred\"}\n",
      ]),
      .init(
        [
          "Sources/Output/Pages/Web/a.js": "\nconst colour = 1;\n",
          "Tests/Judging/MetricsTests/A.swift": "// Neighbours\n",
          "Scenarios/a.yaml": "# the colour\n",
        ],
        finds: [
          "Scenarios/a.yaml:1", "Sources/Output/Pages/Web/a.js:2",
          "Tests/Judging/MetricsTests/A.swift:1",
        ]),
    ])

  /// Words that put off the noun of a sentence; no comment of a declaration begins with one.
  private static let riddles = [
    "What", "That", "Those", "Who", "Whom", "Whose", "So many", "So much",
  ]

  /// Turns of phrase that say nothing, or hide who does something.
  private static let turns = [
    "as it is", "beside it", "of its own", "of their own", "nobody", "anything that", "mostly",
  ]

  static let pages = Rule(
    name: "paragraphs and cells of pages begin with a noun or a verb",
    findings: { tree in
      tree.files.filter {
        $0.path.hasSuffix(".md")
          && ["README.md", "Sources/", "Scenarios/"].contains(where: $0.path.hasPrefix)
      }.flatMap { file -> [Finding] in
        file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .compactMap { index, line -> Finding? in
            let parts = [line] + line.components(separatedBy: "| ").map { $0[...] }
            let word = riddles.first { riddle in parts.contains { $0.hasPrefix(riddle + " ") } }
            return word.map { Finding(path: file.path, line: index + 1, message: $0) }
          }
      }
    },
    examples: [
      .init([
        "Scenarios/A.md": "# What a heading may ask\n\nThe step. What follows | is\n",
        "Reports/A.md": "What is not prose\n",
      ]),
      .init(
        ["README.md": "\nWhat it does\n", "Sources/A.md": "| a | Those of it. |\n"],
        finds: ["README.md:2", "Sources/A.md:1"]),
    ])

  static let comments = Rule(
    name: "comments of declarations begin with a noun or a verb",
    findings: { tree in
      tree.swiftFiles.filter { $0.target != nil }.flatMap { file -> [Finding] in
        var isFirst = true
        return file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .compactMap { index, line -> Finding? in
            let line = line.drop { $0 == " " }
            defer { isFirst = !line.hasPrefix("///") }
            guard line.hasPrefix("/// ") else { return nil }
            let text = line.dropFirst(4)
            // Descriptions of parameters, results and errors begin behind a colon.
            let begin =
              text.hasPrefix("- ") ? text.split(separator: ": ", maxSplits: 1).last ?? "" : text
            let words =
              riddles.filter { (isFirst || text.hasPrefix("- ")) && begin.hasPrefix($0 + " ") }
              + turns.filter { " \(text) ".contains(" \($0) ") }
            return words.first.map { Finding(path: file.path, line: index + 1, message: $0) }
          }
      }
    },
    examples: [
      .init([
        "Sources/Judging/Metrics/A.swift": """
        /// The number of steps.
        ///
        /// - Parameter a: The step; whatever that is.
        // What follows is code.
        let a = 1
        """,
        "Tests/Judging/MetricsTests/A.swift": "/// What it has.\n",
      ]),
      .init(
        [
          "Sources/Judging/Metrics/A.swift": """
          /// What it has.
          let a = 1
            /// The number, and
            /// nobody knows it.
          /// - Returns: Those of the step.
          """
        ],
        finds: [1, 4, 5].map { "Sources/Judging/Metrics/A.swift:\($0)" }),
    ])
}
