public import MapEvents
public import MapGeometry

/// What happened to a callout from its opening to its end, in order.
public struct CalloutTimeline: Codable, Hashable, Sendable {
  /// Number of the callout in the session.
  public var callout: Int32
  /// The annotation that it opened over.
  public var annotation: Int32
  /// What happened.
  public var entries: [Entry] = []
  /// The annotations that the timeline speaks of, as they were when it did.
  public var subjects: [Subject] = []

  /// What is known of an annotation beside its number, for a reader to know it again.
  public struct Subject: Codable, Hashable, Sendable {
    /// Its number.
    public var annotation: Int32
    /// Index of its layer; -1 for the user location, below that for a callout.
    public var layer: Int32
    /// Its content number, the same for annotations of the same points.
    public var content: UInt64
    /// Whether it can stand for more than one point.
    public var isCluster: Bool
    /// Points that a cluster represents; 0 while unknown.
    public var count: Int32

    /// Makes a subject of its parts.
    public init(
      annotation: Int32, layer: Int32, content: UInt64, isCluster: Bool = false, count: Int32 = 0
    ) {
      self.annotation = annotation
      self.layer = layer
      self.content = content
      self.isCluster = isCluster
      self.count = count
    }
  }

  /// Something that happened to a callout.
  public struct Entry: Codable, Hashable, Sendable {
    /// When.
    public var time: SimulatedTime
    /// The step that was running; -1 outside of steps.
    public var step: Int32
    /// What.
    public var kind: Kind

    /// Makes a entry of its parts.
    public init(time: SimulatedTime, step: Int32, kind: Kind) {
      self.time = time
      self.step = step
      self.kind = kind
    }
  }

  /// What can happen to a callout.
  public enum Kind: Codable, Hashable, Sendable {
    /// It opened, and the map was asked to make room or not.
    case opened(CalloutRequest)
    /// Its own annotation view came onto the map and was laid out, again when it is anew.
    case laidOut(SecondCalloutLayout, isAnew: Bool)
    /// It stays on the map and is never taken away.
    case leftBehind
    /// It opened, and the map refused to make room.
    case refused
    /// The map came to rest, or had nothing to do.
    case settled
    /// Something else moved the map before that.
    case interrupted
    /// In so many frames after that, it or its pin moved; the furthest that its tip came off.
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
    /// The view of the callout itself was tapped, which took its parent's selection away.
    case tappedItself
    /// Another annotation was selected.
    case selected(annotation: Int32)
    /// A step was to close it, as an app does or a finger beside all views.
    case step
    /// The region changed, and the app deselects after what it takes for a zoom.
    case regionChange
    /// Its annotation left the map in a cluster update.
    case leftInUpdate(Int32)
    /// Its annotation was to leave the map in a cluster update, and another one took over the
    /// selection.
    case handedOver(update: Int32, successor: Int32)
    /// Its annotation left the map.
    case removed
    /// Its annotation view left the area in which views exist.
    case outOfSight
  }

  /// Makes the timeline of a callout that is about to open.
  public init(callout: Int32, annotation: Int32) {
    self.callout = callout
    self.annotation = annotation
  }
}
