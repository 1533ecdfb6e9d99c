internal import MapEvents
internal import Metrics

/// The current number of views on the map and in reuse pools, and their memory.
struct ViewCounts {
  private(set) var live: Int64 = 0
  private(set) var pooled: Int64 = 0
  private(set) var largestPool: Int64 = 0
  /// The bytes of all views.
  private(set) var bytes: Int64 = 0
  /// The bytes of those in reuse pools.
  private(set) var pooledBytes: Int64 = 0
  private var pools: [Int64] = []
  private var bytesOfView: [Int64] = []

  mutating func observe(_ event: ViewEvent) {
    switch event {
    case .created, .shownAgain: live += 1
    case .setAside: live -= 1
    case .released(let view):
      bytes -= self.bytes(of: view)
    case .reused(let view, let identifier):
      live += 1
      change(identifier, by: -1)
      pooledBytes -= bytes(of: view)
    case .returned(let view, _, let identifier):
      live -= 1
      change(identifier, by: 1)
      pooledBytes += bytes(of: view)
    case .memoryChanged(let view, let changed):
      bytes += changed - bytes(of: view)
      while bytesOfView.count <= view.index { bytesOfView.append(0) }
      bytesOfView[view.index] = changed
    case .poolsEmptied:
      bytes -= pooledBytes
      pooledBytes = 0
      pooled = 0
      largestPool = 0
      for pool in pools.indices { pools[pool] = 0 }
    case .requested, .didAdd, .providerAnsweredNil, .appearanceKept, .displayed, .hidden,
      .unhidden, .joinedCluster, .leftCluster, .clusterTextRead,
      .clusterAnnotationRequested, .clusteringLost, .roleKept:
      break
    }
  }

  private func bytes(of view: ViewID) -> Int64 {
    bytesOfView.indices.contains(view.index) ? bytesOfView[view.index] : 0
  }

  private mutating func change(_ identifier: Int32, by amount: Int64) {
    let index = Int(identifier)
    while pools.count <= index { pools.append(0) }
    let wasLargest = pools[index] == largestPool
    pools[index] += amount
    pooled += amount
    if pools[index] > largestPool {
      largestPool = pools[index]
    } else if wasLargest {
      largestPool = pools.max() ?? 0
    }
  }
}

/// The current number of cluster annotations on the map, by the kinds that apps have views for.
struct ClusterKinds {
  /// The number of clusters of a single point.
  private(set) var onePoint: Int64 = 0
  /// The number of clusters of several points, all at one location.
  private(set) var oneLocation: Int64 = 0
  /// The number of clusters of several points at several locations.
  private(set) var severalLocations: Int64 = 0
  var total: Int64 { onePoint + oneLocation + severalLocations }
  private var sizes: [AnnotationID: ClusterSize] = [:]

  /// Counts a cluster that is on the map with a new size or, without one, no longer.
  mutating func show(_ cluster: AnnotationID, _ size: ClusterSize?) {
    if let old = sizes[cluster] { count(old, by: -1) }
    sizes[cluster] = size
    if let size { count(size, by: 1) }
  }

  private mutating func count(_ size: ClusterSize, by sign: Int64) {
    if size.count <= 1 {
      onePoint += sign
    } else if size.isUniqueLocation {
      oneLocation += sign
    } else {
      severalLocations += sign
    }
  }

  /// Visits the metrics of clusters on the map with their values.
  func visitStates(_ body: (Metric, Int64) -> Void) {
    body(.clustersShown, total)
    body(.clustersOfOnePoint, onePoint)
    body(.clustersOfOneLocation, oneLocation)
    body(.clustersOfSeveralLocations, severalLocations)
  }
}
