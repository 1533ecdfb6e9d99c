internal import MapGeometry

/// The clusters that the map's own clustering has on the map, each under a number that is used
/// again.
struct BuiltInClusters {
  /// A cluster annotation and whom it stands for.
  struct Cluster {
    /// The slot of its annotation; -1 for a number that is free.
    var annotation: Int32
    /// The slots of its members, at least two, in the order in which they joined.
    var members: [Int32]
    /// Where its place was computed to be, before it became a coordinate.
    var place: MapPoint
    /// Whether the grouping under way has found the same members again.
    var isKept = false
    /// Whether members were removed since it was last looked at.
    var isReduced = false
  }

  private(set) var clusters: [Cluster] = []
  private var free: [Int32] = []
  /// Clusters on the map.
  var count: Int { clusters.count - free.count }
  /// Whether some cluster has lost members.
  private(set) var isAnyReduced = false

  var indices: Range<Int32> { 0..<Int32(clusters.count) }

  subscript(number: Int32) -> Cluster {
    get { clusters[Int(number)] }
    _modify { yield &clusters[Int(number)] }
  }

  /// Takes a free number for a cluster whose annotation is about to come.
  mutating func reserve() -> Int32 {
    if let number = free.popLast() { return number }
    clusters.append(Cluster(annotation: -1, members: [], place: MapPoint(x: 0, y: 0)))
    return Int32(clusters.count - 1)
  }

  /// Sets free the number of a cluster that goes.
  mutating func release(_ number: Int32) {
    assert(clusters[Int(number)].annotation >= 0, "cluster \(number) goes twice")
    clusters[Int(number)].annotation = -1
    // The next cluster of this number finds room for its members.
    clusters[Int(number)].members.removeAll(keepingCapacity: true)
    clusters[Int(number)].isReduced = false
    free.append(number)
  }

  mutating func forgetKept() {
    for index in clusters.indices { clusters[index].isKept = false }
  }

  mutating func noteReduced(_ number: Int32) {
    clusters[Int(number)].isReduced = true
    isAnyReduced = true
  }

  mutating func forgetReduced() {
    for index in clusters.indices { clusters[index].isReduced = false }
    isAnyReduced = false
  }
}
