internal import ScenarioFiles
internal import Scenarios

/// A scenario that is valid, with its nodes.
struct MadeScenario: Sendable {
  /// The nodes, as a file would have them.
  var root: YAMLNode
  /// The session; of one with variants the first.
  var scenario: Scenario

  /// Makes a scenario that was read from nodes.
  init(root: YAMLNode, scenario: Scenario) {
    (self.root, self.scenario) = (root, scenario)
    #if DEBUG
    PlantedFault.current?.read(&self.scenario, root)
    #endif
  }
}

/// Makes valid scenarios from nodes: it removes the nodes that the reader refuses.
struct ScenarioMaker: Sendable {
  /// The files that scenarios can name.
  private var files = HeldFiles()
  /// The reader of these files.
  private(set) var reader: ScenarioReader
  /// The most real seconds that one replay may take, as estimated.
  var mostSeconds = 0.03

  /// Makes scenarios of a language, which name no files.
  init(schema: ScenarioSchema = ScenarioSchema()) {
    reader = ScenarioReader(files: files, schema: schema)
  }

  /// The other session of a relation, from nodes that have to be valid.
  ///
  /// - Parameters:
  ///   - root: The nodes; nil where a law does not apply.
  ///   - one: The session in place of the first one.
  /// - Returns: The session; none where it would take long.
  func other(_ root: YAMLNode?, one: MadeScenario? = nil) -> Law.Others {
    guard let root else { return .none }
    switch reader.read(NumberedNodes(root)) {
    case .failure(let diagnostics): return .invalid(diagnostics.all[0].message)
    case .success(let scenarios):
      guard let scenario = scenarios.first, scenario.estimatedSeconds <= 2 * mostSeconds else {
        return .none
      }
      return .sessions(one: one, other: MadeScenario(root: root, scenario: scenario))
    }
  }

  /// Both sessions of a relation, from nodes that have to be valid; none where one would take long.
  func others(_ one: YAMLNode, _ other: YAMLNode?) -> Law.Others {
    guard let other, let made = exactly(one) else { return .none }
    return self.other(other, one: made)
  }

  /// The same as ``other(_:one:)`` with a file that scenarios can name.
  func reading(_ text: String, at path: String) -> ScenarioMaker {
    var maker = self
    maker.hold(text, at: path)
    return maker
  }

  /// A path at which no file of points is held yet.
  var unusedPath: String { "points \(files.texts.count + 1).csv" }

  /// Holds a file that scenarios can name.
  mutating func hold(_ text: String, at path: String) {
    files.texts[path] = text
    reader = ScenarioReader(files: files, schema: reader.schema)
  }

  /// The number of times that faulty nodes are removed before a draw is rejected.
  private static let rounds = 12

  /// The scenario of nodes that have to be valid; nil otherwise.
  func exactly(_ root: YAMLNode) -> MadeScenario? {
    guard case .success(let scenarios) = reader.read(NumberedNodes(root)),
      let scenario = scenarios.first, scenario.estimatedSeconds <= mostSeconds
    else { return nil }
    return MadeScenario(root: root, scenario: scenario)
  }

  /// The scenario of nodes without those that are faulty, or that would take long; nil where too
  /// much would have to go.
  func mended(_ root: YAMLNode) -> MadeScenario? {
    var root = root
    for _ in 0..<ScenarioMaker.rounds {
      let nodes = NumberedNodes(root)
      switch reader.read(nodes) {
      case .success(let scenarios):
        guard let scenario = scenarios.first else { return nil }
        guard scenario.estimatedSeconds > mostSeconds else {
          return MadeScenario(root: root, scenario: scenario)
        }
        guard root.halveSteps() else { return nil }
      case .failure(let diagnostics):
        guard let rest = without(diagnostics, nodes) else { return nil }
        root = rest
      }
    }
    return nil
  }

  /// The nodes without those that diagnostics are about, and without those that make no sense
  /// then; nil when nothing would be left.
  private func without(_ diagnostics: Diagnostics, _ nodes: NumberedNodes) -> YAMLNode? {
    let paths = diagnostics.all.compactMap { nodes.path(to: $0.place.line) }
    // From the last one on, so that the ways to the others stay right.
    let ordered = paths.sorted { $1.lexicographicallyPrecedes($0) }
    var root = nodes.root
    var last: [Int]?
    for path in ordered where path != last && !path.isEmpty {
      last = path
      root.replace(at: path[...], by: [])
    }
    return last == nil ? nil : root.withoutLeftovers(reader.schema)
  }
}

/// The few files that scenarios of a search can name.
struct HeldFiles: FileReader {
  /// The texts by their paths; only looked up.
  var texts: [String: String] = [:]

  func content(at path: String, limit: Int) -> FileContent {
    texts[path].map { .bytes(Array($0.utf8)) } ?? .missing
  }

  func names(in folder: String) -> [String] { [] }
}

extension YAMLNode {
  /// Leaves out the second half of the longest list of the root; false when there is none.
  fileprivate mutating func halveSteps() -> Bool {
    let longest = pairs.filter { $0.value.items.count > 1 }
      .max { $0.value.items.count < $1.value.items.count }
    guard let longest else { return false }
    let items = longest.value.items
    set(longest.key.text ?? "", to: YAMLNode(.list(Array(items.prefix(items.count / 2)))))
    return true
  }
}
