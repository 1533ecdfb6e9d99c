public import Scenarios

/// Reads scenario files with everything they name: device profiles and files of points.
///
/// The result depends only on the bytes of those files.
public struct ScenarioReader: Sendable {
  private let files: any FileReader
  private let cache: DataSetCache

  /// Makes a reader of files; readers that share a cache parse each file of points once.
  public init(files: any FileReader = DiskFiles(), cache: DataSetCache = DataSetCache()) {
    self.files = files
    self.cache = cache
  }

  /// The scenario of a file, or every fault that was found in it and in the files it names.
  ///
  /// Only a mistake in the grammar of YAML hides others. Device profiles (`Devices/NAME.yaml`) and
  /// files of points are looked for beside the scenario, then in up to four folders above it.
  ///
  /// - Complexity: O(bytes of all files).
  public func read(path: String) -> Result<Scenario, Faults> {
    guard let bytes = files.bytes(at: path) else {
      let problem = Fault.FileProblem.missing(path: path, tried: [path])
      return .failure(
        Faults([Fault(file: path, spot: .start, sourceLine: "", kind: .file(problem))]))
    }
    let (object, reader) = ScenarioReader.object(.scenario, file: path, bytes: bytes)
    guard let object else { return .failure(Faults(ScenarioReader.listed(reader.faults))) }
    let lookup = Lookup(scenario: path, files: files)
    var builder = ScenarioBuilder(reader: reader, lookup: lookup, cache: cache)
    let scenario = builder.scenario(object)
    let faults = ScenarioReader.listed(builder.faults)
    guard let scenario, faults.isEmpty else { return .failure(Faults(faults)) }
    return .success(scenario)
  }

  /// The faults in their order, with a number in place of those beyond the limit.
  static func listed(_ faults: [Fault]) -> [Fault] {
    let sorted = faults.inOrder()
    guard sorted.count > Limits.faults else { return sorted }
    let last = sorted[Limits.faults - 1]
    let more = Fault(
      file: last.file, spot: Spot(place: last.place, length: 1), sourceLine: "",
      kind: .session(.more(sorted.count - Limits.faults)))
    return sorted.prefix(Limits.faults) + [more]
  }

  /// Reads one file by the table of the language; the object is nil when it cannot be read at all.
  static func object(
    _ kind: ObjectKind, file: String, bytes: [UInt8]
  ) -> (object: ReadObject?, reader: TableReader) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = hasMark ? Array(bytes.dropFirst(3)) : bytes
    guard text.count <= Limits.scenarioBytes else {
      return refused(.tooLarge(maximum: Limits.scenarioBytes), file: file, bytes: [], at: 0)
    }
    if let byte = firstInvalidByte(in: text) {
      return refused(.notUTF8, file: file, bytes: text, at: byte)
    }
    let tree = YAMLTree(SourceText(file: file, bytes: text, style: .yaml))
    var reader = TableReader(tree.source, faults: tree.faults)
    guard let root = tree.root else { return (nil, reader) }
    let start = YAMLMark(line: root.mark.line, column: root.mark.column, width: 1)
    let object = reader.object(kind, root, key: kind.rawValue, holder: start)
    reader.dropFollowing(tree.faults)
    return (object, reader)
  }

  private static func refused(
    _ problem: Fault.FileProblem, file: String, bytes: [UInt8], at byte: Int
  ) -> (object: ReadObject?, reader: TableReader) {
    let source = SourceText(file: file, bytes: bytes, style: .yaml)
    let spot = Spot(place: source.place(ofByte: byte), length: 1)
    let fault = Fault(in: source, at: spot, .file(problem))
    return (nil, TableReader(source, faults: [fault]))
  }
}
