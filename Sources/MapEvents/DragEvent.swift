public import MapGeometry

/// An annotation that a finger carries to another place.
public enum DragEvent: Hashable, Sendable {
  /// The view is told of a state, by the map or by its own answer.
  case viewStateSet(annotation: AnnotationID, DragState)
  /// The delegate is told of a change of state.
  case stateChanged(annotation: AnnotationID, new: DragState, old: DragState)
  /// A finger was put on an annotation that cannot be carried.
  case refused(annotation: AnnotationID)
  /// The place of a dropped annotation is final; an app would ask for its address now.
  case geocodeRequested(annotation: AnnotationID, Coordinate)
}

/// The state of a drag, numbered as MapKit does.
public enum DragState: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing is carried.
  case none = 0
  /// The view lifts off.
  case starting = 1
  /// The view follows the finger.
  case dragging = 2
  /// The view goes back to where it was.
  case canceling = 3
  /// The view comes down.
  case ending = 4
}
