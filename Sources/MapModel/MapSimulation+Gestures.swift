public import MapEvents
public import MapGeometry

/// How a finger leaves the map.
public enum PanRelease: Hashable, Sendable {
  /// It rests before it is lifted.
  case resting
  /// It is lifted while it moves; the map drifts on with the speed of the last 100 ms.
  case moving
}

/// How an annotation that is carried is let go.
public enum DragEnd: Hashable, Sendable {
  /// It stays where it is let go.
  case drop
  /// It goes back.
  case cancel
}

/// The annotation that a finger or the app means.
public enum TapTarget: Hashable, Sendable {
  /// The shown one nearest to an edge or a corner, at most so many points away.
  case near(MapEdge, withinPoints: Double)
  /// The shown one nearest on the screen to a coordinate.
  case nearest(Coordinate)
  /// That of a point, or the cluster that holds it.
  case point(Int32, layer: Int)
}

/// Fingers beyond the simple pan.
extension MapSimulation {
  public func pan(by offset: ScreenOffset, over time: SimulatedTime, release: PanRelease) {}
  public func pinch(byLevels levels: Double, about point: ScreenPoint?, over time: SimulatedTime) {}
  public func rotate(byDegrees degrees: Double, about point: ScreenPoint?, over time: SimulatedTime)
  {}
  public func doubleTap(at point: ScreenPoint) {}
  public func tapWithTwoFingers() {}
  public func tap(at point: ScreenPoint) {}
  public func tapAccessory(_ side: CalloutSide) {}
  public func drag(
    _ target: TapTarget, by offset: ScreenOffset, over time: SimulatedTime, end: DragEnd
  ) {}
  public func showAnnotations(of layers: [Int], padding: EdgeInsets, animated: Bool) {}
  public func openCallout(over target: TapTarget) {}
  public func deselectByApp() {}
  public func addOverlay(_ overlay: Int, at placement: OverlayPlacement) {}
  public func removeOverlay(_ overlay: Int) {}
  public func exchangeOverlays(_ first: Int, _ second: Int) {}
  public func snapshot(_ index: Int) {}
}
