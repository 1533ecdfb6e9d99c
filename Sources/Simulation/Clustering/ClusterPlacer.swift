public import MapGeometry

/// A custom rule for the pin of a cluster of several locations, called once for each cluster in
/// place of ``ClusterMethod``.
public struct ClusterPlacer: Hashable, Sendable {
  /// The name in reports; rules of the same name are equal.
  public let name: String
  private let rule: Rule

  /// The rule: the members, which are positions in the coordinates, and the cell.
  ///
  /// Only the members' positions may be read; there is at least one. Where clusters of several
  /// cells are joined, the members are the clusters at their places, and the cell is the rect
  /// around all cells.
  public typealias Rule =
    @Sendable (_ members: ArraySlice<Int32>, _ coordinates: [Coordinate], _ cell: MapRect) ->
    Coordinate

  /// Names a rule.
  public init(_ name: String, rule: @escaping Rule) { (self.name, self.rule) = (name, rule) }

  /// The place for some members of a cell.
  public func coordinate(of members: ArraySlice<Int32>, coordinates: [Coordinate], cell: MapRect)
    -> Coordinate
  { rule(members, coordinates, cell) }

  /// Whether two rules have the same name.
  public static func == (left: ClusterPlacer, right: ClusterPlacer) -> Bool {
    left.name == right.name
  }

  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Rules as apps write them.
extension ClusterPlacer {
  /// The rules that scenarios can name.
  public static let rules = [middleOfCell, middleOfExtent, northernmostPoint]

  /// The middle of the cell, wherever in it the members are: clusters form rows and columns.
  ///
  /// Cells reach beyond the northern and southern ends of an index; clusters do not.
  public static let middleOfCell = ClusterPlacer("middle of cell") { _, _, cell in
    let middle = Projection.coordinate(for: MapPoint(x: cell.midX, y: cell.midY))
    let world = CoordinateBox.world
    return Coordinate(
      latitude: min(max(middle.latitude, world.minLatitude), world.maxLatitude),
      longitude: middle.longitude)
  }

  /// The middle of the smallest box around the members, the short way around the world.
  public static let middleOfExtent = ClusterPlacer("middle of extent") { members, places, _ in
    let box = ClusterPlacer.box(around: members, places, eastOf: -.infinity)
    let latitude = (box.minLatitude + box.maxLatitude) / 2
    guard box.maxLongitude - box.minLongitude > 180 else {
      return Coordinate(latitude: latitude, longitude: (box.minLongitude + box.maxLongitude) / 2)
    }
    // They lie on both sides of the 180th meridian.
    let short = ClusterPlacer.box(around: members, places, eastOf: 0)
    let longitude = (short.minLongitude + short.maxLongitude) / 2
    return Coordinate(latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
  }

  /// The member furthest to the north; the first of several.
  public static let northernmostPoint = ClusterPlacer("northernmost point") { members, places, _ in
    var best = members.startIndex
    for index in members.indices
    where places[Int(members[index])].latitude > places[Int(members[best])].latitude {
      best = index
    }
    return places[Int(members[best])]
  }

  /// The box around some members; those west of a longitude count as a world further east.
  private static func box(
    around members: ArraySlice<Int32>, _ places: [Coordinate], eastOf longitude: Double
  ) -> CoordinateBox {
    assert(!members.isEmpty, "a cluster without members is placed")
    var box = CoordinateBox(
      minLatitude: .infinity, minLongitude: .infinity, maxLatitude: -.infinity,
      maxLongitude: -.infinity)
    for member in members {
      var place = places[Int(member)]
      if place.longitude < longitude { place.longitude += 360 }
      box = box.union(CoordinateBox(around: place))
    }
    return box
  }
}
