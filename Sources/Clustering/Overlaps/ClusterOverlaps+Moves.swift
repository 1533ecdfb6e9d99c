import MapGeometry

extension ClusterOverlaps {
  /// The part of two extents that may overlap, so that rounding does not count.
  static let slack = 1e-9
  /// The part of two extents by which sets go apart beyond touching, since comparing views on the
  /// screen rounds too; of a view of 44 points less than a thousandth of a point.
  private static let gap = 1e-5

  /// The overlap of the views of two sets, and the way from the first to the second, east x south,
  /// in map points; nil when they do not overlap.
  private static func overlap(_ first: Body, _ second: Body) -> (size: MapSize, way: MapSize)? {
    var east = second.point.x + second.offset.width - first.point.x - first.offset.width
    if east > MapSize.worldSide / 2 { east -= MapSize.worldSide }
    if east < -MapSize.worldSide / 2 { east += MapSize.worldSide }
    let south = second.point.y + second.offset.height - first.point.y - first.offset.height
    let width = (first.size.width + second.size.width) / 2
    let height = (first.size.height + second.size.height) / 2
    let size = MapSize(width: width - abs(east), height: height - abs(south))
    guard size.width > width * slack, size.height > height * slack else { return nil }
    return (size: size, way: MapSize(width: east, height: south))
  }

  // MARK: Merging

  /// Joins sets that overlap, and what they became, until nothing overlaps; returns how many were
  /// joined.
  mutating func join(extents: ClusterExtents, query: ClusterQuery, work: inout Work) -> Int {
    var joined = 0
    for _ in 0..<ClusterOverlaps.largestRoundCount {
      let before = joined
      for pair in pairs {
        let one = Int(root(of: Int(pair.first)))
        let other = Int(root(of: Int(pair.second)))
        guard one != other, bodies[one].canJoin, bodies[other].canJoin,
          ClusterOverlaps.overlap(bodies[one], bodies[other]) != nil
        else { continue }
        join(min(one, other), with: max(one, other), extents: extents, query: query, work: &work)
        joined += 1
      }
      if joined == before { break }
    }
    assert(joined < bodies.count, "more sets were joined than there are")
    return joined
  }

  private mutating func join(
    _ first: Int, with second: Int, extents: ClusterExtents, query: ClusterQuery, work: inout Work
  ) {
    let (left, right) = (bodies[first], bodies[second])
    assert(roots[first] == first && roots[second] == second, "a part is joined, not the whole")
    roots[second] = Int32(first)
    bodies[first].rect = ClusterOverlaps.union(left.rect, right.rect)
    bodies[first].box = left.box.union(right.box)
    bodies[first].isUniqueLocation =
      left.isUniqueLocation && right.isUniqueLocation
      && LocationKey.areOneLocation([left.place, right.place])
    if !bodies[first].isUniqueLocation {
      bodies[first].place = place(
        of: left, and: right, in: bodies[first].rect, query: query, work: &work)
      bodies[first].point = Projection.mapKit.mapPoint(for: bodies[first].place)
    }
    bodies[first].count = left.count + right.count
    let isUnique = bodies[first].isUniqueLocation
    bodies[first].size = extents.size(ofCount: bodies[first].count, isUniqueLocation: isUnique)
    bodies[first].offset = extents.offset(ofCount: bodies[first].count, isUniqueLocation: isUnique)
    bodies[first].hasChanged = true
  }

  private mutating func place(
    of left: Body, and right: Body, in rect: MapRect, query: ClusterQuery, work: inout Work
  ) -> Coordinate {
    guard query.placer == nil, query.method == .centerOfMass else {
      joinedPlaces.removeAll(keepingCapacity: true)
      joinedPlaces.append(left.place)
      joinedPlaces.append(right.place)
      return query.coordinate(
        of: joinedMembers, from: 0, to: 2, coordinates: joinedPlaces, cell: rect, work: &work)
    }
    work.pointsTouched += 2
    var east = right.place.longitude - left.place.longitude
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    let weight = Double(right.count) / Double(left.count + right.count)
    var longitude = left.place.longitude + east * weight
    if longitude >= 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    let north = (right.place.latitude - left.place.latitude) * weight
    return Coordinate(latitude: left.place.latitude + north, longitude: longitude)
  }

  /// The smallest rect around two, the short way around the world; it can reach beyond the world.
  private static func union(_ left: MapRect, _ right: MapRect) -> MapRect {
    var x = right.minX
    if x - left.minX > MapSize.worldSide / 2 { x -= MapSize.worldSide }
    if x - left.minX < -MapSize.worldSide / 2 { x += MapSize.worldSide }
    let west = min(left.minX, x)
    let north = min(left.minY, right.minY)
    return MapRect(
      x: west, y: north, width: max(left.maxX, x + right.width) - west,
      height: max(left.maxY, right.maxY) - north)
  }

  // MARK: Pushing

  /// Moves sets that overlap apart until nothing does; returns how many were moved.
  mutating func pushApart() -> Int {
    for _ in 0..<ClusterOverlaps.largestRoundCount {
      var isAtRest = true
      for pair in pairs where push(Int(pair.first), Int(pair.second)) { isAtRest = false }
      if isAtRest { break }
    }
    var moved = 0
    for index in bodies.indices where bodies[index].hasChanged {
      let place = Projection.coordinate(for: bodies[index].point)
      bodies[index].place = Coordinate(
        latitude: min(max(place.latitude, -85), 85), longitude: place.longitude)
      moved += 1
    }
    return moved
  }

  private mutating func push(_ first: Int, _ second: Int) -> Bool {
    guard !bodies[first].isUniqueLocation || !bodies[second].isUniqueLocation,
      let (size, way) = ClusterOverlaps.overlap(bodies[first], bodies[second])
    else { return false }
    let width = (bodies[first].size.width + bodies[second].size.width) / 2
    let height = (bodies[first].size.height + bodies[second].size.height) / 2
    // What the same pin has pushed is level but for rounding, which must not choose a side.
    let goesEast = size.width - size.height <= width * ClusterOverlaps.slack
    let reach = goesEast ? width : height
    let isForward = (goesEast ? way.width : way.height) >= -reach * ClusterOverlaps.slack
    let overlap = (goesEast ? size.width : size.height) + reach * ClusterOverlaps.gap
    let length = isForward ? overlap : -overlap
    var share = 0.5
    if bodies[first].isUniqueLocation { share = 0 }
    if bodies[second].isUniqueLocation { share = 1 }
    move(first, by: -length * share, goesEast: goesEast)
    move(second, by: length * (1 - share), goesEast: goesEast)
    return true
  }

  private mutating func move(_ index: Int, by length: Double, goesEast: Bool) {
    guard length != 0 else { return }
    assert(!bodies[index].isUniqueLocation, "a single location does not move")
    bodies[index].hasChanged = true
    if goesEast {
      var x = bodies[index].point.x + length
      if x < 0 { x += MapSize.worldSide }
      if x >= MapSize.worldSide { x -= MapSize.worldSide }
      bodies[index].point.x = x
    } else {
      let north = Projection.mapKit.mapY(forLatitude: 85)
      let y = bodies[index].point.y + length
      bodies[index].point.y = min(max(y, north), MapSize.worldSide - north)
    }
  }
}
