public import Clustering
public import MapGeometry

/// How much of the map views cover, in map points.
public struct OracleViews: Sendable {
  /// The view of a single point.
  public var pin: MapSize
  /// The view of more than one.
  public var cluster: MapSize
  /// From the place of a single point to the middle of its view.
  public var pinOffset = MapSize(width: 0, height: 0)
  /// The same of more than one.
  public var clusterOffset = MapSize(width: 0, height: 0)

  /// Makes views whose middle is at their place.
  public init(pin: MapSize, cluster: MapSize) {
    self.pin = pin
    self.cluster = cluster
  }

  /// The same in the words of the pass under test.
  public var extents: ClusterExtents {
    ClusterExtents(
      pin: pin, cluster: cluster, pinOffset: pinOffset, clusterOffset: clusterOffset)
  }

  /// The view of some points at a place: its middle and its size.
  public func view(of count: Int, at place: MapPoint) -> (middle: MapPoint, size: MapSize) {
    let offset = count > 1 ? clusterOffset : pinOffset
    return (
      middle: MapPoint(x: place.x + offset.width, y: place.y + offset.height),
      size: count > 1 ? cluster : pin
    )
  }

  /// How far the second view overlaps the first one, and how far its middle lies in the east and
  /// the south; nil when it does not.
  public static func overlap(
    _ one: (middle: MapPoint, size: MapSize), _ other: (middle: MapPoint, size: MapSize)
  ) -> (size: MapSize, way: MapSize)? {
    let east = OracleGeometry.shortWay(other.middle.x - one.middle.x)
    let south = other.middle.y - one.middle.y
    let reach = MapSize(
      width: (one.size.width + other.size.width) / 2,
      height: (one.size.height + other.size.height) / 2)
    let size = MapSize(width: reach.width - abs(east), height: reach.height - abs(south))
    guard size.width > 1e-9 * reach.width, size.height > 1e-9 * reach.height else { return nil }
    return (size: size, way: MapSize(width: east, height: south))
  }
}

/// What is wrong with an oracle of overlaps on purpose.
public enum OverlapFault: CaseIterable, Sendable {
  case none
  case forgetsCorners, beginsWithTheGrid, stopsAfterOneRound
  case averagesWithoutWeights, goesToTheLaterCell, goesTheLongWay, joinsSmallCells
  case pushesAlongTheLongerWay, pushesPins, pushesTheFirstOnly, touchesExactly
}

/// The pass against overlaps straight from its definition: lists, and every pair looked at in turn.
public struct OracleOverlaps {
  /// What stands for some of the sets.
  private struct Whole {
    var set: OracleSet
    var point: MapPoint
    /// The sets that it stands for, in their order.
    var parts: [Int]
    var hasChanged = false
  }

  private let question: OracleQuestion
  private let views: OracleViews
  private let fault: OverlapFault
  private let sets: [OracleSet]
  private var wholes: [Whole]

  /// The sets after the pass, and how many were joined or moved.
  public static func resolve(
    _ sets: [OracleSet], _ overlap: ClusterOverlap, views: OracleViews,
    question: OracleQuestion, fault: OverlapFault = .none
  ) -> (sets: [OracleSet], changes: Int) {
    guard overlap != .left, !question.isDisabled, !sets.isEmpty else {
      return (sets: sets, changes: 0)
    }
    var pass = OracleOverlaps(sets, views, question, fault)
    let pairs = pass.pairs()
    for _ in 0..<(fault == .stopsAfterOneRound ? 1 : 16) {
      var isQuiet = true
      for pair in pairs {
        let changes = overlap == .merged ? pass.join(pair) : pass.push(pair)
        if changes { isQuiet = false }
      }
      if isQuiet { break }
    }
    let changes =
      overlap == .merged
      ? sets.count - pass.wholes.count : pass.wholes.count { $0.hasChanged }
    return (sets: pass.wholes.map { pass.finished($0, overlap) }, changes: changes)
  }

  private init(
    _ sets: [OracleSet], _ views: OracleViews, _ question: OracleQuestion, _ fault: OverlapFault
  ) {
    self.sets = sets
    self.views = views
    self.question = question
    self.fault = fault
    wholes = sets.indices.map { index in
      let place = sets[index].place
      return Whole(
        set: sets[index],
        point: MapPoint(
          x: OracleGeometry.x(place.longitude), y: OracleGeometry.y(place.latitude)),
        parts: [index])
    }
  }

