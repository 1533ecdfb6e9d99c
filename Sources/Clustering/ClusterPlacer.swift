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
