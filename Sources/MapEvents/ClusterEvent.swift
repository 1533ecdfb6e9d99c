public import MapGeometry

/// The life of a cluster update in its operation queue.
public enum ClusterEvent: Hashable, Sendable {
  /// Why an update was asked for.
  public enum Trigger: UInt8, Hashable, Sendable {
    case pointsAdded = 0
    case pointsRemoved = 1
    case regionChanged = 2
  }

  /// An update entered the queue; the trigger lies in the past when data had to be indexed first.
  case queued(update: Int32, layer: Int32, trigger: Trigger, triggeredAt: SimulatedTime)
  /// The queue came to it.
  case started(update: Int32, layer: Int32)
  /// The background computed it.
  case computed(update: Int32, layer: Int32, work: ClusterWork)
  /// A cluster annotation got other members and stayed.
  case reused(annotation: Int32, layer: Int32, content: UInt64)
  /// The map got the new clusters; the old ones still fade out.
  case applied(update: Int32, layer: Int32, change: ClusterChange)
  /// The old clusters are gone and the queue may go on.
  case finished(update: Int32, layer: Int32)
  /// Points went into the index of a layer, or out of it.
  case indexed(layer: Int32, work: ClusterWork)
}

/// What an update did, in exact counts.
public struct ClusterWork: Hashable, Sendable {
  /// Nodes of the index that were opened.
  public var nodesVisited: Int64
  /// Points that were compared or delivered.
  public var pointsTouched: Int64
  /// Cells that were asked.
  public var cellsVisited: Int64
  /// Distances between two places that were computed.
  public var distances: Int64

  /// Makes work of its counts.
  public init(nodesVisited: Int64, pointsTouched: Int64, cellsVisited: Int64, distances: Int64) {
    self.nodesVisited = nodesVisited
    self.pointsTouched = pointsTouched
    self.cellsVisited = cellsVisited
    self.distances = distances
  }
}

/// What an update changed on the map.
public struct ClusterChange: Hashable, Sendable {
  /// Cluster annotations that belong to the result.
  public var shown: Int32
  /// New ones.
  public var created: Int32
  /// Kept ones that got members anew.
  public var reused: Int32
  /// Ones that leave.
  public var removed: Int32

  /// Makes a change of its counts.
  public init(shown: Int32, created: Int32, reused: Int32, removed: Int32) {
    self.shown = shown
    self.created = created
    self.reused = reused
    self.removed = removed
  }
}
