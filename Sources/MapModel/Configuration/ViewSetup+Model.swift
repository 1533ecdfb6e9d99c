import MapConfiguration
import MapEvents
import MapGeometry

extension ViewSetup {
  /// What a view becomes that is set up as these settings say.
  var appearance: ViewAppearance {
    ViewAppearance(
      kind: kind, size: size, centerOffset: centerOffset, calloutOffset: calloutOffset)
  }

  /// A view of the map's own, with MapKit's defaults in all that an app could set.
  static func ownView(_ kind: AnnotationViewKind, identifier: String) -> ViewSetup {
    ViewSetup(
      identifiers: [identifier], size: kind.standardSize ?? ScreenSize(width: 0, height: 0),
      centerOffset: kind.standardCenterOffset, kind: kind, provider: .answersNil)
  }

  /// The settings in force: when the app has no view, the map's own marker with its own settings.
  func inForce(ownIdentifier: String) -> ViewSetup {
    provider == .answersNil ? .ownView(.marker, identifier: ownIdentifier) : self
  }

  /// Takes over what a change names.
  mutating func apply(_ change: ViewChange) {
    centerOffset = change.centerOffset ?? centerOffset
    calloutOffset = change.calloutOffset ?? calloutOffset
    isEnabled = change.isEnabled ?? isEnabled
    isDraggable = change.isDraggable ?? isDraggable
    zPriority.unselected = change.zPriority ?? zPriority.unselected
    zPriority.selected = change.selectedZPriority ?? zPriority.selected
    displayPriority = change.displayPriority ?? displayPriority
    assert((0...1000).contains(displayPriority), "a display priority of \(displayPriority)")
  }
}

/// What an app tells apart when it chooses the view of an annotation: `isCluster` and
/// `isUniqueLocation` of the reproduced library.
enum ViewRole: UInt8, Hashable {
  /// A single point.
  case point
  /// Several points at several locations.
  case cluster
  /// Several points at one location, such as the flats of a house.
  case oneLocation
}
