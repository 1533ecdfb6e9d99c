import Clustering
import MapGeometry

@testable import Benchmarks

/// What the greedy index answers, by its definition: everybody is compared with everybody.
struct SlowGreedy {
  var radius = 40.0
  var minimumPoints: Int32 = 2
  /// Whether places count by how many points they have.
  var isWeighted = true
  /// How many zooms it is off.
  var shift = 0
  /// Whether the edge of the circle belongs to it.
  var takesEdge = true

  func clusters(_ points: [ClusterPosition], _ view: ClusterView) -> [ClusterPosition] {
    var zoom = 0
    while zoom < 17, MapSize.worldSide / view.mapPointsPerPoint >= Double(512 << (zoom + 1)) {
      zoom += 1
    }
    return level(min(max(zoom + shift, 0), 17), of: points).shown(in: view.rect)
  }

  func level(_ zoom: Int, of points: [ClusterPosition]) -> [ClusterPosition] {
    var level = 17
    var spots = points
    while level > zoom {
      level -= 1
      spots = clusters(of: spots, reach: radius / Double(512 << level))
    }
    return spots
  }

  private func clusters(of spots: [ClusterPosition], reach: Double) -> [ClusterPosition] {
    var rest = spots
    var clusters: [ClusterPosition] = []
    while let seed = rest.first {
      rest.removeFirst()
      let near = rest.filter {
        let square = ($0.x - seed.x) * ($0.x - seed.x) + ($0.y - seed.y) * ($0.y - seed.y)
        return takesEdge ? square <= reach * reach : square < reach * reach
      }
      rest.removeAll { near.contains($0) }
      let members = [seed] + near
      let count = members.reduce(0) { $0 + $1.count }
      guard !near.isEmpty, count >= minimumPoints else {
        clusters += members
        continue
      }
      var (x, y, weight) = (0.0, 0.0, 0.0)
      for member in members {
        let share = isWeighted ? Double(member.count) : 1
        x += member.x * share
        y += member.y * share
        weight += share
      }
      clusters.append(ClusterPosition(x: x / weight, y: y / weight, count: count, id: seed.id))
    }
    return clusters
  }
}

/// What the index by distance answers, by what is true of its clusters.
struct SlowDistance {
  var maximumDistance = 100.0
  /// Whether a point goes over to a cluster that is exactly as near.
  var goesOverForTies = true
  /// Whether a point ever goes over.
  var goesOver = true

  func clusters(_ points: [ClusterPosition], _ view: ClusterView) -> [ClusterPosition] {
    var side = maximumDistance / 256
    var zoom = 1
    while zoom <= 40, MapSize.worldSide / view.mapPointsPerPoint >= Double(256 << zoom) {
      side /= 2
      zoom += 1
    }
    // A point begins a cluster unless an earlier one has it in its square.
    var clusters: [ClusterPosition] = []
    for point in points where !clusters.contains(where: { isNear(point, $0, side: side) }) {
      clusters.append(ClusterPosition(x: point.x, y: point.y, count: 0, id: point.id))
    }
    // Each is in the nearest of those that have it in their squares; of equal ones in the last.
    for point in points {
      let near = clusters.indices.filter { isNear(point, clusters[$0], side: side) }
      var best = near[0]
      for index in near.dropFirst() where goesOver {
        let old = square(point, clusters[best])
        let new = square(point, clusters[index])
        if goesOverForTies ? new <= old : new < old { best = index }
      }
      clusters[best].count += 1
    }
    return clusters.shown(in: view.rect)
  }

  private func isNear(_ point: ClusterPosition, _ cluster: ClusterPosition, side: Double) -> Bool {
    point.x >= cluster.x - side / 2 && point.x <= cluster.x + side / 2
      && point.y >= cluster.y - side / 2 && point.y <= cluster.y + side / 2
  }

  private func square(_ point: ClusterPosition, _ cluster: ClusterPosition) -> Double {
    (point.x - cluster.x) * (point.x - cluster.x) + (point.y - cluster.y) * (point.y - cluster.y)
  }
}

/// What the index of views that collide answers, by its definition.
struct SlowCollision {
  var width = 44.0
  var height = 44.0
  /// How many views the points may be away from what is shown.
  var margin = 1.0
  /// Whether views collide that touch.
  var edgesCollide = false
  /// Whether a point joins the last group that it can join, and not the first.
  var joinsLast = false
  /// Whether points are visited in the order in which they came.
  var isByArrival = false

  struct Group {
    var seed: ClusterPosition
    var members: [ClusterPosition]
  }

  /// The points that take part, each where the map shows it, in the order of visiting.
  func candidates(_ points: [ClusterPosition], _ view: ClusterView) -> [ClusterPosition] {
    let dx = margin * width * view.mapPointsPerPoint
    let dy = margin * height * view.mapPointsPerPoint
    let rect = MapRect(
      x: view.rect.minX - dx, y: view.rect.minY - dy, width: view.rect.width + 2 * dx,
      height: view.rect.height + 2 * dy)
    let first = rect.width < MapSize.worldSide ? (rect.minX / MapSize.worldSide).rounded(.down) : 0
    let shown = points.compactMap { point in
      rect.copy(of: point).map {
        ClusterPosition(x: $0 - first, y: point.y, count: 1, id: point.id)
      }
    }
    guard !isByArrival else { return shown }
    let placed = shown.map { (point: $0, quarters: quarters($0)) }
    return placed.sorted { left, right in
      // A place before the date line comes before one behind it.
      guard left.point.x.rounded(.down) == right.point.x.rounded(.down) else {
        return left.point.x < right.point.x
      }
      return left.quarters == right.quarters
        ? left.point.id < right.point.id
        : left.quarters.lexicographicallyPrecedes(right.quarters)
    }.map(\.point)
  }

  /// In which quarter a place lies, and in which quarter of that, and so on.
  private func quarters(_ spot: ClusterPosition) -> [Int] {
    var (x, y) = (spot.x - spot.x.rounded(.down), spot.y)
    return (0..<32).map { _ in
      (x, y) = (2 * x, 2 * y)
      let (column, row) = (x.rounded(.down), y.rounded(.down))
      (x, y) = (x - column, y - row)
      return Int(2 * row + column)
    }
  }

  func groups(_ points: [ClusterPosition], _ view: ClusterView) -> [Group] {
    var groups: [Group] = []
    for point in candidates(points, view) {
      let near = groups.indices.filter { collide(groups[$0].seed, point, view) }
      if let index = joinsLast ? near.last : near.first {
        groups[index].members.append(point)
      } else {
        groups.append(Group(seed: point, members: [point]))
      }
    }
    return groups
  }

  func collide(_ left: ClusterPosition, _ right: ClusterPosition, _ view: ClusterView) -> Bool {
    let across = width * view.mapPointsPerPoint / MapSize.worldSide
    let down = height * view.mapPointsPerPoint / MapSize.worldSide
    let (dx, dy) = (abs(left.x - right.x), abs(left.y - right.y))
    return edgesCollide ? dx <= across && dy <= down : dx < across && dy < down
  }

  func clusters(_ points: [ClusterPosition], _ view: ClusterView) -> [ClusterPosition] {
    groups(points, view).map { group in
      let count = Double(group.members.count)
      let x = group.members.reduce(0) { $0 + $1.x } / count
      let y = group.members.reduce(0) { $0 + $1.y } / count
      return ClusterPosition(
        x: x - x.rounded(.down), y: y, count: Int32(group.members.count), id: group.seed.id)
    }
  }
}
