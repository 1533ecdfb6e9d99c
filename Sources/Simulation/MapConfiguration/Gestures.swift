public import MapEvents
public import MapGeometry

/// The gestures that a map view follows; the app can move the map in any case.
public struct EnabledGestures: OptionSet, Hashable, Sendable {
  /// The gestures as bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Fingers pan and fling the map.
  public static let scroll = EnabledGestures(rawValue: 1)
  /// Fingers zoom by pinches and taps.
  public static let zoom = EnabledGestures(rawValue: 2)
  /// Fingers turn the map.
  public static let rotate = EnabledGestures(rawValue: 4)
  /// All of them.
  public static let all: EnabledGestures = [.scroll, .zoom, .rotate]
}

/// The motion of fingers at the end of a gesture.
public enum GestureRelease: String, Hashable, Sendable, CaseIterable {
  /// The fingers rest before they are lifted.
  case resting
  /// The fingers are lifted while they move; the map decelerates from their last speed.
  case moving
}

/// The release of a dragged annotation.
public enum DragEnd: String, Hashable, Sendable, CaseIterable {
  /// The annotation stays where it is released.
  case drop
  /// The annotation returns to its origin.
  case cancel
}

/// The target of a finger or of the app among the annotations.
public enum TapTarget: Hashable, Sendable {
  /// The shown annotation nearest to an edge or a corner, within a distance in points.
  case near(MapEdge, withinPoints: Double)
  /// The shown annotation nearest on the screen to a coordinate.
  case nearest(Coordinate)
  /// The shown annotation nearest to a point of the view, within a distance in points.
  case at(ScreenPoint, withinPoints: Double)
  /// The shown annotation nearest to the middle of the view.
  case middle
  /// The shown annotation with the most points.
  case largest
  /// The annotation of a point, or the cluster that holds it.
  case point(PointID, layer: Int)
  /// Another target, among the annotations of one role.
  indirect case only(AnnotationRole, TapTarget)
}

/// The place at which a finger touches the map before it moves.
public enum TouchPlace: Hashable, Sendable {
  /// A point of the view, whatever is there.
  case point(ScreenPoint)
  /// The part of an annotation's view that a finger reaches.
  case annotation(TapTarget)
}

/// The source from which an app takes the present annotations when it replaces a layer's
/// points.
public enum ReplaceSource: String, Hashable, Sendable, CaseIterable {
  /// A list of the annotations that the app has added.
  case ownList = "own list"
  /// In the map's `annotations`, which hold native clusters too.
  case map = "the map"
}

/// The way in which an app moves annotations.
public enum MoveMethod: String, Hashable, Sendable, CaseIterable {
  /// It sets coordinates in a way that the map observes; a glide sets one in each frame.
  case announced
  /// It sets coordinates once, inside an animation: the map knows them at once, and views glide.
  case animation = "in an animation"
  /// It sets coordinates in a way that the map does not observe, and the views stay.
  case unannounced
}

/// The way in which a layer's points are replaced.
public enum ReplaceMethod: String, Hashable, Sendable, CaseIterable {
  /// All annotations are removed, then the new ones are added.
  case all
  /// Only the differing annotations are removed and added.
  case changed = "only what changed"
}
