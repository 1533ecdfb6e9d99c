public import MapGeometry

/// Which clusters stay where they were, straight from the definition: all that overlap another one
/// go at once, again and again until nobody goes.
public enum OracleStays {
  /// A cluster of a result.
  public struct Standing {
    /// Its new place.
    public var fresh: Coordinate
    /// The place that it would keep; nil when it goes in any case.
    public var old: Coordinate?
    /// How many points it stands for.
    public var count: Int

    /// Makes a standing of its parts.
    public init(fresh: Coordinate, old: Coordinate?, count: Int) {
      self.fresh = fresh
      self.old = old
      self.count = count
    }
  }

  /// What is wrong on purpose.
  public enum Diagnostic: CaseIterable, Sendable {
    case none, goesOneByOne, goesOnlyOnce, everybodyStays
  }

  /// Who stays.
  public static func stays(
    _ clusters: [Standing], views: OracleViews, fault: Diagnostic = .none
  ) -> [Bool] {
    var stays = clusters.map { $0.old != nil }
    func view(_ index: Int) -> (middle: MapPoint, size: MapSize) {
      let cluster = clusters[index]
      let place = stays[index] ? cluster.old ?? cluster.fresh : cluster.fresh
      return views.view(
        of: cluster.count,
        at: MapPoint(
          x: OracleGeometry.x(place.longitude), y: OracleGeometry.y(place.latitude)))
    }
    while fault != .everybodyStays {
      let views = clusters.indices.map { view($0) }
      var going = clusters.indices.filter { one in
        stays[one]
          && clusters.indices.contains {
            $0 != one && OracleViews.overlap(views[one], views[$0]) != nil
          }
      }
      if fault == .goesOneByOne { going = Array(going.prefix(1)) }
      for index in going { stays[index] = false }
      if going.isEmpty || fault == .goesOnlyOnce { break }
    }
    return stays
  }
}
