import Clustering
import MapGeometry
import Support

@testable import Benchmarks

/// A world that is drawn for the indexes that others are compared with: points come, go and move,
/// and maps show them.
///
/// Every fourth world lies on the equator, on multiples of a 64th of a tile: distances have no
/// rounding there, and many are exactly the largest that still counts, or the same.
struct ComparisonWorld {
  enum Step {
    case add([Int32], [Coordinate])
    case remove([Int32])
    case move([Int32], [Coordinate])
    case ask(ClusterView)
  }

  private(set) var steps: [Step] = []
  private var draw: Dice
  /// The zoom level at which the points are as near to each other as clusters are.
  private let level: Int
  private let isLattice: Bool
  private let center: Coordinate
  private var said: [Coordinate] = []

  init(_ number: Int) {
    draw = Dice(seed: number)
    level = 1 + draw.below(17)
    isLattice = number % 4 == 1
    let longitude = number % 4 == 2 ? 180 : draw.fraction() * 360 - 180
    center = Coordinate(latitude: isLattice ? 0 : draw.fraction() * 130 - 65, longitude: longitude)
    // Some have more points than a leaf.
    let count = number % 8 == 3 ? 100 + draw.below(60) : draw.below(30)
    add((0..<Int32(count)).map { $0 })
    ask()
    for _ in 0..<draw.below(4) {
      let some = (0..<draw.below(count + 1)).map { _ in Int32(draw.below(count + 5)) }
      switch draw.below(3) {
      case 0: add(some)
      case 1: steps.append(.remove(some))
      default: steps.append(.move(some, some.map { _ in place() }))
      }
      ask()
    }
  }

  private mutating func add(_ ids: [Int32]) {
    steps.append(.add(ids, ids.map { _ in place() }))
  }

  private mutating func place() -> Coordinate {
    let place = newPlace()
    said.append(place)
    return place
  }

  private mutating func newPlace() -> Coordinate {
    if !said.isEmpty, draw.below(5) == 0 { return said[draw.below(said.count)] }
    if draw.below(60) == 0 { return Coordinate(latitude: 91, longitude: 0) }
    if isLattice {
      let x = latticeX + Double(draw.below(64)) * unit
      return Coordinate(latitude: 0, longitude: x * 360 - 180)
    }
    let reach = 100 * (1 + draw.fraction()) * unit * 360
    let latitude = center.latitude + (draw.fraction() - 0.5) * reach / 2
    let longitude = center.longitude + (draw.fraction() - 0.5) * reach
    return Coordinate(
      latitude: min(max(latitude, -90), 90),
      longitude: longitude - 360 * ((longitude + 180) / 360).rounded(.down))
  }

  /// A 64th of a tile of 256 points, in sides of the world.
  private var unit: Double { 1 / Double(64 << level) }

  /// Where the lattice begins, in sides of the world; all of it lies in the world.
  private var latticeX: Double {
    let x = ((center.longitude + 180) / 360 / unit).rounded(.down) * unit
    return min(x, 1 - 64 * unit)
  }

  private mutating func ask() {
    let world = MapSize.worldSide
    var scale = unit * world / 4 * Double([1, 2, 4][draw.below(3)]) / 2
    if draw.below(2) == 0 { scale *= 0.5 + draw.fraction() / 2 }
    guard draw.below(5) > 0 else {
      let width = world * (draw.below(2) == 0 ? 1 : 1 + draw.fraction())
      return steps.append(
        .ask(
          ClusterView(
            rect: MapRect(x: 0, y: 0, width: width, height: world), mapPointsPerPoint: scale)))
    }
    let middle = Projection.mapKit.mapPoint(for: center)
    var rect = MapRect(
      x: middle.x - draw.fraction() * 60 * unit * world,
      y: middle.y - draw.fraction() * 60 * unit * world,
      width: draw.fraction() * 90 * unit * world, height: draw.fraction() * 90 * unit * world)
    if isLattice {
      rect.origin.x = (latticeX + Double(draw.below(32)) * unit) * world
      rect.size.width = Double(draw.below(32)) * unit * world
    }
    if draw.below(8) == 0 { rect.origin.x += Double(draw.below(5) - 2) * world }
    steps.append(.ask(ClusterView(rect: rect, mapPointsPerPoint: scale)))
  }
}

extension ComparisonWorld {
  /// Plays the world.
  ///
  /// - Returns: The first difference between an index and a slow, obvious answer, and how many
  ///   clusters were compared.
  func play<Index: ClusterIndex>(
    _ index: inout Index, _ answer: ([ClusterPosition], ClusterView) -> [ClusterPosition]
  ) -> (difference: String?, clusters: Int) where Index.Cluster == ClusterPosition {
    var points: [ClusterPosition] = []
    var work = Work()
    var compared = 0
    for (number, step) in steps.enumerated() {
      var counts = (0, 0)
      switch step {
      case .add(let ids, let places):
        counts.0 = index.add(ids, at: places, work: &work)
        counts.1 = points.add(ids, at: places)
      case .remove(let ids):
        counts.0 = index.remove(ids, work: &work)
        counts.1 = points.remove(ids)
      case .move(let ids, let places):
        counts.0 = index.move(ids, to: places, work: &work)
        _ = points.remove(ids)
        counts.1 = points.add(ids, at: places)
      case .ask(let view):
        var mine: [ClusterPosition] = []
        index.clusters(in: view, into: &mine, work: &work)
        let other = answer(points, view)
        compared += other.count
        guard ComparisonWorld.areSame(mine, other) else {
          return ("step \(number), \(view):\n\(mine)\nis not\n\(other)", compared)
        }
      }
      guard counts.0 == counts.1, index.count == points.count else {
        return ("step \(number): \(counts), \(index.count) of \(points.count)", compared)
      }
    }
    return (nil, compared)
  }

  /// Whether two answers are the same but for their order and the last bits of means.
  static func areSame(_ mine: [ClusterPosition], _ other: [ClusterPosition]) -> Bool {
    mine.count == other.count
      && zip(mine.sorted { $0.id < $1.id }, other.sorted { $0.id < $1.id }).allSatisfy {
        $0.id == $1.id && $0.count == $1.count && abs($0.x - $1.x) < 1e-13
          && abs($0.y - $1.y) < 1e-13
      }
  }
}

extension [ClusterPosition] {
  mutating func add(_ ids: [Int32], at places: [Coordinate]) -> Int {
    var taken = 0
    for (id, place) in zip(ids, places) where !contains(where: { $0.id == id }) {
      let point = Projection.mapKit.mapPoint(for: place)
      guard point.x >= 0 else { continue }
      let x = point.x == MapSize.worldSide ? 0 : point.x / MapSize.worldSide
      append(ClusterPosition(x: x, y: point.y / MapSize.worldSide, count: 1, id: id))
      taken += 1
    }
    return taken
  }

  mutating func remove(_ ids: [Int32]) -> Int {
    let before = count
    removeAll { ids.contains($0.id) }
    return before - count
  }

  /// Those that a map shows.
  func shown(in rect: MapRect) -> [ClusterPosition] {
    filter { rect.copy(of: $0) != nil }
  }
}

extension MapRect {
  /// The x of the first copy of a place that lies in the rectangle, in sides of the world.
  func copy(of spot: ClusterPosition) -> Double? {
    let world = MapSize.worldSide
    guard spot.y >= minY / world, spot.y <= maxY / world else { return nil }
    guard width < world else { return spot.x }
    let x = spot.x + (minX / world - spot.x).rounded(.up)
    return x <= maxX / world ? x : nil
  }
}
