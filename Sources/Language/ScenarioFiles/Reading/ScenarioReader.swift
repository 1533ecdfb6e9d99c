public import Scenarios

/// Reads scenario files with everything they name: device profiles and files of points.
///
/// The result depends only on the bytes of those files.
public struct ScenarioReader: Sendable {
  let files: any FileReader
  private let cache: DataSetCache
  let folders: LookupFolders
  package let schema: ScenarioSchema
  /// Whether sessions may play for minutes and take gigabytes.
  public var liftsLimits = false

  /// Makes a reader of files; readers that share a cache parse each file of points once.
  ///
  /// - Parameters:
  ///   - files: The source of files.
  ///   - cache: The cache of files of points.
  ///   - folders: The folders that are searched before the folders around the scenario.
  ///   - schema: The language, with the engines and the adjusters that scenarios can name.
  public init(
    files: any FileReader = DiskFiles(), cache: DataSetCache = DataSetCache(),
    folders: LookupFolders = LookupFolders(), schema: ScenarioSchema = ScenarioSchema()
  ) {
    self.files = files
    self.cache = cache
    self.folders = folders
    self.schema = schema
  }

  /// The scenario of a file or one for each of its variants, in their order; or every diagnostic
  /// that was found in it and in the files it names.
  ///
  /// Only a mistake in the grammar of YAML hides others. Device profiles (`Devices/NAME.yaml`) and
  /// files of points are looked for in the reader's own folders, beside the scenario, then in up to
  /// four folders above it; a profile that is in none of them may be built in.
  ///
  /// - Complexity: O(bytes of all files).
  public func read(path: String) -> Result<[Scenario], Diagnostics> {
    let content = files.content(at: path, limit: Limits.scenarioBytes)
    var tree: YAMLTree
    switch ScenarioReader.document(file: path, content) {
    case .failure(let diagnostics): return .failure(diagnostics)
    case .success(let read): tree = read
    }
    return read(tree.takeRoot(), of: tree.source, tree.diagnostics, path: path)
  }

  /// The scenario of nodes that no file has, or one for each of its variants; or every diagnostic,
  /// each with the number of a node for its line.
  package func read(_ nodes: NumberedNodes) -> Result<[Scenario], Diagnostics> {
    read(nodes.root, of: nodes.source, DiagnosticList(), path: "")
  }

  /// The nodes of a scenario with the defaults of its folder; none for a file that is no scenario.
  package func withDefaults(path: String) -> YAMLNode {
    let content = files.content(at: path, limit: Limits.scenarioBytes)
    guard case .success(var tree) = ScenarioReader.document(file: path, content),
      let root = tree.takeRoot()
    else { return YAMLNode(.map([])) }
    let lookup = Lookup(scenario: path, files: files, first: folders)
    var reader = TableReader(tree.source, schema: schema, lookup: lookup)
    return reader.withDefaults(of: path, root)
  }

  private func read(
    _ root: YAMLNode?, of source: SourceText, _ document: DiagnosticList, path: String
  ) -> Result<[Scenario], Diagnostics> {
    let lookup = Lookup(scenario: path, files: files, first: folders)
    var reader = TableReader(source, schema: schema, lookup: lookup)
    if let root, let kind = otherKind(of: root, path: path) {
      reader.add(.notAScenario(kind), at: root.pairs.first?.key.mark ?? root.mark)
      var diagnostics = document
      diagnostics.addFollowing(reader.diagnostics)
      return .failure(Diagnostics(diagnostics.listed(in: reader.texts)))
    }
    let root = root.map { reader.withDefaults(of: path, $0) }
    let object = root.flatMap { reader.object(.scenario, $0, key: "scenario", holder: $0.mark) }
    let keys = ScenarioSchema.object(.defaults).keys
    let written = root?.pairs.filter { keys.contains($0.key.text ?? "") } ?? []
    var builder = ScenarioBuilder(
      document: document, reader: reader, files: NamedFiles(lookup: lookup, cache: cache),
      liftsLimits: liftsLimits, written: written)
    let scenarios = object.flatMap { builder.scenarios($0) }
    let diagnostics = builder.diagnostics
    guard let scenarios, diagnostics.isEmpty else { return .failure(Diagnostics(diagnostics)) }
    return .success(scenarios)
  }

  /// The kind of a file that scenarios use, but that is no scenario; nil for a scenario.
  ///
  /// A scenario that lacks its title has more keys of a scenario than of any other kind.
  private func otherKind(of root: YAMLNode, path: String) -> ObjectKind? {
    let keys = root.pairs.compactMap(\.key.text)
    func known(_ kind: ObjectKind) -> Int {
      keys.count { schema.object(kind).field($0) != nil }
    }
    guard !keys.contains("scenario"), !keys.isEmpty else { return nil }
    if ("/" + path).hasSuffix("/" + ScenarioReader.defaultsName) { return .defaults }
    let kinds: [ObjectKind] = [.part, .device, .tolerances]
    return kinds.first { known($0) > known(.scenario) }
  }

  /// The nodes of a file, or why it cannot be read as text at all.
  ///
  /// The number is what the marks of the nodes say.
  package static func document(
    file: String, _ content: FileContent, of kind: ObjectKind = .scenario, number: UInt16 = 0
  ) -> Result<YAMLTree, Diagnostics> {
    var bytes: [UInt8] = []
    var problem: (Diagnostic.Message, byte: Int)?
    if case .bytes(let read) = content {
      bytes = SourceText.withoutByteOrderMark(read)
      problem = firstInvalidByte(in: bytes).map { (.notUTF8, byte: $0) }
    } else {
      problem = (.file(file, content, tried: [file], limit: Limits.scenarioBytes), byte: 0)
    }
    let source = SourceText(file: file, bytes: bytes, style: .yaml)
    guard let (problem, byte) = problem else {
      return .success(YAMLTree(source, of: kind, number: number))
    }
    let spot = Spot(place: source.place(ofByte: byte), length: 1)
    return .failure(Diagnostics([Diagnostic(in: source, at: spot, problem)]))
  }
}

/// The attributes by which a scenario is chosen, taken from a file that may be faulty.
public struct ScenarioHeading: Hashable, Sendable {
  /// The title; empty when no line of the file holds it.
  public var title = ""
  /// The tags that could be made out.
  public var tags: [String] = []

  /// Takes title and tags from the lines that begin with their keys.
  ///
  /// - Complexity: O(length of the text).
  init(_ text: String) {
    var isInTags = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("scenario:") {
        title = ScenarioHeading.words(line.dropFirst("scenario:".count)).joined(separator: ", ")
      }
      isInTags = line.hasPrefix("tags:") || isInTags && [" ", "-", "]"].contains(line.first)
      if isInTags { tags += ScenarioHeading.words(line.drop { $0 != ":" && $0 != "-" }) }
    }
  }

  /// The texts of a line without the signs of YAML around them.
  private static func words(_ line: Substring) -> [String] {
    let comment = line.firstRange(of: " #")?.lowerBound ?? line.endIndex
    return line[..<comment].split { ",[]".contains($0) }.compactMap { part in
      let word = part.drop { " :-\"'".contains($0) }.reversed().drop { " \"'".contains($0) }
      return word.isEmpty ? nil : String(word.reversed())
    }
  }
}

extension ScenarioReader {
  /// Title and tags of a file, be it faulty; empty when it cannot be read.
  public func heading(path: String) -> ScenarioHeading {
    guard case .bytes(let bytes) = files.content(at: path, limit: Limits.scenarioBytes) else {
      return ScenarioHeading("")
    }
    return ScenarioHeading(String(decoding: bytes, as: UTF8.self))
  }
}
