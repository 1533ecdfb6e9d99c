internal import MapConfiguration

/// The reuse identifiers of a session, each once, numbered in an order that events and digests
/// depend on: layer by layer, then the map's default ones, each only when the session can need it.
struct ReuseIdentifiers {
  /// The numbers of a layer.
  struct Layer {
    /// For each role the identifiers of its views.
    var roles: [[Int32]]
    /// For each kind of callout the identifier of its annotations, if it has any.
    var callouts: [Int32?]
    /// The clustering identifier of its views; nil for a clustered layer.
    var clustering: Int32?
  }

  // MapKit's: an app that dequeues by one of them meets the map's default views.
  static let markerName = "MKMapViewDefaultAnnotationViewReuseIdentifier"
  static let clusterName = "MKMapViewDefaultClusterAnnotationViewReuseIdentifier"
  /// That of the user's dot is not published; this is the name of its annotation's class.
  static let userName = "MKUserLocation"

  let names: [String]
  let layers: [Layer]
  /// Whether some layer has views with a clustering identifier.
  let hasClustering: Bool
  /// The default marker of single annotations; nil when every layer has views for them.
  private(set) var marker: Int32?
  /// The default marker of clusters; nil when every layer that has some has views for them.
  private(set) var cluster: Int32?
  /// The user's dot; nil when it is never shown.
  private(set) var user: Int32?

  init(_ setup: SimulationSetup) {
    var list = NameList()
    var clustering = NameList()
    layers = setup.layers.map { layer in
      Layer(
        roles: [layer.view, layer.clusterView, layer.viewOfOneLocation].map { view in
          view.identifiers.map { list.number(of: $0) }
        },
        callouts: layer.callouts.map { callout in
          callout.annotation.map { list.number(of: $0.identifier) }
        },
        clustering: layer.canCluster && layer.cluster == nil
          ? layer.view.clusteringIdentifier.map { clustering.number(of: $0) } : nil)
    }
    hasClustering = !clustering.names.isEmpty
    if setup.layers.contains(where: { $0.view.provider == .answersNil || setup.losesDelegate }) {
      marker = list.number(of: ReuseIdentifiers.markerName)
    }
    if setup.layers.contains(where: {
      $0.canCluster
        && (setup.losesDelegate || $0.clusterView.provider == .answersNil
          || $0.viewOfOneLocation.provider == .answersNil)
    }) {
      cluster = list.number(of: ReuseIdentifiers.clusterName)
    }
    if setup.showsUserLocation { user = list.number(of: ReuseIdentifiers.userName) }
    names = list.names
  }
}

/// Names, each once, and their numbers in the order of coming.
private struct NameList {
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]

  /// The number of a name, which gets the next one if it is new.
  mutating func number(of name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }
}
