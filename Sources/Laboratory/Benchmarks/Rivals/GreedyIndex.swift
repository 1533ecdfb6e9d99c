internal import Clustering
internal import MapGeometry

/// The greedy hierarchical index that supercluster is, from its description.
///
/// The method is Vladimir Agafonkin's ("Clustering millions of points on a map with Supercluster",
/// 2016), after Dave Leaver's for Leaflet. From the deepest zoom level to 0, clusters of a level
/// are made of those of the level below: in their order, each that is not taken yet takes those
/// around it that are not, and moves to the mean of their places by counts. A kd-tree for each
/// level finds neighbors, and later what a map shows. With tiles of 512 pixels zoom level 0 is
/// ``ClusterView/zoomLevel`` 1.
///
/// Its flaws: the result depends on the order of points, points can end up in clusters far away
/// since radii add up, every change rebuilds everything, and the date line parts neighbors.
struct GreedyIndex: ClusterIndex {
  /// The name by which it is chosen.
  let name = "greedy"
  /// The radius in which a cluster takes other points, in pixels.
  let radius: Double
  /// The width of a tile, in pixels.
  let extent: Double
  /// The deepest zoom level at which points are clustered.
  let maximumZoom: Int
  /// A cluster of fewer points than this is not made.
  let minimumPoints: Int32
  private var held = HeldPoints()
  /// The clusters of each zoom level, from 0 to one beyond the deepest.
  private var levels: [FlatTree]

  /// Makes an index without points; by default as supercluster does.
  init(
    radius: Double = 40, extent: Double = 512, maximumZoom: Int = 16, minimumPoints: Int32 = 2
  ) {
    precondition(radius >= 0 && extent > 0, "a radius of \(radius) in tiles of \(extent)")
    precondition((0...30).contains(maximumZoom), "zoom \(maximumZoom) is not in 0...30")
    (self.radius, self.extent, self.maximumZoom) = (radius, extent, maximumZoom)
    self.minimumPoints = minimumPoints
    levels = [FlatTree](repeating: FlatTree(), count: maximumZoom + 2)
  }

  /// The number of points that it holds.
  var count: Int { held.count }

  /// Adds points and rebuilds all levels, each in O(all × log of all).
  mutating func add(_ ids: [Int32], at coordinates: [Coordinate], work: inout Work) -> Int {
    let taken = held.add(ids, at: coordinates, work: &work)
    if taken > 0 { rebuild(work: &work) }
    return taken
  }

  /// Removes points and rebuilds all levels.
  mutating func remove(_ ids: [Int32], work: inout Work) -> Int {
    let gone = held.remove(ids, work: &work).count
    if gone > 0 { rebuild(work: &work) }
    return gone
  }

  /// Moves points and rebuilds all levels once.
  mutating func move(_ ids: [Int32], to coordinates: [Coordinate], work: inout Work) -> Int {
    let gone = held.remove(ids, work: &work).count
    let taken = held.add(ids, at: coordinates, work: &work)
    if gone + taken > 0 { rebuild(work: &work) }
    return taken
  }

  /// Appends the clusters whose places a map shows, in O(√clusters of the level + clusters shown).
  mutating func clusters(
    in view: ClusterView, into clusters: inout [ClusterPosition], work: inout Work
  ) {
    let level = levels[zoom(of: view)]
    let areas = UnitRects(view.rect)
    if let area = areas.first { level.search(area, into: &clusters, work: &work) }
    if let area = areas.second { level.search(area, into: &clusters, work: &work) }
  }

  /// The zoom whose clusters a map shows, from 0 to one beyond the deepest.
  func zoom(of view: ClusterView) -> Int {
    view.wholeZoom(tileExtent: extent, atMost: maximumZoom + 1)
  }

  /// The radius in which a cluster of a zoom takes others, in sides of the world.
  private func reach(atZoom zoom: Int) -> Double { radius / (extent * Double(1 << zoom)) }

  private mutating func rebuild(work: inout Work) {
    work.pointsTouched += Int64(held.positions.count)
    var below = FlatTree(held.positions.filter { $0.count > 0 }, work: &work)
    for zoom in (0...maximumZoom).reversed() {
      let above = clusters(of: below, reach: reach(atZoom: zoom), work: &work)
      below.forgetRanks()
      levels[zoom + 1] = below
      assert(above.reduce(0) { $0 + Int($1.count) } == count, "a point is lost at zoom \(zoom)")
      below = FlatTree(above, work: &work)
    }
    below.forgetRanks()
    levels[0] = below
  }

  /// The clusters of a zoom, made from those of the zoom below.
  private func clusters(of below: FlatTree, reach: Double, work: inout Work) -> [ClusterPosition] {
    let positions = below.positions
    assert(below.ranks.count == positions.count, "the order of the zoom below is forgotten")
    var order = [Int32](repeating: 0, count: positions.count)
    for place in below.ranks.indices { order[Int(below.ranks[place])] = Int32(place) }
    var isTaken = [Bool](repeating: false, count: positions.count)
    var found: [Int32] = []
    var clusters: [ClusterPosition] = []
    for first in order where !isTaken[Int(first)] {
      let seed = positions[Int(first)]
      isTaken[Int(first)] = true
      found.removeAll(keepingCapacity: true)
      let touched = work.pointsTouched
      below.search(aroundX: seed.x, y: seed.y, radius: reach, into: &found, work: &work)
      work.distances += work.pointsTouched - touched
      found.removeAll { isTaken[Int($0)] }
      var count = seed.count
      for other in found { count += positions[Int(other)].count }
      for other in found { isTaken[Int(other)] = true }
      guard !found.isEmpty, count >= minimumPoints else {
        clusters.append(seed)
        for other in found { clusters.append(positions[Int(other)]) }
        continue
      }
      var x = seed.x * Double(seed.count)
      var y = seed.y * Double(seed.count)
      for other in found {
        let position = positions[Int(other)]
        x += position.x * Double(position.count)
        y += position.y * Double(position.count)
      }
      clusters.append(
        ClusterPosition(x: x / Double(count), y: y / Double(count), count: count, id: seed.id))
    }
    assert(clusters.count <= positions.count, "there are more clusters than before")
    return clusters
  }
}
