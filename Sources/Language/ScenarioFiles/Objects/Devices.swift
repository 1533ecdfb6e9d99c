public import MapConfiguration
package import MapGeometry
public import Scenarios

package enum DeviceKeys {
  static let name = Key(
    "device", .name, .required, "Its name, the same as the file's.", example: "phone-60hz")
  static let from = Key(
    "from", .unresolved(.device), .optional,
    "The profile with the costs that this one leaves out: built in, or a file in Devices.",
    example: "phone-60hz")
  static let framesPerSecond = Key(
    "frames per second", .whole(1...1_000), .required, "Frames a second.", example: "60")

  static let all: [any ObjectKey] =
    [name, from] + lent
  /// The keys that the profile of `from` lends.
  package static let lent: [any ObjectKey] =
    [framesPerSecond] + costs.map(\.key) + memory.map(\.key)

  /// The costs with their places in the model, in the order of documents.
  package static let costs: [(key: Key<SimulatedTime>, path: any CostPath)] = [
    (viewCreation, \.viewCreation), (viewReuse, \.viewReuse), (viewLayout, \.viewLayout),
    (annotationChange, \.annotationChange), (annotationComparison, \.annotationComparison),
    (pointVisit, \.pointVisit), (nodeVisit, \.nodeVisit), (callback, \.callback),
    (collisionCheck, \.collisionCheck), (groupingCheck, \.groupingCheck),
    (mainQueueBlock, \.mainQueueBlock), (batchPoint, \.batchPoint), (touch, \.touch),
    (markerCreation, \.markerCreation), (imageResizing, \.imageResizing),
    (shadowDrawing, \.shadowDrawing), (accessoryCreation, \.accessoryCreation),
    (annotationRelayout, \.annotationRelayout), (overlayPoint, \.overlayPoint),
  ]
  package typealias CostPath = WritableKeyPath<DeviceCosts, SimulatedTime> & Sendable

  /// The memory costs with their places in the model, in the order of documents.
  static let memory: [(key: Key<Int64>, path: any MemoryPath)] = [
    (viewMemory, \.viewBytes), (markerMemory, \.markerBytes),
    (accessoryMemory, \.accessoryBytes), (bitmapMemory, \.squarePointBytes),
  ]
  typealias MemoryPath = WritableKeyPath<DeviceCosts, Int64> & Sendable

  private static let viewCreation = cost(
    "view creation", "450 us", "Main-thread time to make an annotation view.")
  private static let viewReuse = cost(
    "view reuse", "90 us", "Main-thread time to prepare a view from a pool.")
  private static let viewLayout = cost(
    "view layout", "6 us",
    "Main-thread time to lay out one view in a frame in which the map moved.")
  private static let annotationChange = cost(
    "annotation change", "12 us", "Main-thread time to add or remove one annotation.")
  private static let annotationComparison = cost(
    "annotation comparison", "2 us",
    "Main-thread time for each annotation that is compared to find what changed.")
  private static let pointVisit = cost(
    "point visit", "150 ns", "Background time for each point that clustering touches.")
  private static let nodeVisit = cost(
    "node visit", "80 ns", "Background time for each node of the index that clustering opens.")

  private static let callback = cost(
    "callback", "5 us",
    "Main-thread time of each callback of the map or of a cluster controller. Work that another "
      + "cost covers comes on top.", isOptional: true)
  private static let collisionCheck = cost(
    "collision check", "1 us",
    "Main-thread time for each view of a pass that finds which views hide others.",
    isOptional: true)
  private static let groupingCheck = cost(
    "grouping check", "2 us",
    "Main-thread time for each view of a pass of the map's own clustering.", isOptional: true)
  private static let mainQueueBlock = cost(
    "main queue block", "20 us",
    "Main-thread time of a block on the main queue, by which background work and animations end "
      + "and completion handlers are called.", isOptional: true)
  private static let batchPoint = cost(
    "batch point", "2 us",
    "Main-thread time to make an annotation object of each point of a batch that arrives.",
    isOptional: true)
  private static let touch = cost(
    "touch", "100 us",
    "Main-thread time to deliver a touch: a tap, the beginning and the end of a gesture, and each "
      + "frame in which the map or an annotation follows a finger.",
    isOptional: true)
  private static let markerCreation = cost(
    "marker creation", "600 us",
    "Main-thread time to make a marker, beyond that of any view.", isOptional: true)
  private static let imageResizing = cost(
    "image resizing", "800 us",
    "Main-thread time to resize an image, each time a view with one is set up or gets another.",
    isOptional: true)
  private static let shadowDrawing = cost(
    "shadow drawing", "300 us",
    "Main-thread time to draw a shadow, each time a view with one comes onto the map.",
    isOptional: true)
  private static let accessoryCreation = cost(
    "accessory creation", "250 us",
    "Main-thread time to make an accessory view, where the app does so for each view that the map "
      + "asks for.", isOptional: true)

  private static let annotationRelayout = cost(
    "annotation relayout", "6 us",
    "Main-thread time for each view on the map whenever the app or a cluster controller adds or "
      + "removes annotations: the map lays all of them out again, once in each call.",
    isOptional: true)
  private static let overlayPoint = cost(
    "overlay point", "1 us",
    "Main-thread time for each point of the overlays in view, in a frame in which the map moved. A "
      + "circle has two.", isOptional: true)

  private static let viewMemory = memory(
    "view memory", Limits.viewBytes, "3 KiB", "Memory of an annotation view without its drawing.")
  private static let markerMemory = memory(
    "marker memory", Limits.viewBytes, "12 KiB", "Memory of a marker, beyond that of any view.")
  private static let accessoryMemory = memory(
    "accessory memory", Limits.viewBytes, "6 KiB",
    "Memory of each accessory view that an annotation view holds.")
  private static let bitmapMemory = memory(
    "bitmap memory", Limits.squarePointBytes, "36 B",
    "Memory of one square point that is drawn for a single view, such as a marker, a callout or a "
      + "resized image; 4 B for each pixel. Views with the same image share its bitmap, which is "
      + "not counted.")

  private static func memory(
    _ key: String, _ range: ClosedRange<Int64>, _ example: String, _ help: String
  ) -> Key<Int64> { Key(key, .memory(range), .default("0 B"), help, example: example) }

  /// A cost; costs that were added later are optional, so that older profiles stay valid.
  private static func cost(
    _ key: String, _ example: String, _ help: String, isOptional: Bool = false
  ) -> Key<SimulatedTime> {
    Key(
      key, .duration(.zero...Limits.deviceCost), isOptional ? .default("0 ns") : .required, help,
      example: example)
  }
}

