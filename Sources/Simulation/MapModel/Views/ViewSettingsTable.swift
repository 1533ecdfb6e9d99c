internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// The kind of a callout: its index among the callouts that a layer declares.
typealias CalloutKind = ID<CalloutSetup>

/// The current settings of all views, and their effects on an annotation.
final class ViewSettingsTable {
  private struct Layer {
    /// The current settings of the views of each role.
    var views: [ViewSetup]
    /// The number of the clustering identifier of the views of single points; nil for none.
    var clustering: Int32?
    /// The views of the points that the app has changed by themselves, by ``name(of:)``.
    var changed: [PointID: ViewSetup] = [:]
    /// For each point that the app has retitled whether it has a title, by ``name(of:)``.
    var titles: [PointID: Bool] = [:]
    let declared: [ViewAppearance]
    let callouts: [CalloutSetup]
    /// Whether some of its views can show a callout of the map.
    let hasMapCallouts: Bool
  }

  private static let marker = ViewSetup(default: .marker, ReuseIdentifiers.markerName)
  private static let clusterMarker = ViewSetup(default: .marker, ReuseIdentifiers.clusterName)

  private let setup: SimulationSetup
  /// The view of the user's location.
  ///
  /// Its size is a model decision.
  private let userView: ViewSetup
  private let controllers: [ClusterController?]
  let identifiers: ReuseIdentifiers
  private var layers: [Layer]
  /// The views of callout annotations, by callout annotation number.
  private var callouts: [(view: ViewSetup, identifier: Int32)] = []
  /// The annotations of native clusters, by native cluster number.
  private var clusterAnnotations: [ClusterAnnotation] = []
  /// Whether some layer has views that collisions can hide.
  private(set) var canCollide = false
  /// The clustering identifiers that views have had, each with its number.
  private var clusteringNames = NameList()
  /// Whether views have had a clustering identifier.
  var hasClustering: Bool { !clusteringNames.names.isEmpty }

  init(_ setup: SimulationSetup, controllers: [ClusterController?]) {
    self.setup = setup
    var userView = ViewSetup(default: .userDot, ReuseIdentifiers.userName)
    if setup.options.userDot == .takesTaps { userView.zPriority.unselected = 999 }
    if !setup.options.userDotHidesViews { userView.collision = .none }
    userView.canShowCallout = setup.userCallout != nil
    self.userView = userView
    self.controllers = controllers
    identifiers = ReuseIdentifiers(setup)
    layers = setup.layers.map { layer in
      let names = [
        ReuseIdentifiers.markerName, ReuseIdentifiers.clusterName, ReuseIdentifiers.clusterName,
      ]
      return Layer(
        views: zip(layer.views, names).map { view, name in
          view.provider == .answersNil ? ViewSetup(default: .marker, name) : view
        }, declared: layer.views.map(\.appearance), callouts: layer.callouts,
        hasMapCallouts: layer.hasMapCallouts)
    }
    for layer in layers.indices where setup.layers[layer].cluster == nil {
      guard setup.layers[layer].canCluster, let name = setup.layers[layer].view.clusteringIdentifier
      else { continue }
      layers[layer].clustering = clusteringNames.add(name)
    }
    canCollide = findWhetherAnyCanCollide()
  }

  private func findWhetherAnyCanCollide() -> Bool {
    func canHide(_ views: ViewSetup) -> Bool {
      views.displayPriority < CollisionResolver.Shape.required
    }
    // Without a delegate the map shows markers of its own.
    return setup.losesDelegate
      || (setup.options.titleCollisions == .requiredToo && setup.options.markerTitleWidthPoints > 0)
      || layers.indices.contains { index in
        let layer = layers[index]
        let hasClusters =
          controllers[index] != nil || layer.clustering != nil
          || layer.changed.values.contains { number(of: $0, in: index) != nil }
        return layer.views.prefix(hasClusters ? 3 : 1).contains(where: canHide)
          || layer.changed.values.contains(where: canHide)
      }
  }

  /// How far views of some layers reach from their coordinates at most, in points.
  func reach(of layers: [Int]) -> EdgeInsets {
    var reach = EdgeInsets(all: 0)
    for index in layers {
      let layer = self.layers[index]
      let canCluster = controllers[index] != nil || layer.clustering != nil
      for view in layer.views.prefix(canCluster ? 3 : 1) + layer.changed.values {
        let (halfWidth, halfHeight) = (view.size.width / 2, view.size.height / 2)
        reach.left = max(reach.left, halfWidth - view.centerOffset.dx)
        reach.right = max(reach.right, halfWidth + view.centerOffset.dx)
        reach.top = max(reach.top, halfHeight - view.centerOffset.dy)
        reach.bottom = max(reach.bottom, halfHeight + view.centerOffset.dy)
      }
    }
    return reach
  }

