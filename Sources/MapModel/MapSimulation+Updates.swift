public import MapGeometry

/// How a layer gets other points.
public enum ReplaceMethod: Hashable, Sendable {
  /// All annotations are removed, then the new ones are added.
  case all
  /// Only those are removed and added that differ.
  case changed
}

/// Changes of what is on the map beyond adding and removing.
extension MapSimulation {
  public func move(_ points: [Int32], in layer: Int, to coordinates: [Coordinate]) {}
  public func replacePoints(of layer: Int, with points: [Int32], how: ReplaceMethod) {}
  public func moveUserLocation(to coordinate: Coordinate?) {}
  public func change(_ change: ViewChange, of layer: Int) {}
}
