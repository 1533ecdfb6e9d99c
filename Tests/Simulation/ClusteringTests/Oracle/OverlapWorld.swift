import Clustering
import MapGeometry
import Support

/// An answer of an engine that is drawn, with views that overlap.
///
/// Places are anywhere in their cells, so that no rounding decides who overlaps whom, or which way
/// is shorter; but in one world of eight two sets share a corner of their cells, with numbers that
/// are not rounded, or lie close to each other beside an edge.
struct OverlapWorld {
  private(set) var question: OracleQuestion
  private(set) var views: OracleViews
  private(set) var sets: [OracleSet] = []
  private var draw: Dice
  private let side: Double
  private var nextMember: Int32 = 0

  init(_ number: Int) {
    draw = Dice(seed: 77_000_000 + number)
    let isClose = number % 8 == 7
    let columns = isClose ? [8, 16, 11][draw.below(3)] : 4 + draw.below(8)
    side = OracleGeometry.world / Double(columns)
    let isDyadic = columns & (columns - 1) == 0
    question = OracleQuestion(
      visible: MapRect(
        x: (draw.fraction() * 3 - 1.5) * OracleGeometry.world,
        y: draw.fraction() * OracleGeometry.world / 2,
        width: side * Double(1 + draw.below(columns + 4)),
        height: side * Double(1 + draw.below(5))),
      margin: 0, length: isDyadic ? side : OracleGeometry.world / (Double(columns) + 0.5))
    question.isDisabled = draw.below(40) == 0
    question.minimum = draw.below(3) == 0 ? draw.below(6) : 0
    question.method = ClusterMethod.allCases[draw.below(ClusterMethod.allCases.count)]
    views = OracleViews(
      pin: OverlapWorld.size(&draw, side), cluster: OverlapWorld.size(&draw, side))
    if !isClose, draw.below(3) == 0 {
      views.pinOffset = OverlapWorld.offset(&draw, side)
      views.clusterOffset = OverlapWorld.offset(&draw, side)
    }
    if isClose {
      question.visible = MapRect(
        x: 2 * side, y: OracleGeometry.world / 2 - side, width: 2 * side, height: 2 * side)
      appendClose(atCorner: isDyadic && draw.below(2) == 0)
    } else {
      appendCells()
    }
  }

  /// Mostly smaller than a cell, half of them as wide as high, some of a size without rounding.
  private static func size(_ draw: inout Dice, _ side: Double) -> MapSize {
    func length() -> Double { draw.below(3) == 0 ? side / 2 : side * (0.1 + draw.fraction()) }
    let width = length()
    return MapSize(width: width, height: draw.below(2) == 0 ? width : length())
  }

  private static func offset(_ draw: inout Dice, _ side: Double) -> MapSize {
    MapSize(width: side * (draw.fraction() - 0.5) / 2, height: side * (draw.fraction() - 0.5) / 2)
  }

  private mutating func appendCells() {
    let fixes = draw.below(4) == 0 ? ClusterFixes.none : .standard
    let share = 1 + draw.below(4)
    for cell in OracleCell.cells(question, fixes: fixes) where draw.below(share) == 0 {
      // Only cells that are not clustered have more than one set, each of a single location.
      let isSplit = question.minimum > 2 && draw.below(2) == 0
      for _ in 0..<(isSplit ? 1 + draw.below(question.minimum - 1) : 1) {
        let place = place(in: cell.rect)
        guard abs(place.latitude) < 85 else { continue }
        append(at: place, in: cell, isUnique: isSplit ? true : nil)
      }
    }
  }

  private mutating func place(in rect: MapRect) -> Coordinate {
    let x = rect.minX + (0.001 + 0.998 * draw.fraction()) * rect.width
    let y = rect.minY + (0.001 + 0.998 * draw.fraction()) * rect.height
    let world = OracleGeometry.world
    return Coordinate(
      latitude: OracleGeometry.latitude(y),
      longitude: OracleGeometry.longitude(x - (x / world).rounded(.down) * world))
  }

  /// Two sets of cells that touch at the equator: at their common corner, or beside their edge.
  private mutating func appendClose(atCorner: Bool) {
    let cells = OracleCell.cells(question, fixes: .standard)
    let columns = cells.count { $0.rect.minY == cells[0].rect.minY }
    let edge = cells[0].rect.minX + side
    let other = [1, columns, columns + 1][draw.below(3)]
    for cell in [cells[0], cells[other]] {
      var place = Coordinate(latitude: 0, longitude: OracleGeometry.longitude(edge))
      if !atCorner {
        place.latitude = 30 + draw.fraction() * 2e-5
        place.longitude += (cell.number == 0 ? -1 : 1) * draw.fraction() * 2e-5
      }
      append(at: place, in: cell, isUnique: draw.below(2) == 0 ? true : nil)
    }
  }

  /// Adds a set of some members; one of several is at several locations unless it is said.
  private mutating func append(at place: Coordinate, in cell: OracleCell, isUnique: Bool?) {
    let count = Int32(1 + draw.below(4))
    sets.append(
      OracleSet(
        cell: cell.number, rect: cell.rect, box: cell.box,
        members: Array(nextMember..<nextMember + count), isUnique: isUnique ?? (count == 1),
        place: place))
    nextMember += count
  }

  /// The sets in the words of the engine.
  var answer: ClusterSets {
    var answer = ClusterSets()
    for set in sets {
      if answer.cells.last?.gridIndex != set.cell {
        answer.openCell(
          ClusterCell(
            gridIndex: set.cell, rect: set.rect,
            box: CoordinateBox(
              minLatitude: set.box.south, minLongitude: set.box.west, maxLatitude: set.box.north,
              maxLongitude: set.box.east)))
      }
      answer.append(contentsOf: set.members[...])
      answer.closeSet(isUniqueLocation: set.isUnique, coordinate: set.place)
    }
    return answer
  }
}