  /// The settings of the views of an annotation with a role, or of the map's default view for it.
  subscript(annotation: Annotation, role: ViewRole, isDefault isDefault: Bool) -> ViewSetup {
    // A caller that wants one setting copies no other.
    @inline(__always) get {
      if annotation.callout.isSome { return callouts[annotation.callout.index].view }
      guard annotation.layer.isSome else { return userView }
      guard !isDefault else {
        return role != .point ? ViewSettingsTable.clusterMarker : ViewSettingsTable.marker
      }
      if role == .point, isAnyChanged(in: annotation.layer),
        let view = changedView(of: annotation)
      {
        return view
      }
      return layers[annotation.layer.index].views[role.rawValue]
    }
  }

  /// Whether some points of a layer have views that the app has changed by themselves.
  ///
  /// Asked before a view is looked up, so that others cost no copy of one.
  func isAnyChanged(in layer: LayerID) -> Bool { !layers[layer.index].changed.isEmpty }

  /// The view of a single point that the app has changed by itself; nil for any other one.
  @inline(never)
  private func changedView(of annotation: Annotation) -> ViewSetup? {
    layers[annotation.layer.index].changed[name(of: annotation.point)]
  }

  /// The number by which the app remembers a point: the same for all points of one id.
  func name(of point: PointID) -> PointID {
    setup.namesakes.isEmpty || point.isNone ? point : setup.namesakes[point.index]
  }

  /// The settings of the view that a point has by itself, in a cluster or not.
  func pointView(of annotation: Annotation) -> ViewSetup {
    self[annotation, .point, isDefault: false]
  }

  /// The display priority of the view that a point has by itself.
  func displayPriority(ofPoint annotation: Annotation) -> Double {
    if isAnyChanged(in: annotation.layer), let view = changedView(of: annotation) {
      return view.displayPriority
    }
    return layers[annotation.layer.index].views[0].displayPriority
  }

  /// The number of the clustering identifier of the view that a point has by itself; nil for none.
  func clustering(of annotation: Annotation) -> Int32? {
    if isAnyChanged(in: annotation.layer), let view = changedView(of: annotation) {
      return number(of: view, in: annotation.layer.index)
    }
    return layers[annotation.layer.index].clustering
  }

  /// The number of the clustering identifier of a view of single points; nil for none.
  ///
  /// The views of a clustered layer and the map's own have none.
  private func number(of view: ViewSetup, in layer: Int) -> Int32? {
    guard controllers[layer] == nil, view.provider != .answersNil else { return nil }
    return view.clusteringIdentifier.flatMap { clusteringNames[$0] }
  }

  /// The extents of the views of a layer at a scale, on an unturned map.
  func extents(of layer: Int, mapPointsPerPoint scale: Double) -> ClusterExtents {
    let views = layers[layer].views
    func size(_ role: Int) -> MapSize {
      MapSize(width: views[role].size.width * scale, height: views[role].size.height * scale)
    }
    func offset(_ role: Int) -> MapSize {
      let offset = views[role].centerOffset
      return MapSize(width: offset.dx * scale, height: offset.dy * scale)
    }
    return ClusterExtents(
      pin: size(0), cluster: size(1), oneLocation: size(2), pinOffset: offset(0),
      clusterOffset: offset(1), oneLocationOffset: offset(2))
  }

  /// Changes the views of a layer, or those of some points of it alone.
  ///
  /// A later change of all views counts for those of single points too.
  func apply(_ change: ViewChange, to layer: Int, points: [PointID]?) {
    let all = layers[layer].views[0]
    if case .identifier(let name) = change.clustering, all.provider != .answersNil {
      clusteringNames.add(name)
    }
    // In any order: each view changes by itself.
    for name in points?.map(name) ?? Array(layers[layer].changed.keys) {
      layers[layer].changed[name, default: all].apply(change)
    }
    if points == nil {
      for role in layers[layer].views.indices { layers[layer].views[role].apply(change) }
      layers[layer].clustering = number(of: layers[layer].views[0], in: layer)
    }
    canCollide = findWhetherAnyCanCollide()
  }

  func setCalloutView(_ view: ViewSetup, identifier: Int32, of callout: CalloutAnnotationID) {
    if callout.index == callouts.count { callouts.append((view, identifier)) }
    callouts[callout.index] = (view, identifier)
  }

