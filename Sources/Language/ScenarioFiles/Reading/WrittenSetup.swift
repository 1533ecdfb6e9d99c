/// The entries of a scenario besides its steps, with the defaults of its folder merged in.
public struct WrittenSetup: Hashable, Sendable {
  /// A key with its value, or one name of a key that holds several.
  public struct Entry: Hashable, Sendable {
    /// The key of the scenario.
    public var key: String
    /// The name below the key, such as that of a layer; nil where the key holds none.
    public var name: String?
    /// The value as an author would write it on one line, without the braces around it.
    public var text: String
    /// The parts that come from the defaults: keys below it, or items of a list.
    public var inherited: [String] = []
    /// Whether the whole entry comes from the defaults.
    public var isInherited = false
  }

  /// The entries in the order of the language's keys.
  public var entries: [Entry] = []
  /// The path of the defaults; nil when nothing comes from them.
  public var defaults: String?

  /// The entries of a key.
  public func entries(of key: String) -> [Entry] { entries.filter { $0.key == key } }
}

extension ScenarioReader {
  /// Returns the entries of a file besides its steps.
  ///
  /// It returns none when the file cannot be read, which ``read(path:)`` reports.
  public func setup(path: String) -> WrittenSetup {
    var setup = WrittenSetup()
    let content = files.content(at: path, limit: Limits.scenarioBytes)
    guard case .success(var tree) = ScenarioReader.document(file: path, content),
      let written = tree.takeRoot()
    else { return setup }
    let lookup = Lookup(scenario: path, files: files, first: folders)
    var reader = TableReader(tree.source, schema: schema, lookup: lookup)
    let root = reader.withDefaults(of: path, written)
    guard case .map(let pairs) = root.content else { return setup }
    for field in ScenarioSchema.defaults.fields where !WrittenSetup.isOfSteps(field) {
      guard let pair = pairs.first(where: { $0.key.text == field.key }) else { continue }
      if case .named = field.type, case .map(let names) = pair.value.content {
        setup.entries += names.map {
          WrittenSetup.Entry(key: field.key, name: $0.key.text, pair: $0)
        }
      } else {
        setup.entries.append(WrittenSetup.Entry(key: field.key, name: nil, pair: pair))
      }
    }
    let isAny = setup.entries.contains { $0.isInherited || !$0.inherited.isEmpty }
    setup.defaults = isAny ? lookup.defaults : nil
    return setup
  }
}

extension WrittenSetup {
  fileprivate static func isOfSteps(_ field: Field) -> Bool {
    field.key == HeadKeys.setup.name || field.key == HeadKeys.teardown.name
  }
}

extension WrittenSetup.Entry {
  fileprivate init(key: String, name: String?, pair: YAMLPair) {
    (self.key, self.name) = (key, name)
    let braces = pair.value.inBraces
    if case .scalar = pair.value.content {
      text = braces
    } else {
      text = String(braces.dropFirst().dropLast())
    }
    isInherited = pair.key.isOfDefaults
    inherited = isInherited ? [] : Self.inherited(in: pair.value)
  }

  /// The parts of a value that come from the defaults, inside a value that the scenario
  /// begins, with the keys that lead there.
  private static func inherited(in node: YAMLNode) -> [String] {
    switch node.content {
    case .scalar: return []
    case .list(let items): return items.filter(\.isOfDefaults).map(\.inBraces)
    case .map(let pairs):
      return pairs.flatMap { pair -> [String] in
        let key = pair.key.text ?? ""
        return pair.key.isOfDefaults ? [key] : inherited(in: pair.value).map { "\(key) \($0)" }
      }
    }
  }
}

extension YAMLNode {
  /// Whether it stands in another text than the scenario's text; before steps are read, these
  /// are the defaults alone.
  fileprivate var isOfDefaults: Bool { mark.textNumber > 0 }
}
