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

/// Why a finger or the app selected nothing, and what was nearest to where it aimed.
public struct MissedSelection: Codable, Hashable, Sendable {
  /// Why nothing was selected.
  public enum Reason: UInt8, Codable, Hashable, Sendable, CaseIterable {
    /// No annotation of a layer has its point in the view, none of the role that is asked for.
    case nothingInView = 0
    /// Annotations have their points in the view, none of them within the distance.
    case tooFar = 1
    case notOnMap = 2
    /// The target is on the map and has no view, as it lies outside the area where views exist.
    case withoutView = 3
    /// The view of the target is hidden by one that it collides with.
    case hiddenByCollision = 4
    /// Where the finger would go, or all of the target's view, lies outside the map view.
    case outsideMapView = 5
    /// No callout with such a control is open.
    case noControl = 6
    /// None of the points that are meant lies in the world.
    case outsideWorld = 7
    /// A newer call, or one that ended first, took the place of this one.
    case superseded = 8
    /// The target is a single point where a cluster is requested, or the other way round.
    case otherRole = 9
    /// Where the finger would go, or all that the map view shows of the target, is under a bar.
    case underBar = 10
    /// Annotations have their points in the view, none of them beside the bars.
    case allUnderBar = 11
    /// The target was added, and no cluster on the map holds it.
    case clusterNotOnMap = 12
    /// A cluster is asked for, and no layer makes any.
    case noClusters = 13
    /// The app selects an annotation that has no view of its own, as a cluster stands for it.
    case inCluster = 14
    /// The view of the target is disabled.
    case disabled = 15
    /// The view of the target can show a callout and has no title for it: it acts as disabled.
    case withoutTitle = 16
  }

  /// The annotation nearest to what was aimed at.
  public struct Nearest: Codable, Hashable, Sendable {
    /// Its number.
    public var annotation: AnnotationID
    /// Where its point lies in the map view.
    public var place: ScreenPoint
    /// How far that is from the goal, or from the map view where an annotation was the goal; in
    /// points.
    public var distancePoints: Double

    /// Makes a nearest annotation of its parts.
    public init(annotation: AnnotationID, place: ScreenPoint, distancePoints: Double) {
      self.annotation = annotation
      self.place = place
      self.distancePoints = distancePoints
    }
  }

  /// Why nothing was selected.
  public var reason: Reason
  /// The edge or corner that was aimed at; nil for anything else.
  public var edge: MapEdge?
  /// The point of the view that was aimed at; nil for anything else.
  public var point: ScreenPoint?
  /// The largest distance from either, in points; nil without one.
  public var withinPoints: Double?
  /// The role that was asked for; nil for any.
  public var role: AnnotationRole?
  /// The annotation nearest to what was aimed at, or that which was meant; nil when there is none.
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