  func setClusterAnnotation(_ annotation: ClusterAnnotation, of cluster: NativeClusterID) {
    if cluster.index == clusterAnnotations.count { clusterAnnotations.append(annotation) }
    clusterAnnotations[cluster.index] = annotation
  }

  func clusterAnnotation(of cluster: NativeClusterID) -> ClusterAnnotation {
    clusterAnnotations[cluster.index]
  }

  func setSize(_ size: ScreenSize, ofCallout callout: CalloutAnnotationID) {
    callouts[callout.index].view.size = size
  }

  /// Whether the map uses its default view for an annotation although the app's delegate
  /// would provide one.
  func usesDefaultView(for annotation: Annotation, delegate: DelegateTarget) -> Bool {
    guard delegate == .none, annotation.layer.isSome else { return false }
    let views = layers[annotation.layer.index].views
    return views[annotation.count > 1 ? 1 : 0].provider != .answersNil
  }

  func identifier(of annotation: Annotation, from provider: ViewProvider) -> Int32 {
    if annotation.callout.isSome { return callouts[annotation.callout.index].identifier }
    let own =
      annotation.layer.isNone
      ? identifiers.user : annotation.role == .point ? identifiers.marker : identifiers.cluster
    guard annotation.layer.isSome, provider != .answersNil else {
      guard let own else { preconditionFailure("the session needs no default view of the map") }
      return own
    }
    let numbers = identifiers.layers[annotation.layer.index].roles[annotation.role.rawValue]
    return numbers[Int(setup.rows[annotation.point.index]) % numbers.count]
  }

  /// The declared appearance of an annotation's view, by which an app recognizes its views.
  func declaredAppearance(of annotation: Annotation, _ views: ViewSetup) -> ViewAppearance {
    guard annotation.callout.isNone else {
      var appearance = ViewAppearance.blank
      appearance.kind = .callout
      return appearance
    }
    guard annotation.layer.isSome else { return userView.appearance }
    guard views.provider != .answersNil else { return ViewSettingsTable.marker.appearance }
    if annotation.role == .point, isAnyChanged(in: annotation.layer),
      let view = changedView(of: annotation)
    {
      // The app recognizes the image that it gave to the point.
      var declared = layers[annotation.layer.index].declared[0]
      declared.size = view.size
      return declared
    }
    return layers[annotation.layer.index].declared[annotation.role.rawValue]
  }

  /// The callout that opens over an annotation; the map's if some of the layer's views can
  /// show one, or if it is the user's location.
  func calloutSetup(of annotation: Annotation, with views: ViewSetup) -> CalloutSetup? {
    if annotation.layer == .userLocation { return setup.userCallout }
    guard annotation.layer.isSome,
      views.canShowCallout || !layers[annotation.layer.index].hasMapCallouts,
      !layers[annotation.layer.index].callouts.isEmpty
    else { return nil }
    return layers[annotation.layer.index].callouts[calloutKind(of: annotation).index]
  }

  /// The kind of a callout, by the row of its annotation's first point.
  ///
  /// An open callout keeps its kind.
  func calloutKind(of annotation: Annotation) -> CalloutKind {
    guard annotation.layer.isSome else { return 0 }
    let kinds = layers[annotation.layer.index].callouts.count
    guard kinds > 1, annotation.point.isSome else { return 0 }
    return annotation.openCalloutKind.optional
      ?? CalloutKind(Int(setup.rows[annotation.point.index]) % kinds)
  }

  func accessoryCount(of annotation: Annotation, _ views: ViewSetup) -> Int {
    guard views.provider != .answersNil, let callout = calloutSetup(of: annotation, with: views)
    else { return 0 }
    return (callout.leftAccessory == nil ? 0 : 1) + (callout.rightAccessory == nil ? 0 : 1)
  }

  /// Whether an annotation has a title.
  ///
  /// A native cluster has that of its first member, unless the app made its annotation.
  func isTitled(_ annotation: Annotation) -> Bool {
    if annotation.nativeCluster.isSome {
      switch clusterAnnotation(of: annotation.nativeCluster) {
      case .ofMap: break
      case .ownTitle, .titleSetOnce: return true
      case .noTitle: return false
      }
    }
    guard annotation.layer.isSome, annotation.count == 1 || annotation.nativeCluster.isSome
    else { return true }
    if !layers[annotation.layer.index].titles.isEmpty,
      let isTitled = layers[annotation.layer.index].titles[name(of: annotation.point)]
    {
      return isTitled
    }
    return setup.isTitled.isEmpty || setup.isTitled[annotation.point.index]
  }