extension ScenarioSchema {
  static let device = ObjectSchema(
    .device, "The costs of a phone. They are assumptions, and every report says so.",
    keys: DeviceKeys.all,
    rules: [
      .lends(
        DeviceKeys.from.name,
        keys: DeviceKeys.lent.filter { $0.field.need == .required }.map(\.name))
    ],
    example: BuiltInDevices.text(
      "phone-60hz", DeviceKeys.lent.map { (key: $0.name, value: $0.field.example) }))
}

/// The device profiles that ship with the program, written as files of `Devices/` are.
///
/// Every cost is an assumption; its source names what was measured in public, and on what.
package enum BuiltInDevices {
  package typealias Line = (key: String, value: String)

  /// The file has a line for each key, a column for each profile, then the source; at least two
  /// spaces between.
  private static let rows = TextFile.devices.split(separator: "\n").map {
    $0.split(separator: /\ {2,}/).map(String.init)
  }
  private static let profiles: [(name: String, lines: [Line])] =
    rows[0].dropLast().enumerated().map { column, name in
      (name, rows.dropFirst().map { (key: $0[0], value: $0[column + 1]) })
    }

  /// The source of a key's values: the place and author of a measurement, or `ours`.
  package static func source(of key: String) -> String? {
    rows.first { $0[0] == key }?.last
  }

  package static var names: [String] { profiles.map(\.name) }

  package static func text(of name: String) -> String? { lines(of: name).map { text(name, $0) } }

  /// The keys of a profile with their values, in the order of documents.
  package static func lines(of name: String) -> [Line]? {
    profiles.first { $0.name == name }?.lines
  }

  fileprivate static func text(_ name: String, _ lines: [Line]) -> String {
    "device: \(name)" + lines.map { "\n\($0.key): \($0.value)" }.joined()
  }
}

extension DeviceCosts {
  /// The costs as pairs of a file, without those that it has already.
  fileprivate func pairs(notIn pairs: [YAMLPair], at mark: YAMLMark) -> [YAMLPair] {
    let own = Set(pairs.compactMap(\.key.text))
    let all = [(DeviceKeys.framesPerSecond.name, "\(framesPerSecond)")] + named
    return all.filter { !own.contains($0.0) }.map { name, value in
      YAMLPair(
        key: YAMLNode(content: .scalar(name, isQuoted: false), mark: mark),
        value: YAMLNode(content: .scalar(value, isQuoted: false), mark: mark))
    }
  }

  /// The costs by their keys in device profiles, in the order of documents, as authors write them.
  public var named: [(name: String, value: String)] {
    DeviceKeys.costs.map { ($0.key.name, ValueType.words(self[keyPath: $0.path])) }
      + DeviceKeys.memory.map { ($0.key.name, ValueType.words(bytes: self[keyPath: $0.path])) }
  }
}

