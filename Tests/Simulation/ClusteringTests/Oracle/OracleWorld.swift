import Clustering
import MapGeometry
import Support

/// A world that is drawn: what happens to its points, and what is asked in between.
///
/// No rounding decides by accident about the cell of a point: latitudes need logarithms, whose last
/// bits differ from one library to the next, so places keep away from the northern and southern
/// edges of cells. Longitudes need + - × ÷ alone, which are the same everywhere, in the order that
/// the definition says; points lie on western and eastern edges on purpose. Some worlds are cut
/// into a power of two of cells, whose edges are numbers without any rounding, the equator among
/// them.
struct OracleWorld {
  enum Step {
    case add([Int32], [Coordinate])
    case remove([Int32], [Coordinate])
    case move([Int32], [Coordinate])
    case ask(OracleQuestion)
  }

  private(set) var steps: [Step] = []
  private var draw: Dice
  private let columns: Int
  private let length: Double
  private let side: Double
  private let isDyadic: Bool
  private var said: [Coordinate] = []
  /// Where hundreds of points lie, in some worlds: they take more levels than trees mostly have.
  private var crowd: Coordinate?

  /// What is fixed in the world of a number: each fix alone, all, none and any.
  static func fixes(_ number: Int) -> ClusterFixes {
    switch number % 10 {
    case 0, 1: .none
    case 2, 3: .standard
    case 4..<9: switched(.none, fix: number % 5 + number / 10 % 2)
    default:
      (0..<6).reduce(.none) { fixes, fix in
        number / 10 & 1 << fix != 0 ? switched(fixes, fix: fix) : fixes
      }
    }
  }

  /// The fixes with one of the engine's the other way.
  static func switched(_ fixes: ClusterFixes, fix: Int) -> ClusterFixes {
    var fixes = fixes
    switch fix {
    case 0: fixes.wrapsWestward.toggle()
    case 1: fixes.visitsCellsOnce.toggle()
    case 2: fixes.keepsPointsInOneCell.toggle()
    case 3: fixes.clampsLatitudes.toggle()
    case 4: fixes.sharesLeaves.toggle()
    default: fixes.findsByIdentity.toggle()
    }
    return fixes
  }