  // MARK: Pairs

  /// The sets of cells that touch, in their order: for each cell its neighbors in the east,
  /// south-west, south and south-east.
  private func pairs() -> [(Int, Int)] {
    let cells = OracleCell.cells(question, fixes: .none, fault: .none)
    let top = cells.first?.rect.minY
    let columns = cells.count { $0.rect.minY == top }
    let around = Int((OracleGeometry.world / question.side).rounded())
    let closes = columns >= around && sets.allSatisfy { $0.cell % columns < around }
    // The column of the world that the grid begins with.
    let grid = Int(
      ((question.visible.minX - question.margin * question.visible.width) / question.side)
        .rounded(.down))
    func position(_ cell: Int) -> (row: Int, column: Int) {
      guard closes else { return (row: cell / columns, column: cell % columns) }
      let column = ((cell % columns + grid) % around + around) % around
      return (row: cell / columns, column: column)
    }
    var order: [Int] = []
    for set in sets where !order.contains(set.cell) { order.append(set.cell) }
    if fault != .beginsWithTheGrid { order.sort { position($0) < position($1) } }
    var ways = [(0, 1), (1, -1), (1, 0), (1, 1)]
    if fault == .forgetsCorners { ways = [(0, 1), (1, 0)] }
    return order.flatMap { cell in
      ways.flatMap { down, right -> [(Int, Int)] in
        let here = position(cell)
        var there = (row: here.row + down, column: here.column + right)
        if closes { there.column = (there.column + around) % around }
        guard let neighbor = order.first(where: { position($0) == there }), neighbor != cell
        else { return [] }
        // Of the two the earlier one in the grid comes first.
        let firsts = sets.indices.filter { sets[$0].cell == min(cell, neighbor) }
        let seconds = sets.indices.filter { sets[$0].cell == max(cell, neighbor) }
        return firsts.flatMap { first in seconds.map { (first, $0) } }
      }
    }
  }

  // MARK: Joining

  /// Joins the wholes that two sets are part of, if they overlap.
  private mutating func join(_ pair: (Int, Int)) -> Bool {
    guard let one = wholes.firstIndex(where: { $0.parts.contains(pair.0) }),
      let other = wholes.firstIndex(where: { $0.parts.contains(pair.1) }), one != other,
      mayJoin(pair.0), mayJoin(pair.1), overlap(one, other) != nil
    else { return false }
    // Wholes stay in the order of the first of their sets.
    let (first, second) = (wholes[min(one, other)], wholes[max(one, other)])
    var joined = first
    joined.hasChanged = true
    joined.parts = (first.parts + second.parts).sorted()
    joined.set.members = joined.parts.flatMap { sets[$0].members }
    joined.set.rect = around(first.set.rect, second.set.rect)
    joined.set.box = first.set.box.around(second.set.box)
    let isOneLocation =
      OracleGeometry.geohash(first.set.place) == OracleGeometry.geohash(second.set.place)
    joined.set.isUnique = first.set.isUnique && second.set.isUnique && isOneLocation
    if !joined.set.isUnique { joined.set.place = place(first.set, second.set, joined.set.rect) }
    joined.point = MapPoint(
      x: OracleGeometry.x(joined.set.place.longitude),
      y: OracleGeometry.y(joined.set.place.latitude))
    if fault == .goesToTheLaterCell { joined.set.cell = second.set.cell }
    wholes[min(one, other)] = joined
    wholes.remove(at: max(one, other))
    return true
  }

  /// Sets of one location are left alone in cells with too few locations.
  private func mayJoin(_ set: Int) -> Bool {
    !sets[set].isUnique || question.minimum <= 2 || fault == .joinsSmallCells
  }

