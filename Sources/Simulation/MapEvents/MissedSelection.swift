public import MapGeometry

/// An edge or a corner of the map view that a finger aims at.
public enum MapEdge: UInt8, Codable, Hashable, Sendable, CaseIterable {
  case top = 0
  case left = 1
  case bottom = 2
  case right = 3
  case topLeft = 4
  case topRight = 5
  case bottomLeft = 6
  case bottomRight = 7

  /// The edge or corner in the words of the language.
  public var words: String {
    switch self {
    case .top: "top edge"
    case .left: "left edge"
    case .bottom: "bottom edge"
    case .right: "right edge"
    case .topLeft: "top left corner"
    case .topRight: "top right corner"
    case .bottomLeft: "bottom left corner"
    case .bottomRight: "bottom right corner"
    }
  }
}

/// Whether an annotation is a single point or a cluster.
public enum AnnotationRole: UInt8, Codable, Hashable, Sendable, CaseIterable {
  case pin = 0
  case cluster = 1
}

/// The reason why a finger or the app selected nothing, and the nearest annotation to the
/// target.
public struct MissedSelection: Codable, Hashable, Sendable {
  /// The reason why nothing was selected.
  public enum Reason: UInt8, Codable, Hashable, Sendable, CaseIterable {
    /// No annotation of a layer with the requested role has its point in the view.
    case nothingInView = 0
    /// Annotations have their points in the view, none of them within the distance.
    case tooFar = 1
    case notOnMap = 2
    /// The target is on the map but has no view, because it lies outside the area where views
    /// exist.
    case withoutView = 3
    /// The view of the target is hidden by one that it collides with.
    case hiddenByCollision = 4
    /// The finger's place, or the target's whole view, lies outside the map view.
    case outsideMapView = 5
    /// No open callout has such a control.
    case noControl = 6
    /// None of the requested points lies in the world.
    case outsideWorld = 7
    /// A newer call, or one that ended first, superseded this one.
    case superseded = 8
    /// The target is a single point where a cluster is requested, or the other way round.
    case otherRole = 9
    /// The finger's place, or the visible part of the target, is under a bar.
    case underBar = 10
    /// Annotations have their points in the view, but all of them are under bars.
    case allUnderBar = 11
    /// The target was added, and no cluster on the map holds it.
    case clusterNotOnMap = 12
    /// A cluster is requested, but no layer has clusters.
    case noClusters = 13
    /// The app selects an annotation without a view, because a cluster represents it.
    case inCluster = 14
    /// The view of the target is disabled.
    case disabled = 15
    /// The view of the target can show a callout but has no title for it, so it acts as
    /// disabled.
    case withoutTitle = 16
  }

  /// The annotation nearest to the target.
  public struct Nearest: Codable, Hashable, Sendable {
    /// Its number.
    public var annotation: AnnotationID
    /// The position of its point in the map view.
    public var place: ScreenPoint
    /// The distance of its point from the target, or from the map view where the target is an
    /// annotation, in points.
    public var distancePoints: Double

    /// Makes a nearest annotation of its parts.
    public init(annotation: AnnotationID, place: ScreenPoint, distancePoints: Double) {
      self.annotation = annotation
      self.place = place
      self.distancePoints = distancePoints
    }
  }

  /// The reason why nothing was selected.
  public var reason: Reason
  /// The target edge or corner; nil for another target.
  public var edge: MapEdge?
  /// The target point of the view; nil for another target.
  public var point: ScreenPoint?
  /// The largest distance from either, in points; nil without one.
  public var withinPoints: Double?
  /// The requested role; nil for any.
  public var role: AnnotationRole?
  /// The annotation nearest to the target, or the target itself; nil when there is none.
  public var nearest: Nearest?
  /// The annotation within reach of a finger that is nearest to one out of reach.
  public var reachable: Nearest?

  /// Makes a missed selection of its parts.
  public init(
    _ reason: Reason, edge: MapEdge? = nil, point: ScreenPoint? = nil, withinPoints: Double? = nil,
    role: AnnotationRole? = nil, nearest: Nearest? = nil, reachable: Nearest? = nil
  ) {
    self.reason = reason
    self.edge = edge
    self.point = point
    self.withinPoints = withinPoints
    self.role = role
    self.nearest = nearest
    self.reachable = reachable
  }
}
