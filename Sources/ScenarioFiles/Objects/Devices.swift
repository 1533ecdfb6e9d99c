public import MapConfiguration
public import MapGeometry
public import Scenarios

enum DeviceKeys {
  static let name = Key(
    "device", .name, .required, "Its name, the same as the file's.", example: "phone-60hz")
  static let framesPerSecond = Key(
    "frames per second", .whole(1...1_000), .required, "Frames a second.", example: "60")

  /// The costs with their places in the model, in the order of documents.
  static let costs: [(key: Key<SimulatedTime>, path: any CostPath)] = [
    (viewCreation, \.viewCreation), (viewReuse, \.viewReuse), (viewLayout, \.viewLayout),
    (annotationChange, \.annotationChange), (annotationComparison, \.annotationComparison),
    (pointVisit, \.pointVisit), (nodeVisit, \.nodeVisit),
  ]
  typealias CostPath = WritableKeyPath<DeviceCosts, SimulatedTime> & Sendable

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

  private static func cost(_ key: String, _ example: String, _ help: String) -> Key<SimulatedTime> {
    Key(key, .duration(.zero...Limits.deviceCost), .required, help, example: example)
  }
}

extension ScenarioSchema {
  static let device = ObjectSchema(
    .device, "What a phone costs; an assumption, and named as such in every report.",
    keys: [DeviceKeys.name, DeviceKeys.framesPerSecond] + DeviceKeys.costs.map(\.key),
    example: BuiltInDevices.text(
      name: "phone-60hz", frames: 60, costs: DeviceKeys.costs.map(\.key.field.example)))
}

/// The device profiles that ship with the program, written as files of `Devices/` are.
///
/// Every cost is an assumption, not a measurement of a product.
enum BuiltInDevices {
  static func text(of name: String) -> String? {
    rows.first { $0.name == name }.map { text(name: name, frames: $0.frames, costs: $0.costs) }
  }

  fileprivate static func text(name: String, frames: Int, costs: [String]) -> String {
    let lines = zip(DeviceKeys.costs, costs).map { "\n\($0.key.name): \($1)" }
    return "device: \(name)\nframes per second: \(frames)" + lines.joined()
  }

  static var names: [String] { rows.map(\.name) }

  private static let rows: [(name: String, frames: Int, costs: [String])] = [
    ("instant", 60, Array(repeating: "0 ns", count: DeviceKeys.costs.count)),
    ("ipad-120hz", 120, ["400 us", "55 us", "3 us", "10 us", "2 us", "25 ns", "40 ns"]),
    ("ipad-60hz", 60, ["800 us", "110 us", "5 us", "22 us", "4 us", "50 ns", "75 ns"]),
    ("old-phone", 60, ["4 ms", "500 us", "30 us", "120 us", "15 us", "350 ns", "500 ns"]),
    ("phone-120hz", 120, ["450 us", "60 us", "3 us", "12 us", "2 us", "30 ns", "45 ns"]),
    ("phone-60hz", 60, ["900 us", "120 us", "6 us", "25 us", "4 us", "60 ns", "90 ns"]),
  ]
}

extension DeviceCosts {
  /// The costs by their keys in device profiles, in the order of documents.
  public var named: [(name: String, time: SimulatedTime)] {
    DeviceKeys.costs.map { ($0.key.name, self[keyPath: $0.path]) }
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

  /// The profile with a name, or what is wrong with its file; nil when there is none.
  func profile(_ name: String) -> Result<DeviceProfile, Diagnostics>? {
    guard Lookup.isDeviceName(name), let found = device(name) else { return nil }
    return ScenarioReader.document(file: found.path ?? name, found.content).flatMap { tree in
      var reader = TableReader(tree.source)
      let object = tree.root.flatMap {
        reader.object(.device, $0, key: ObjectKind.device.name, holder: $0.mark)
      }
      if let object, let written = object[DeviceKeys.name], written != name {
        reader.add(
          .otherName(written: written, file: name), at: object.mark(ofValue: DeviceKeys.name))
      }
      let costs = object.flatMap { try? Lookup.costs($0) }
      var diagnostics = tree.faults
      diagnostics.addFollowing(reader.faults)
      guard let costs, diagnostics.isEmpty else { return .failure(Diagnostics(diagnostics.listed)) }
      return .success(DeviceProfile(name: name, file: found.path, costs: costs))
    }
  }

  private static func costs(_ object: ReadObject) throws -> DeviceCosts {
    var costs = DeviceCosts(
      framesPerSecond: Int64(try object.get(DeviceKeys.framesPerSecond)))
    for (key, path) in DeviceKeys.costs { costs[keyPath: path] = try object.get(key) }
    return costs
  }
}
