public import MapGeometry

/// A rule of one's own for where the pin of a cluster of several locations is put.
///
/// It is asked once for each cluster, never once for each point, and takes the place of the query's
/// ``ClusterMethod``.
public struct ClusterPlacer: Hashable, Sendable {
  /// The name by which reports know the rule; rules of the same name are taken for equal.
  public let name: String
  private let rule: Rule

  /// The rule itself: the members, the coordinates that they are positions in, and the cell.
  ///
  /// Only the positions that the members name may be looked at. There is at least one member. Where
  /// clusters of several cells are joined, the members are the clusters, at the places that they
  /// had, and the cell is the rect around all cells.
  public typealias Rule =
    @Sendable (_ members: ArraySlice<Int32>, _ coordinates: [Coordinate], _ cell: MapRect) ->
    Coordinate

  /// Names a rule.
  public init(_ name: String, rule: @escaping Rule) {
    self.name = name
    self.rule = rule
  }

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