  init(_ number: Int) {
    draw = Dice(seed: number)
    isDyadic = draw.below(4) == 0
    columns = isDyadic ? 1 << draw.below(6) : 1 + draw.below(draw.below(3) == 0 ? 40 : 10)
    length = OracleGeometry.world / (Double(columns) + (isDyadic ? 0 : 0.5))
    side = OracleGeometry.world / Double(columns)
    if number % 40 == 7 { crowd = place() }
    for _ in 0..<1 + draw.below(4) {
      appendChange()
      for _ in 0..<1 + draw.below(2) { steps.append(.ask(question())) }
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

  /// A place of which rounding does not decide the cell.
  private mutating func place() -> Coordinate {
    while true {
      let place = anyPlace()
      if isDecided(place) { return place }
    }
  }

  /// Whether a place lies away from the northern and southern edges of cells, or on one that is a
  /// number without rounding.
  private func isDecided(_ place: Coordinate) -> Bool {
    guard !place.latitude.isNaN else { return true }
    let row = OracleGeometry.y(place.latitude) / side
    return abs(row - row.rounded()) > 1e-6 || isDyadic && place.latitude == 0
  }

  /// A place, often where something can go wrong.
  private mutating func anyPlace() -> Coordinate {
    switch draw.below(11) {
    case 0: return said.isEmpty ? anywhere() : said[draw.below(said.count)]
    case 1: return nudged(said.isEmpty ? anywhere() : said[draw.below(said.count)])
    case 2:
      // On the edge of a column, as well as degrees can say it.
      var place = anywhere()
      place.longitude = OracleGeometry.longitude(Double(draw.below(columns + 1)) * side)
      if isDyadic, draw.below(2) == 0 { place.latitude = 0 }
      return place
    case 3: return mirrored(said.isEmpty ? anywhere() : said[draw.below(said.count)])
    case 4:
      var place = anywhere()
      place.longitude = [-180, 180, 179.99999999999997, -179.99999999999997][draw.below(4)]
      return place
    case 5:
      var place = anywhere()
      place.latitude = [-90, 90, 85, -85, 84.99999, 85.0511287798066, 86, -89][draw.below(8)]
      return place
    case 6:
      // A few meters away, at the same location or at another one.
      var place = said.isEmpty ? anywhere() : said[draw.below(said.count)]
      place.latitude += (draw.fraction() - 0.5) * 2e-4
      place.longitude += (draw.fraction() - 0.5) * 2e-4
      return place
    case 7 where draw.below(8) == 0:
      return Coordinate(latitude: [Double.nan, 91, 0][draw.below(3)], longitude: 181)
    default: return anywhere()
    }
  }

  /// The place as far in the east of the middle of its column as another one is in the west, where
  /// nothing is rounded, so that both are equally near; elsewhere the place itself.
  private func mirrored(_ place: Coordinate) -> Coordinate {
    let steps = place.longitude / 45 * 134_217_728
    guard isDyadic, steps == steps.rounded() else { return place }
    let column = (OracleGeometry.x(place.longitude) / side).rounded(.down)
    let middle = OracleGeometry.longitude((column + 0.5) * side)
    let longitude = 2 * middle - place.longitude
    return Coordinate(
      latitude: place.latitude, longitude: abs(longitude) <= 180 ? longitude : place.longitude)
  }

  private func nudged(_ place: Coordinate) -> Coordinate {
    Coordinate(latitude: place.latitude.nextUp, longitude: place.longitude.nextDown)
  }

  private mutating func anywhere() -> Coordinate {
    Coordinate(latitude: draw.fraction() * 180 - 90, longitude: draw.fraction() * 360 - 180)
  }

  private mutating func question() -> OracleQuestion {
    let world = OracleGeometry.world
    let largest = min(2.6 * world, 13 * side)
    var visible = MapRect(
      x: (draw.fraction() * 5 - 2.5) * world, y: (draw.fraction() * 1.4 - 0.3) * world,
      width: draw.fraction() * largest, height: draw.fraction() * min(world, 9 * side))
    if isDyadic, draw.below(2) == 0 {
      // On whole cells, so that nothing is rounded in or out.
      visible = MapRect(
        x: Double(draw.below(5 * columns) - 2 * columns) * side,
        y: Double(draw.below(columns)) * side, width: Double(4 * draw.below(4)) * side,
        height: Double(4 * draw.below(3)) * side)
    }
    var question = OracleQuestion(
      visible: visible, margin: Double(draw.below(5)) / 4 - 0.25, length: length)
    // A view without size has cells without size, one that shows many worlds has infinite ones.
    if draw.below(50) == 0 { question.length = [0, 1.5 * world][draw.below(2)] }
    question.isDisabled = draw.below(4) == 0
    question.minimum = draw.below(6)
    question.method = ClusterMethod.allCases[draw.below(ClusterMethod.allCases.count)]
    return question
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
        counts.slow = zip(ids, places).count { oracle.index.add($0, at: $1) }
      case .remove(let ids, let places):
        counts.mine = engine.remove(ids, at: places, work: &work)
        counts.slow = zip(ids, places).count { oracle.index.remove($0, at: $1) }
      case .move(let ids, let places):
        counts.mine = engine.move(ids, to: places, work: &work)
        counts.slow = oracle.index.move(ids, to: places)
      case .ask(let question):
        engine.clusters(question.query, into: &sets, work: &work)
        let mine = OracleSet.list(sets)
        let slow = oracle.sets(question)
        compared += slow.count
        guard OracleSet.areMet(slow, by: mine) else {
          return ("step \(index): \(mine)\nis not\n\(slow)", compared)
        }
      }
      guard counts.mine == counts.slow, engine.count == oracle.index.places.count else {
        return (
          "step \(index): \(counts), \(engine.count) of \(oracle.index.places.count)", compared
        )
      }
    }
    return (nil, compared)
  }
}
