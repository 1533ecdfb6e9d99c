/// One layer: its clustering, its views, its callout.
public struct LayerSetup: Hashable, Sendable {
  /// The name that reports use.
  public var name: String
  /// How its points are clustered; nil shows each by itself.
  public var cluster: ClusterSetup?
  /// The views of single points.
  public var view: ViewSetup
  /// The views of clusters of more than one point.
  public var clusterView: ViewSetup
  /// The views of clusters whose points lie at one location; nil for those of other clusters.
  public var oneLocationView: ViewSetup?
  /// The callout that opens on selection, over the views that can show one if only some can.
  public var callout: CalloutSetup?
  /// The callouts of the other kinds of points: that of row i has number i mod count.
  public var furtherCallouts: [CalloutSetup] = []
  /// Whether the app gives some of its views a clustering identifier during the session.
  package var isGivenClustering = false

  /// Makes a layer of its parts.
  public init(
    name: String, cluster: ClusterSetup?, view: ViewSetup, clusterView: ViewSetup,
    oneLocationView: ViewSetup? = nil, callout: CalloutSetup?
  ) {
    self.name = name
    self.cluster = cluster
    self.view = view
    self.clusterView = clusterView
    self.oneLocationView = oneLocationView
    self.callout = callout
  }
}

extension LayerSetup {
  /// The callouts of all kinds of points.
  package var callouts: [CalloutSetup] { callout.map { [$0] + furtherCallouts } ?? [] }

  /// Whether some of its annotations can be clusters: its own, or native ones of the app's views.
  package var canCluster: Bool {
    cluster != nil
      || ((view.clusteringIdentifier != nil || isGivenClustering) && view.provider != .answersNil)
  }

  /// The views of single points, of clusters, and of clusters at one location.
  package var views: [ViewSetup] { [view, clusterView, oneLocationView ?? clusterView] }

  /// Whether some of its views can show a callout of the map; default views cannot.
  package var hasMapCallouts: Bool {
    views.prefix(canCluster ? 3 : 1).contains { $0.canShowCallout && $0.provider != .answersNil }
  }
}
