import Clustering
import MapGeometry

/// A world that is drawn: what happens to its points, and what is asked in between.
struct OracleWorld {
  enum Step {
    case add([Int32], [Coordinate])
    case remove([Int32], [Coordinate])
    case move([Int32], [Coordinate])
    case ask(ClusterQuery)
  }

  private(set) var steps: [Step] = []
  private var draw: Draw
  private let columns: Int
  private let side: Double
  private var said: [Coordinate] = []
  /// Where hundreds of points lie, in some worlds: they take more levels than trees mostly have.
  private var crowd: Coordinate?

  /// What is mended in the world of a number: each mend alone, all, none and any.
  static func mends(_ number: Int) -> ClusterMends {
    switch number % 10 {
    case 0, 1: .none
    case 2, 3: .standard
    case 4..<9: switched(.none, mend: number % 5 + number / 10 % 2)
    default:
      (0..<6).reduce(.none) { mends, mend in
        number / 10 & 1 << mend != 0 ? switched(mends, mend: mend) : mends
      }
    }
  }

  /// The mends with one of the engine's the other way.
  static func switched(_ mends: ClusterMends, mend: Int) -> ClusterMends {
    var mends = mends
    switch mend {
    case 0: mends.wrapsWestward.toggle()
    case 1: mends.visitsCellsOnce.toggle()
    case 2: mends.keepsPointsInOneCell.toggle()
    case 3: mends.clampsLatitudes.toggle()
    case 4: mends.sharesLeaves.toggle()
    default: mends.findsByIdentity.toggle()
    }
    return mends
  }

  init(_ number: Int) {
    draw = Draw(seed: UInt64(number))
    columns = 1 + draw.below(draw.below(3) == 0 ? 40 : 10)
    side = ClusterGrid.alignedCellSide(mapLength: MapSize.worldSide / (Double(columns) + 0.5))
    if number % 40 == 7 { crowd = place() }
    for _ in 0..<1 + draw.below(4) {
      appendChange()
      for _ in 0..<1 + draw.below(2) { steps.append(.ask(query())) }
    }
  }

  private mutating func appendChange() {
    let count = crowd == nil ? draw.below(25) : 260 + draw.below(60)
    var ids: [Int32] = []
    var places: [Coordinate] = []
    for _ in 0..<count {
      ids.append(Int32(draw.below(crowd == nil ? 90 : 800)))
      let isInCrowd = draw.below(12) > 0
      places.append(isInCrowd ? crowd ?? place() : place())
    }
    switch draw.below(5) {
    case 0: steps.append(.move(ids, places))
    case 1:
      // Most are looked for where they were said to be, if they were.
      for index in ids.indices where Int(ids[index]) < said.count && draw.below(4) > 0 {
        places[index] = said[Int(ids[index])]
      }
      steps.append(.remove(ids, places))
      return
    default: steps.append(.add(ids, places))
    }
    for (id, place) in zip(ids, places) {
      while said.count <= Int(id) { said.append(place) }
      said[Int(id)] = place
    }
  }

  /// A place, often where something can go wrong.
  private mutating func place() -> Coordinate {
    switch draw.below(10) {
    case 0: return said.isEmpty ? anywhere() : said[draw.below(said.count)]
    case 1: return nudged(said.isEmpty ? anywhere() : said[draw.below(said.count)])
    case 2, 3:
      // On a corner of a cell, as well as degrees can say it.
      return Projection.coordinate(
        for: MapPoint(
          x: Double(draw.below(columns + 1)) * side,
          y: Double(draw.below(columns + 1)) * side))
    case 4:
      var place = anywhere()
      place.longitude = [-180, 180, 179.99999999999997, -179.99999999999997][draw.below(4)]
      return place
    case 5:
      var place = anywhere()
      place.latitude = [-90, 90, 85, -85, 84.99999, 85.0511287798066, 86, -89][draw.below(8)]
      return place
    case 6 where draw.below(8) == 0:
      return Coordinate(latitude: [Double.nan, 91, 0][draw.below(3)], longitude: 181)
    default: return anywhere()
    }
  }

  private func nudged(_ place: Coordinate) -> Coordinate {
    Coordinate(latitude: place.latitude.nextUp, longitude: place.longitude.nextDown)
  }

  private mutating func anywhere() -> Coordinate {
    Coordinate(latitude: draw.fraction() * 180 - 90, longitude: draw.fraction() * 360 - 180)
  }

  private mutating func query() -> ClusterQuery {
    let world = MapSize.worldSide
    let largest = min(2.6 * world, 13 * side)
    let visible = MapRect(
      x: (draw.fraction() * 5 - 2.5) * world, y: (draw.fraction() * 1.4 - 0.3) * world,
      width: draw.fraction() * largest, height: draw.fraction() * min(world, 9 * side))
    return ClusterQuery(
      grid: ClusterGrid(
        visibleRect: visible, marginFactor: Double(draw.below(5)) / 4 - 0.25, cellSide: side),
      isClusteringDisabled: draw.below(4) == 0, minimumUniqueLocations: draw.below(6),
      method: ClusterMethod.allCases[draw.below(ClusterMethod.allCases.count)])
  }

  /// Plays the world.
  ///
  /// - Returns: The first difference between engine and oracle, nil when there is none, and how
  ///   many sets were compared.
  func play(
    _ engine: inout some ClusterEngine, against oracle: inout Oracle
  ) -> (difference: String?, sets: Int) {
    var sets = ClusterSets()
    var work = Work()
    var compared = 0
    for (index, step) in steps.enumerated() {
      var counts = (mine: 0, slow: 0)
      switch step {
      case .add(let ids, let places):
        counts.mine = engine.add(ids, at: places, work: &work)
        counts.slow = zip(ids, places).reduce(0) { $0 + (oracle.add($1.0, at: $1.1) ? 1 : 0) }
      case .remove(let ids, let places):
        counts.mine = engine.remove(ids, at: places, work: &work)
        counts.slow = zip(ids, places).reduce(0) { $0 + (oracle.remove($1.0, at: $1.1) ? 1 : 0) }
      case .move(let ids, let places):
        counts.mine = engine.move(ids, to: places, work: &work)
        counts.slow = oracle.move(ids, to: places)
      case .ask(let query):
        engine.clusters(query, into: &sets, work: &work)
        let mine = OracleWorld.list(sets)
        let slow = oracle.sets(query)
        compared += slow.count
        guard mine == slow else { return ("step \(index): \(mine)\nis not\n\(slow)", compared) }
      }
      guard counts.mine == counts.slow, engine.count == oracle.places.count else {
        return ("step \(index): \(counts), \(engine.count) of \(oracle.places.count)", compared)
      }
    }
    return (nil, compared)
  }

  private static func list(_ sets: ClusterSets) -> [OracleSet] {
    sets.indices.map { index in
      let set = sets[index]
      return OracleSet(
        cell: sets.cells[set.cell].gridIndex, rect: sets.cells[set.cell].rect,
        members: Array(sets.members(of: set)), isUnique: set.isUniqueLocation,
        place: set.coordinate)
    }
  }
}
