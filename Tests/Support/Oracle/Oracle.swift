public import Clustering
public import MapGeometry

/// The engine straight from its definition: every cell looks at every point.
public struct Oracle {
  let fixes: ClusterFixes
  let fault: OracleFault
  /// What it holds.
  public var index: OracleIndex

  /// Makes an oracle that holds nothing.
  public init(fixes: ClusterFixes, fault: OracleFault = .none) {
    self.fixes = fixes
    self.fault = fault
    index = OracleIndex(fixes: fixes, fault: fault)
  }

  /// The sets of all cells.
  public func sets(_ question: OracleQuestion) -> [OracleSet] {
    let walk = index.walk.map { id in
      let place = place(id)
      let point = MapPoint(
        x: OracleGeometry.x(place.longitude), y: OracleGeometry.y(place.latitude))
      return (id: id, place: place, point: point)
    }
    return OracleCell.cells(question, fixes: fixes, fault: fault).flatMap { cell in
      split(walk.filter { cell.holds($0.place, $0.point) }.map(\.id), cell, question)
    }
  }

  private func split(
    _ members: [Int32], _ cell: OracleCell, _ question: OracleQuestion
  ) -> [OracleSet] {
    var keys: [String?] = []
    for id in members where !keys.contains(index.hashes[id]) { keys.append(index.hashes[id]) }
    var minimum = fault == .forgetsMinimum ? 0 : question.minimum
    if fault == .minimumIsOneMore { minimum += 1 }
    guard let first = members.first else { return [] }
    var set = OracleSet(
      cell: cell.number, rect: cell.rect, box: cell.box, members: members, isUnique: false,
      place: place(first))
    guard !question.isDisabled, keys.count >= max(minimum, 2) else {
      return keys.map { key in
        set.isUnique = true
        set.members = members.filter { index.hashes[$0] == key }
        set.place = place(set.members[0])
        return set
      }
    }
    if let name = question.placer?.name {
      set.place = OraclePlacer.place(name, members.map { place($0) }, in: cell.rect)
      return [set]
    }
    switch question.method {
    case .firstMember: break
    case .centerOfMass:
      let all = members.map { place($0) }
      let count = Double(all.count + (fault == .averagesWrongly ? 1 : 0))
      set.place = Coordinate(
        latitude: all.map(\.latitude).reduce(0, +) / count,
        longitude: all.map(\.longitude).reduce(0, +) / count)
    case .nearCenter: putNear(&set)
    }
    return [set]
  }

  private func place(_ id: Int32) -> Coordinate {
    index.places[id] ?? Coordinate(latitude: .nan, longitude: .nan)
  }

  /// Puts a set at the first of its members with the fewest meters from the middle of its cell.
  private func putNear(_ set: inout OracleSet) {
    let middle = Coordinate(
      latitude: OracleGeometry.latitude(set.rect.minY + set.rect.height / 2),
      longitude: OracleGeometry.longitude(set.rect.minX + set.rect.width / 2))
    let all = set.members.map { place($0) }.map { ($0, OracleGeometry.meters(middle, $0)) }
    let meters = all.map(\.1)
    let least = (fault == .takesFarthest ? meters.max() : meters.min()) ?? 0
    let equal = all.filter { $0.1 == least }
    set.place = (fault == .takesLastOfNearest ? equal.last : equal.first)?.0 ?? middle
    set.nearTies = all.filter { $0.1 != least && abs($0.1 - least) < 1e-6 }.map(\.0)
  }
}

/// A cell by its definition.
public struct OracleCell {
  /// Its place in the grid.
  public let number: Int
  /// The cell, in map points.
  public let rect: MapRect
  /// The cell, in degrees.
  public let box: OracleBox
  /// Its place in the world, where points are in one cell only.
  private let square: (column: Int, row: Int, columns: Int)?
  private let fault: OracleFault

  /// The cells of a question, row by row.
  public static func cells(
    _ question: OracleQuestion, fixes: ClusterFixes, fault: OracleFault = .none
  ) -> [OracleCell] {
    var side = question.side
    if fault == .asksForOneCellLess, side > 0, side < OracleGeometry.world / 2 {
      side = OracleGeometry.world / ((OracleGeometry.world / side).rounded() - 1)
    }
    guard side > 0, side.isFinite else { return [] }
    let visible = question.visible
    let margin = fault == .forgetsMargin ? 0 : question.margin
    let (dx, dy) = (-margin * visible.width, -margin * visible.height)
    let (west, north) = (visible.minX + dx, visible.minY + dy)
    let (east, south) = (west + (visible.width - 2 * dx), north + (visible.height - 2 * dy))
    func down(_ edge: Double) -> Double { (edge / side).rounded(.down) * side }
    func up(_ edge: Double) -> Double { (edge / side).rounded(.up) * side }
    let start =
      fault == .alignsInward ? (x: up(west), y: up(north)) : (x: down(west), y: down(north))
    let end = fault == .alignsInward ? (x: down(east), y: down(south)) : (x: up(east), y: up(south))
    // A rect is kept as origin and size.
    let last = (x: start.x + (end.x - start.x), y: start.y + (end.y - start.y))
    var cells: [OracleCell] = []
    var number = 0
    let rest = question.endsWithMargin ? side / 2 : 0
    var y = start.y
    while y < last.y - rest {
      var seen: Set<Int> = []
      var x = start.x
      while x < last.x - rest {
        let column = column(x, side: side, fixes: fixes)
        if !fixes.visitsCellsOnce || seen.insert(column).inserted {
          cells.append(
            OracleCell(
              number: number, x: x, y: y, side: side, column: column, fixes: fixes, fault: fault))
        }
        number += 1
        x += side
      }
      y += side
    }
    return cells
  }

  /// The column of the world; in the library's way, below zero for one that lies in the west.
  private static func column(_ x: Double, side: Double, fixes: ClusterFixes) -> Int {
    let columns = Int((OracleGeometry.world / side).rounded())
    let rest = Int((x / side).rounded()) % columns
    return fixes.wrapsWestward && rest < 0 ? rest + columns : rest
  }

  private init(
    number: Int, x: Double, y: Double, side: Double, column: Int, fixes: ClusterFixes,
    fault: OracleFault
  ) {
    self.number = number
    self.fault = fault
    let world = OracleGeometry.world
    var corner = MapPoint(x: x, y: y)
    if fixes.wrapsWestward {
      corner.x -= ((x / side).rounded() - Double(column)) / (world / side).rounded() * world
    } else {
      corner.x = x.truncatingRemainder(dividingBy: world)
    }
    if fixes.keepsPointsInOneCell {
      let row = Int((y / side).rounded())
      square = (column: column, row: row, columns: Int((world / side).rounded()))
      corner = MapPoint(x: Double(column) * side, y: Double(row) * side)
    } else {
      square = nil
    }
    rect = MapRect(x: corner.x, y: corner.y, width: side, height: side)
    box = OracleBox(
      south: OracleGeometry.latitude(corner.y + side),
      west: OracleGeometry.longitude(corner.x), north: OracleGeometry.latitude(corner.y),
      east: OracleGeometry.longitude(corner.x + side))
  }

  fileprivate func holds(_ place: Coordinate, _ point: MapPoint) -> Bool {
    guard let square else {
      if fault == .easternEdgesAreOutside, place.longitude == box.east { return false }
      return box.holds(place)
    }
    // Just before the date line the quotient can be rounded up to the number of columns.
    let column = min(Int(point.x / rect.width), square.columns - 1)
    return column == square.column && Int((point.y / rect.height).rounded(.down)) == square.row
  }
}