  private func place(_ first: OracleSet, _ second: OracleSet, _ rect: MapRect) -> Coordinate {
    if let name = question.placer?.name {
      return OraclePlacer.place(name, [first.place, second.place], in: rect)
    }
    switch question.method {
    case .firstMember: return first.place
    case .nearCenter:
      let middle = Coordinate(
        latitude: OracleGeometry.latitude(rect.minY + rect.height / 2),
        longitude: OracleGeometry.longitude(rect.minX + rect.width / 2))
      let isNearer =
        OracleGeometry.meters(middle, second.place) < OracleGeometry.meters(middle, first.place)
      return isNearer ? second.place : first.place
    case .centerOfMass:
      var (n, m) = (Double(first.members.count), Double(second.members.count))
      if fault == .averagesWithoutWeights { (n, m) = (1, 1) }
      var east = second.place.longitude
      if fault != .goesTheLongWay {
        if east - first.place.longitude > 180 { east -= 360 }
        if east - first.place.longitude < -180 { east += 360 }
      }
      var longitude = (first.place.longitude * n + east * m) / (n + m)
      if longitude >= 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return Coordinate(
        latitude: (first.place.latitude * n + second.place.latitude * m) / (n + m),
        longitude: longitude)
    }
  }

  /// The smallest rect around two, the second one moved by a world when that is nearer.
  private func around(_ first: MapRect, _ second: MapRect) -> MapRect {
    let west = first.minX + OracleGeometry.shortWay(second.minX - first.minX)
    let x = min(first.minX, west)
    let y = min(first.minY, second.minY)
    return MapRect(
      x: x, y: y, width: max(first.minX + first.width, west + second.width) - x,
      height: max(first.minY + first.height, second.minY + second.height) - y)
  }

  private func overlap(_ one: Int, _ other: Int) -> (size: MapSize, way: MapSize)? {
    OracleViews.overlap(
      views.view(of: wholes[one].set.members.count, at: wholes[one].point),
      views.view(of: wholes[other].set.members.count, at: wholes[other].point))
  }

  // MARK: Pushing

  /// Moves two sets apart, if they overlap and are not both single locations.
  private mutating func push(_ pair: (Int, Int)) -> Bool {
    let (first, second) = pair
    let stays = (first: sets[first].isUnique, second: sets[second].isUnique)
    guard !stays.first || !stays.second, let found = overlap(first, second) else { return false }
    func view(_ index: Int) -> MapSize {
      views.view(of: sets[index].members.count, at: wholes[index].point).size
    }
    let width = (view(first).width + view(second).width) / 2
    let height = (view(first).height + view(second).height) / 2
    var goesEast = found.size.width - found.size.height <= width / 1_000_000_000
    if fault == .pushesAlongTheLongerWay { goesEast.toggle() }
    let reach = goesEast ? width : height
    let hair = fault == .touchesExactly ? 0 : reach / 100_000
    let way = (goesEast ? found.size.width : found.size.height) + hair
    let ahead = goesEast ? found.way.width : found.way.height
    let sign = ahead >= -reach / 1_000_000_000 ? 1.0 : -1.0
    var share = (first: 0.5, second: 0.5)
    if stays.first { share = (first: 0, second: 1) }
    if stays.second { share = (first: 1, second: 0) }
    if fault == .pushesPins { share = (first: 0.5, second: 0.5) }
    if fault == .pushesTheFirstOnly { share = (first: 1, second: 0) }
    move(first, by: -sign * way * share.first, goesEast)
    move(second, by: sign * way * share.second, goesEast)
    return true
  }

  private mutating func move(_ index: Int, by way: Double, _ goesEast: Bool) {
    guard way != 0 else { return }
    wholes[index].hasChanged = true
    let point = wholes[index].point
    if goesEast {
      let x = point.x + way
      wholes[index].point.x = x - (x / OracleGeometry.world).rounded(.down) * OracleGeometry.world
    } else {
      let y = max(point.y + way, OracleGeometry.y(85))
      wholes[index].point.y = min(y, OracleGeometry.y(-85))
    }
  }

  /// A whole as it is told: where it was moved to, in a box that holds its place.
  private func finished(_ whole: Whole, _ overlap: ClusterOverlap) -> OracleSet {
    guard whole.hasChanged else { return whole.set }
    var set = whole.set
    if overlap == .pushedApart {
      set.place = Coordinate(
        latitude: min(max(OracleGeometry.latitude(whole.point.y), -85), 85),
        longitude: OracleGeometry.longitude(whole.point.x))
    }
    set.box = set.box.around(set.place)
    return set
  }
}
