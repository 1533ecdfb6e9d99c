public import MapEvents
public import MapGeometry

/// The history of a callout from its opening to its end.
public struct CalloutTimeline: Codable, Hashable, Sendable {
  /// Number of the callout in the session.
  public var callout: Int32
  /// The annotation over which it opened.
  public var annotation: AnnotationID
  /// The entries in the order of time.
  public var entries: [Entry] = []
  /// The annotations that the entries name, as they were at that time.
  public var subjects: [Subject] = []

  /// An annotation as reports name it.
  public struct Subject: Codable, Hashable, Sendable {
    /// Its number.
    public var annotation: AnnotationID
    /// Index of its layer; -1 for the user location, below that for a callout.
    public var layer: LayerID
    /// Its content number, the same for annotations of the same points.
    public var content: UInt64
    /// Whether it can represent more than one point.
    public var isCluster = false
    /// Points that a cluster represents; 0 while unknown.
    public var count: Int32 = 0
  }

  /// An event in the history of a callout.
  public struct Entry: Codable, Hashable, Sendable {
    /// The time of the event.
    public var time: SimulatedTime
    /// The running step; -1 outside of steps.
    public var step: Int32
    /// The kind of event.
    public var kind: Kind
  }

  /// The kinds of entries.
  public enum Kind: Codable, Hashable, Sendable {
    /// It opened, with or without a request that the map make space.
    case opened(CalloutRequest)
    /// Its annotation view was shown and laid out, for the first time or again.
    case laidOut(CalloutAnnotationLayout, isAgain: Bool)
    /// It stays on the map and is never removed.
    case leftBehind
    /// It opened, and the map refused to make space.
    case refused
    /// The map stopped, or did not have to move.
    case settled
    /// Something else moved the map before that.
    case interrupted
    /// It or its pin moved in frames after that; the largest distance of its tip.
    case followed(frames: Int, offPoints: Double)
    /// A control beside its text was tapped.
    case accessoryTapped(CalloutSide)
    /// It closed.
    case closed(Cause)
  }

  /// Why a callout closes.
  public enum Cause: Codable, Hashable, Sendable {
    /// The empty map was tapped.
    case tap
    /// The view of the callout itself was tapped, which deselected its parent.
    case tappedItself
    /// Another annotation was selected.
    case selected(annotation: AnnotationID)
    /// A step closed it, as an app does or a finger beside all views.
    case step
    /// The region changed, and the app deselects after what it takes for a zoom.
    case regionChange
    /// Its annotation left the map in a cluster update.
    case leftInUpdate(Int32)
    /// Its annotation left the map in a cluster update, and a successor took over the selection.
    case handedOver(update: Int32, successor: AnnotationID)
    /// Its annotation left the map.
    case removed
    /// Its annotation view left the area in which views exist.
    case outOfSight
  }
}