extension ScenarioReader {
  /// The device profiles that scenarios in a folder can name, sorted by name: those of files, then
  /// the built-in ones that no file replaces.
  public func devices(for folder: String) -> [Result<DeviceProfile, Diagnostics>] {
    let lookup = Lookup(scenario: Lookup.join(folder, "x.yaml"), files: files, first: folders)
    return lookup.devices.compactMap { lookup.profile($0) }
  }

  /// Whether a profile with this name ships with the program.
  public static func isBuiltIn(device name: String) -> Bool { BuiltInDevices.names.contains(name) }
}

extension Lookup {
  static func isDeviceName(_ name: String) -> Bool {
    !name.contains("/") && !name.hasPrefix(".") && isPortable(name)
  }

  /// Returns the profile with a name, or the diagnostics of its file; nil when there is none.
  func profile(_ name: String) -> Result<DeviceProfile, Diagnostics>? {
    profile(name, heirs: [])
  }

  /// Returns a profile from which others come, each from the next one.
  private func profile(_ name: String, heirs: [String]) -> Result<DeviceProfile, Diagnostics>? {
    guard Lookup.isDeviceName(name) else { return nil }
    let found = find(places(ofDevice: name), limit: Limits.scenarioBytes)
    return found.map {
      Lookup.profile(name, at: $0.path, $0.content) { from, reader, problems in
        costs(of: from, heirs: heirs + [name], &reader, &problems)
      }
    } ?? Lookup.builtIn[name]
  }

  /// Returns the costs of the profile that `from` names.
  ///
  /// A file with the name of a built-in profile can come from that one. After a diagnostic there
  /// are no costs, with which the rest of the file can be read.
  private func costs(
    of from: YAMLNode, heirs: [String], _ reader: inout TableReader,
    _ problems: inout [Diagnostic]
  ) -> DeviceCosts {
    let name = from.text ?? ""
    if name == heirs.last, case .success(let known)? = Lookup.builtIn[name] { return known.costs }
    if heirs.contains(name) || heirs.count > Limits.repeatDepth {
      reader.add(heirs.contains(name) ? .deviceFromItself(name) : .devicesTooDeep, at: from.mark)
    } else {
      switch profile(name, heirs: heirs) {
      case .success(let base)?: return base.costs
      case .failure(let others)?: problems += others.all
      case nil where name.isEmpty: break  // A missing name is a diagnostic of the reader.
      case nil:
        let tried = Lookup.isDeviceName(name) ? places(ofDevice: name) : []
        reader.add(.unknownDevice(name, known: devices, tried: tried), at: from.mark)
      }
    }
    return DeviceCosts(framesPerSecond: 60)
  }

  /// The built-in profiles by their names, which the search for sessions reads for each of them.
  private static let builtIn = Dictionary(
    uniqueKeysWithValues: BuiltInDevices.names.compactMap { name in
      BuiltInDevices.text(of: name).map {
        (
          name,
          profile(name, at: nil, .bytes(Array($0.utf8))) { _, _, _ in
            preconditionFailure("a built-in profile has all costs")
          }
        )
      }
    })

  private static func profile(
    _ name: String, at path: String?, _ content: FileContent,
    lent: (YAMLNode, inout TableReader, inout [Diagnostic]) -> DeviceCosts
  ) -> Result<DeviceProfile, Diagnostics> {
    let document = ScenarioReader.document(file: path ?? name, content, of: .device)
    return document.flatMap { tree in
      var reader = TableReader(tree.source)
      var (root, problems) = (tree.root, [Diagnostic]())
      if case .map(let pairs)? = root?.content,
        let from = pairs.first(where: { $0.key.text == DeviceKeys.from.name })?.value
      {
        let costs = lent(from, &reader, &problems)
        root?.content = .map(pairs + costs.pairs(notIn: pairs, at: from.mark))
      }
      let object = root.flatMap {
        reader.object(.device, $0, key: ObjectKind.device.name, holder: $0.mark)
      }
      if let object, let written = object[DeviceKeys.name], written != name {
        reader.add(
          .otherName(written: written, file: name), at: object.mark(ofValue: DeviceKeys.name))
      }
      let costs = object.flatMap { try? Lookup.costs($0) }
      var diagnostics = tree.diagnostics
      diagnostics.addFollowing(reader.diagnostics)
      guard let costs, diagnostics.isEmpty, problems.isEmpty else {
        return .failure(Diagnostics(problems + diagnostics.listed(in: reader.texts)))
      }
      return .success(DeviceProfile(name: name, file: path, costs: costs))
    }
  }

  private static func costs(_ object: ReadObject) throws -> DeviceCosts {
    var costs = DeviceCosts(
      framesPerSecond: Int64(try object.get(DeviceKeys.framesPerSecond)))
    for (key, path) in DeviceKeys.costs { costs[keyPath: path] = try object.get(key) }
    for (key, path) in DeviceKeys.memory { costs[keyPath: path] = try object.get(key) }
    return costs
  }
}
