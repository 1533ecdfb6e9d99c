/// Overlays that come, change their order and go; they are meant by their index in the legend.
public enum OverlayEvent: Hashable, Sendable {
  /// An overlay is on the map, at this place among those of its level.
  case added(overlay: Int32, level: OverlayLevel, index: Int32)
  /// An overlay left the map.
  case removed(overlay: Int32)
  /// Two overlays changed places, and levels if theirs differed.
  case exchanged(Int32, Int32)
  /// The overlay met the visible rect for the first time: the delegate is asked for its renderer.
  case rendererRequested(overlay: Int32)
  /// The delegate had none; nothing is drawn.
  case rendererMissing(overlay: Int32)
}

/// What an overlay lies over, numbered as MapKit does.
public enum OverlayLevel: UInt8, Hashable, Sendable, CaseIterable {
  /// Over the roads, under the labels.
  case aboveRoads = 0
  /// Over the labels.
  case aboveLabels = 1
}
