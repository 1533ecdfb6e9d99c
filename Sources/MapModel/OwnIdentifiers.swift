/// The reuse identifiers of the map's own views: they stand behind those of the layers, each only
/// when a session can need it.
struct OwnIdentifiers {
  static let markerName = "default marker"
  static let clusterName = "default cluster"
  static let userName = "user location"

  /// The names, for the legend.
  private(set) var names: [String] = []
  /// Index of the marker of single annotations; -1 when every layer has views for them.
  private(set) var marker: Int32 = -1
  /// Index of the marker of clusters; -1 when every layer that has some has views for them.
  private(set) var cluster: Int32 = -1
  /// Index of the user's dot; -1 when it is never shown.
  private(set) var user: Int32 = -1

  init(for setup: SimulationSetup, after count: Int) {
    if setup.layers.contains(where: { $0.view.provider == .answersNil || setup.losesDelegate }) {
      marker = add(OwnIdentifiers.markerName, after: count)
    }
    if setup.layers.contains(where: {
      $0.canCluster
        && (setup.losesDelegate || $0.clusterView.provider == .answersNil
          || $0.viewOfOneLocation.provider == .answersNil)
    }) {
      cluster = add(OwnIdentifiers.clusterName, after: count)
    }
    if setup.showsUserLocation { user = add(OwnIdentifiers.userName, after: count) }
  }

  private mutating func add(_ name: String, after count: Int) -> Int32 {
    names.append(name)
    return Int32(count + names.count - 1)
  }
}
