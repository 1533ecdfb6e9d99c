/// The reuse identifiers of the map's own views, each only when a session can need it.
///
/// They are MapKit's: an app that dequeues by one of them meets the map's own views.
struct OwnIdentifiers {
  static let markerName = "MKMapViewDefaultAnnotationViewReuseIdentifier"
  static let clusterName = "MKMapViewDefaultClusterAnnotationViewReuseIdentifier"
  /// That of the user's dot is not published; this is the name of its annotation's class.
  static let userName = "MKUserLocation"

  /// Index of the marker of single annotations; -1 when every layer has views for them.
  private(set) var marker: Int32 = -1
  /// Index of the marker of clusters; -1 when every layer that has some has views for them.
  private(set) var cluster: Int32 = -1
  /// Index of the user's dot; -1 when it is never shown.
  private(set) var user: Int32 = -1

  /// Finds which are needed, and adds them to the identifiers of the layers.
  init(for setup: SimulationSetup, in identifiers: inout NameList) {
    if setup.layers.contains(where: { $0.view.provider == .answersNil || setup.losesDelegate }) {
      marker = identifiers.number(of: OwnIdentifiers.markerName)
    }
    if setup.layers.contains(where: {
      $0.canCluster
        && (setup.losesDelegate || $0.clusterView.provider == .answersNil
          || $0.viewOfOneLocation.provider == .answersNil)
    }) {
      cluster = identifiers.number(of: OwnIdentifiers.clusterName)
    }
    if setup.showsUserLocation { user = identifiers.number(of: OwnIdentifiers.userName) }
  }
}

/// Names, each once, and their numbers in the order of coming.
struct NameList {
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