  func setTitled(_ isTitled: Bool, _ points: [PointID], of layer: Int) {
    for point in points { layers[layer].titles[name(of: point)] = isTitled }
  }

  /// Whether a callout has a title.
  ///
  /// The cluster delegate provides it for clustered layers.
  func hasCalloutTitle(_ annotation: Annotation) -> Bool {
    clusterApp(of: annotation)?.titlesClusters ?? isTitled(annotation)
  }

  /// The behavior of an annotation's cluster delegate; nil outside clustered layers.
  func clusterApp(of annotation: Annotation) -> ClusterAppSetup? {
    annotation.record.isSome ? controllers[annotation.layer.index]?.setup.app : nil
  }
}

/// The reuse identifiers of a session; events and digests depend on the order of their numbers.
struct ReuseIdentifiers {
  struct Layer {
    /// The identifiers of the views of each role.
    var roles: [[Int32]]
    /// The identifier of the annotations of each kind of callout, if it has any.
    var callouts: [Int32?]
  }

  // MapKit's: an app that dequeues by one of them meets the map's default views.
  static let markerName = "MKMapViewDefaultAnnotationViewReuseIdentifier"
  static let clusterName = "MKMapViewDefaultClusterAnnotationViewReuseIdentifier"
  /// The reuse identifier of the user's dot: the name of its annotation's class, because the
  /// real one is not published.
  static let userName = "MKUserLocation"

  let names: [String]
  let layers: [Layer]
  /// The default marker of single annotations; nil when every layer has views for them.
  private(set) var marker: Int32?
  /// The default marker of clusters; nil when every layer with clusters has views for them.
  private(set) var cluster: Int32?
  /// The user's dot; nil when it is never shown.
  private(set) var user: Int32?

  init(_ setup: SimulationSetup) {
    var list = NameList()
    layers = setup.layers.map { layer in
      Layer(
        roles: layer.views.map { view in view.identifiers.map { list.add($0) } },
        callouts: layer.callouts.map { callout in
          callout.annotation.map { list.add($0.identifier) }
        })
    }
    if setup.layers.contains(where: { $0.view.provider == .answersNil || setup.losesDelegate }) {
      marker = list.add(ReuseIdentifiers.markerName)
    }
    if setup.layers.contains(where: {
      $0.canCluster
        && (setup.losesDelegate || $0.views.dropFirst().contains { $0.provider == .answersNil })
    }) {
      cluster = list.add(ReuseIdentifiers.clusterName)
    }
    if setup.showsUserLocation { user = list.add(ReuseIdentifiers.userName) }
    names = list.names
  }
}

/// Distinct names, numbered in the order of addition.
private struct NameList {
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]

  /// The index of a name; nil for one that was not added.
  subscript(name: String) -> Int32? { numbers[name] }

  /// Adds a name where it is missing, and returns its index.
  @discardableResult
  mutating func add(_ name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }
}

extension ViewSetup {
  /// The appearance of a view with these settings.
  var appearance: ViewAppearance {
    ViewAppearance(kind: kind, size: size, centerOffset: centerOffset, calloutOffset: calloutOffset)
  }

  /// Creates a default view of the map, with MapKit's defaults for all settings of an app.
  init(default kind: AnnotationViewKind, _ identifier: String) {
    self.init(
      identifiers: [identifier], size: kind.standardSize ?? ScreenSize(width: 0, height: 0),
      centerOffset: kind.standardCenterOffset, kind: kind, provider: .answersNil)
  }

  mutating func apply(_ change: ViewChange) {
    // A pin or a marker has the extent of its class.
    if kind == .image { size = change.size ?? size }
    centerOffset = change.centerOffset ?? centerOffset
    calloutOffset = change.calloutOffset ?? calloutOffset
    isEnabled = change.isEnabled ?? isEnabled
    isDraggable = change.isDraggable ?? isDraggable
    zPriority.unselected = change.zPriority ?? zPriority.unselected
    zPriority.selected = change.selectedZPriority ?? zPriority.selected
    displayPriority = change.displayPriority ?? displayPriority
    if change.displayPriority != nil { hasPriorityOfMembers = false }
    switch change.clustering {
    case nil: break
    case .noIdentifier: clusteringIdentifier = nil
    case .identifier(let name): clusteringIdentifier = name
    }
    assert((0...1000).contains(displayPriority), "a display priority of \(displayPriority)")
  }
}

/// `isCluster` and `isUniqueLocation` of CCHMapClusterController.
enum ViewRole: Int, Hashable {
  case point
  /// Several points at several locations.
  case cluster
  /// Several points at one location, such as the flats of a house.
  case oneLocation
}
