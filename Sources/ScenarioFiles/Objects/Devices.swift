import MapConfiguration
public import Scenarios

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
  /// Whether a name can be that of a profile's file.
  static func isDeviceName(_ name: String) -> Bool {
    !name.contains("/") && !name.hasPrefix(".") && isPortable(name)
  }

  /// The profile with a name, or what is wrong with its file; nil when there is none.
  func profile(_ name: String) -> Result<DeviceProfile, Diagnostics>? {
    guard Lookup.isDeviceName(name), let found = device(name) else { return nil }
    return ScenarioReader.document(file: found.path ?? name, found.content)
      .flatMap { Lookup.profile($0, name: name, file: found.path) }
  }

  private static func profile(
    _ tree: YAMLTree, name: String, file: String?
  ) -> Result<DeviceProfile, Diagnostics> {
    var reader = TableReader(tree.source)
    var faults = tree.faults
    var profile: DeviceProfile?
    if let root = tree.root,
      let object = reader.object(.device, root, key: ObjectKind.device.name, holder: root.mark)
    {
      if let written = object.text("device"), written != name, let mark = object["device"]?.mark {
        reader.add(.file(.otherName(written: written, file: name)), at: mark)
      }
      profile = Lookup.profile(object, name: name)
    }
    faults.addFollowing(reader.faults)
    guard let profile, faults.isEmpty else { return .failure(Diagnostics(faults.listed)) }
    var named = profile
    named.file = file
    return .success(named)
  }

  private static func profile(_ object: ReadObject, name: String) -> DeviceProfile? {
    guard let framesPerSecond = object.whole("frames per second"),
      let viewCreation = object.duration("view creation"),
      let viewReuse = object.duration("view reuse"),
      let viewLayout = object.duration("view layout"),
      let annotationChange = object.duration("annotation change"),
      let annotationComparison = object.duration("annotation comparison"),
      let pointVisit = object.duration("point visit"),
      let nodeVisit = object.duration("node visit")
    else { return nil }
    return DeviceProfile(
      name: name,
      costs: DeviceCosts(
        framesPerSecond: framesPerSecond, viewCreation: viewCreation, viewReuse: viewReuse,
        viewLayout: viewLayout, annotationChange: annotationChange, pointVisit: pointVisit,
        nodeVisit: nodeVisit, annotationComparison: annotationComparison))
  }
}
