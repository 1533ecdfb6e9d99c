import Testing

/// A workflow of GitHub, played on a server of one machine.
struct Workflow: Decodable {
  struct Job: Decodable {
    struct Strategy: Decodable { var matrix: [String: [String]] }

    var needs: String?
    var condition: String?
    var strategy: Strategy?
    var steps: [Step]

    enum CodingKeys: String, CodingKey {
      case needs, strategy, steps
      case condition = "if"
    }
  }

  struct Step: Decodable {
    var condition: String?
    var run: String?
    var uses: String?
    var with: [String: String]?
    var env: [String: String]?

    enum CodingKeys: String, CodingKey {
      case run, uses, with, env
      case condition = "if"
    }
  }

  /// What nobody here knows how to play.
  struct Unknown: Error { var words: String }

  var env: [String: String]
  var jobs: [String: Job]

  /// Plays the jobs, each after the one that it needs.
  ///
  /// - Returns: Whether each part of a job succeeded, by the job's name; no part of one that is
  ///   left out.
  func play(on server: BuildServer) throws -> [String: [Bool]] {
    var played: [String: [Bool]] = [:]
    while let (name, job) = jobs.filter({ name, job in
      played[name] == nil && job.needs.map { played[$0] != nil } ?? true
    }).min(by: { $0.key < $1.key }) {
      let hasFailed = job.needs.flatMap { played[$0] }.map { $0.isEmpty || $0.contains(false) }
      guard try isDue(job.condition, after: hasFailed ?? false) else {
        played[name] = []
        continue
      }
      let parts = job.strategy?.matrix.first.map { key, values in
        values.map { ["matrix.\(key)": $0, "strategy.job-total": "\(values.count)"] }
      }
      played[name] = try (parts ?? [[:]]).map { try play(job, $0, on: server) }
    }
    return played
  }

  /// Whether all steps of a part of a job succeeded.
  private func play(_ job: Job, _ part: [String: String], on server: BuildServer) throws -> Bool {
    // Each job begins with a checkout.
    let folder = try server.checkout()
    var hasFailed = false
    for step in job.steps where try isDue(step.condition, after: hasFailed) {
      let script = try step.uses.map { try Workflow.script(of: $0, step.with ?? [:]) } ?? step.run
      let ending = try server.run(
        try filled(script ?? "", part), in: folder,
        env.merging(step.env ?? [:]) { $1 }.mapValues { try filled($0, part) }.merging([
          "GITHUB_ACTIONS": "true", "GITHUB_SHA": String(repeating: "1", count: 40),
          "GITHUB_REF_NAME": "main", "GITHUB_STEP_SUMMARY": "../summaries/\(folder)",
          "GITHUB_OUTPUT": "../outputs/\(folder)",
        ]) { $1 })
      hasFailed = hasFailed || ending.code != 0
    }
    return !hasFailed
  }

  /// Whether a job or a step takes its turn, on the main branch and in a pull request.
  private func isDue(_ condition: String?, after failure: Bool) throws -> Bool {
    guard let condition else { return !failure }
    let words = condition.trimmingPrefix("${{ ").replacing(" }}", with: "").split(separator: " && ")
    let known: Set<Substring> = [
      "!cancelled()", "github.ref_name == 'main'", "github.event_name == 'pull_request'",
    ]
    let unknown = words.first { !known.contains($0) }
    if let unknown { throw Unknown(words: "if: \(unknown)") }
    return words.contains("!cancelled()") || !failure
  }

  /// A script with the values of its expressions.
  private func filled(_ script: String, _ part: [String: String]) throws -> String {
    let values = part.merging([
      "github.run_id": "7", "github.event.number": "12", "github.repository": "a/b",
      "github.token": "secret", "vars.MAPREPLAY_ARCHIVE": BuildServer.archive,
    ]) { $1 }
    return try script.replacing(#/\$\{\{ (.*?) \}\}/#) { match in
      guard let value = values[String(match.1)] else { throw Unknown(words: String(match.1)) }
      return value
    }
  }

  /// What an action does, as a shell does it whose folder lies beside `artifacts` and `caches`.
  private static func script(of action: String, _ with: [String: String]) throws -> String {
    func value(_ key: String) throws -> String {
      guard let value = with[key] else { throw Unknown(words: "\(action) without \(key)") }
      return value
    }
    switch action {
    case "actions/checkout@v4": return "test -d .git"
    case "actions/upload-artifact@v4":
      return """
        from=\(try value("path"))
        to=../artifacts/\(try value("name"))
        if [ -d $from ]; then from=$from/.; fi
        if [ -e $from ]; then mkdir $to; cp -r $from $to; fi
        """
    case "actions/download-artifact@v4":
      let from = try with["name"].map { "\($0)/." } ?? value("pattern")
      // An artifact forgets what may be executed.
      return """
        to=\(try value("path"))
        mkdir -p $to
        cp -r ../artifacts/\(from) $to
        find $to -type f -exec chmod a-x {} +
        """
    case "actions/cache/restore@v4":
      return "cp ../caches/\(try value("restore-keys"))*/\(try value("path")) . || true"
    case "actions/cache/save@v4":
      let cache = "../caches/\(try value("key"))"
      return "mkdir \(cache)\ncp \(try value("path")) \(cache)"
    default: throw Unknown(words: action)
    }
  }
}
