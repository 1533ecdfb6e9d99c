internal import MapEvents

/// Views on the map and in reuse pools at one instant, counted event by event.
struct ViewCounts {
  private(set) var live: Int64 = 0
  private(set) var pooled: Int64 = 0
  /// Views waiting in the pool that holds most.
  private(set) var largestPool: Int64 = 0
  private var pools: [Int64] = []

  mutating func observe(_ event: ViewEvent) {
    switch event {
    case .created:
      live += 1
    case .reused(_, let identifier):
      live += 1
      change(identifier, by: -1)
    case .returned(_, _, let identifier):
      live -= 1
      change(identifier, by: 1)
    case .requested, .didAdd, .providerAnsweredNil, .appearanceKept, .displayed, .hidden,
      .unhidden, .joinedCluster, .leftCluster:
      break
    }
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
