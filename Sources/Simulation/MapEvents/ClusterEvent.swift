public import MapGeometry

/// The events of a cluster update in its operation queue.
public enum ClusterEvent: Hashable, Sendable {
  /// The reason for an update.
  public enum Trigger: UInt8, Codable, Hashable, Sendable {
    case pointsAdded = 0
    case pointsRemoved = 1
    case regionChanged = 2
    case requested = 3
    /// The layer's updates were resumed.
    case resumed = 4
  }

  /// A request that a controller supports only with a fix.
  public enum Request: UInt8, Hashable, Sendable {
    case pause = 0
    case resume = 1
    case update = 2
  }

  /// An update entered the queue; the trigger lies in the past when data had to be indexed first.
  case queued(update: Int32, layer: LayerID, trigger: Trigger, triggeredAt: SimulatedTime)
  case started(update: Int32, layer: LayerID)
  case computed(update: Int32, layer: LayerID, work: ClusterWork)
  /// A cluster annotation was reused with other members.
  case reused(annotation: AnnotationID, layer: LayerID, content: UInt64, size: ClusterSize)
  /// The map got the new clusters; the old ones still fade out.
  case applied(update: Int32, layer: LayerID, change: ClusterChange)
  case finished(update: Int32, layer: LayerID)
  /// Points were added to the index of a layer, or removed, from `began` until now.
  case indexed(layer: LayerID, began: SimulatedTime, work: ClusterWork)
  /// A pending update does not run, because a newer one does its work.
  case coalesced(update: Int32, layer: LayerID, into: Int32)
  /// A reused cluster annotation moved.
  case moved(annotation: AnnotationID, layer: LayerID, Coordinate)
  /// A cluster annotation that is on the map after an update, in the order of the map.
  case listed(
    annotation: AnnotationID, layer: LayerID, content: UInt64, count: Int32, isUniqueLocation: Bool,
    Coordinate)
  /// The comparison of the clusters on the map with the points of the index, after an update.
  case audited(update: Int32, layer: LayerID, ClusterAudit)
  /// A layer's updates are paused from now on, or resumed.
  case paused(layer: LayerID, Bool)
  /// The completion handler of the app's call with this number was called.
  case completed(layer: LayerID, call: Int32)
  /// The delegate was asked for the title of a cluster; it is cached until its members change.
  case titleRequested(annotation: AnnotationID, layer: LayerID)
  /// A view still shows the previous content of its cluster.
  case viewNotRefreshed(annotation: AnnotationID, layer: LayerID)
  /// An update whose animator never completes; its queue stalls forever.
  case stalled(update: Int32, layer: LayerID)
  /// The app made a request that the controller of a layer does not support; nothing happens.
  case unsupported(layer: LayerID, Request)
  /// A cluster annotation that just moved went along with points that the app moved.
  case followed(annotation: AnnotationID, layer: LayerID)
  /// The delegate was asked for the subtitle of a cluster; it is cached as the title is.
  case subtitleRequested(annotation: AnnotationID, layer: LayerID)
  /// An update was marked as cancelled, because points came or went or a newer one was requested;
  /// CCHMapClusterController never looks at the mark and runs it in full.
  case cancelled(update: Int32, layer: LayerID)
  /// The clustering of a layer got other settings for updates that are requested from now on.
  case settingsChanged(layer: LayerID)
  /// The cells of an update were too many.
  ///
  /// The number of cells around the world was halved `doublings` times.
  case coarsened(update: Int32, layer: LayerID, doublings: Int32)
  /// The next part of an update waited this long for the main thread.
  case waited(update: Int32, layer: LayerID, SimulatedTime)
  /// The map gets the clusters of an update, which keeps the main thread busy this long.
  case worked(update: Int32, layer: LayerID, SimulatedTime)
}

extension ClusterEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      visit(5, 0, nil, update, layer, trigger, triggeredAt)
    case .started(let update, let layer): visit(5, 1, nil, update, layer)
    case .computed(let update, let layer, let work): visit(5, 2, nil, update, layer, work)
    case .reused(let annotation, let layer, let content, let size):
      visit(5, 3, nil, annotation, layer, content, size)
    case .applied(let update, let layer, let change):
      visit(
        5, 4, "(update $0 of $1: $2 clusters, $3 new, $4 kept, $5 gone)", update, layer,
        change.shown, change.created, change.reused, change.removed)
    case .finished(let update, let layer): visit(5, 5, nil, update, layer)
    case .indexed(let layer, let began, let work): visit(5, 6, nil, layer, began, work)
    case .coalesced(let update, let layer, let newer):
      visit(5, 7, "(update $0 of $1 is replaced by update $2)", update, layer, newer)
    case .moved(let annotation, let layer, let coordinate):
      visit(5, 8, "($0 moves to $2)", annotation, layer, coordinate)
    case .listed(let annotation, let layer, let content, let count, let isUnique, let coordinate):
      visit(5, 9, nil, annotation, layer, content, count, isUnique, coordinate)
    case .audited(let update, let layer, let audit):
      visit(
        5, 10,
        audit.hasFindings
          ? "(after update $0 of $1: $3 of $2 visible points lost, $4 counted twice, $5 ghosts)"
          : nil, update, layer, audit.visible, audit.lost, audit.countedTwice, audit.ghosts)
    case .paused(let layer, let isPaused):
      visit(5, 11, isPaused ? "(updates of $0 wait)" : "(updates of $0 go on)", layer, isPaused)
    case .completed(let layer, let call): visit(5, 12, "completionHandler $1 of $0", layer, call)
    case .titleRequested(let annotation, let layer):
      visit(5, 13, "titleForClusterAnnotation $0", annotation, layer)
    case .viewNotRefreshed(let annotation, let layer):
      visit(
        5, 14, "($0 still shows what its cluster held before)", Shown(annotation: annotation), layer
      )
    case .stalled(let update, let layer):
      visit(
        5, 15, "(update $0 of $1 stalls its queue forever: its animator never completes)", update,
        layer)
    case .unsupported(let layer, let request):
      visit(
        5, 16,
        request == .update
          ? "($0 cannot update on request: nothing happens)" : "($0 cannot $1: nothing happens)",
        layer, request)
    case .followed(let annotation, let layer): visit(5, 17, nil, annotation, layer)
    case .subtitleRequested(let annotation, let layer):
      visit(5, 18, "subtitleForClusterAnnotation $0", annotation, layer)
    case .cancelled(let update, let layer):
      visit(5, 19, "(update $0 of $1 is cancelled, and runs all the same)", update, layer)
    case .settingsChanged(let layer): visit(5, 20, "(clustering of $0 gets other settings)", layer)
    case .coarsened(let update, let layer, let doublings):
      visit(5, 21, nil, update, layer, doublings)
    case .waited(let update, let layer, let time):
      visit(5, 22, "(update $0 of $1 waited $2 for the main thread)", update, layer, time)
    case .worked(let update, let layer, let time): visit(5, 23, nil, update, layer, time)
    }
  }
}

/// The size of a cluster annotation.
public struct ClusterSize: Hashable, Sendable {
  /// The number of points.
  public var count: Int32
  /// Whether all of them lie at one location; those of a single point always do.
  public var isUniqueLocation: Bool

  /// Makes a size of its parts.
  public init(count: Int32, isUniqueLocation: Bool) {
    self.count = count
    self.isUniqueLocation = isUniqueLocation
  }
}

/// The comparison of a layer's clusters with the points given to its index, counted by
/// definition after an update.
///
/// A point counts from its addition to its removal, at its last place, whether or not the
/// index accepted it. Points that the app adds while an update runs are not lost by that
/// update.
public struct ClusterAudit: Hashable, Sendable {
  /// Points inside the rect that was visible when the update was requested.
  public var visible: Int32
  /// The points that no cluster on the map holds.
  public var lost: Int32
  /// The points that more than one cluster holds.
  public var countedTwice: Int32
  /// Clusters on the map that neither belong to the last result nor are being removed.
  public var ghosts: Int32

  /// Makes an audit of its counts.
  public init(visible: Int32, lost: Int32, countedTwice: Int32, ghosts: Int32) {
    self.visible = visible
    self.lost = lost
    self.countedTwice = countedTwice
    self.ghosts = ghosts
  }

  /// Whether anything is wrong.
  public var hasFindings: Bool { lost > 0 || countedTwice > 0 || ghosts > 0 }
}

/// The work of an update, in exact counts.
public struct ClusterWork: Codable, Hashable, Sendable {
  /// Nodes of the index that were opened.
  public var nodesVisited: Int64
  /// Points that were compared or returned.
  public var pointsTouched: Int64
  /// Cells that were visited.
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

  /// Whether nothing was done.
  public var isNothing: Bool {
    nodesVisited == 0 && pointsTouched == 0 && cellsVisited == 0 && distances == 0
  }
}

/// The changes that an update made on the map.
public struct ClusterChange: Hashable, Sendable {
  /// Cluster annotations that belong to the result.
  public var shown: Int32
  /// New annotations.
  public var created: Int32
  /// Reused annotations with new members.
  public var reused: Int32
  /// Removed annotations.
  public var removed: Int32

  /// Makes a change of its counts.
  public init(shown: Int32, created: Int32, reused: Int32, removed: Int32) {
    self.shown = shown
    self.created = created
    self.reused = reused
    self.removed = removed
  }
}

/// Calls of the app's custom animator of a cluster controller.
public enum AnimatorEvent: Hashable, Sendable {
  /// The map added views, of any annotations; the animator fades them in.
  case added(layer: LayerID, views: Int32)
  /// Clusters are about to leave; the animator fades them out.
  case removes(layer: LayerID, annotations: Int32)
  /// A view left the map before it was faded in, or out, in full.
  case cutShort(view: ViewID)
  /// No animator fades in a view that the map has added, and the app does not reset its alpha: it
  /// is as transparent as when it faded out for another annotation.
  case alphaKept(view: ViewID, annotation: AnnotationID, fadedFor: AnnotationID)
}

extension AnimatorEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .added(let layer, let views):
      visit(13, 0, "animator of $0 didAdd $1", layer, Things(count: views, noun: "view"))
    case .removes(let layer, let annotations):
      visit(13, 1, "animator of $0 willRemove $1", layer, annotations)
    case .cutShort(let view): visit(13, 2, "($0 leaves before it has faded)", view)
    case .alphaKept(let view, let annotation, let other):
      visit(13, 3, "($0 is still transparent from the fade of $2)", view, annotation, other)
    }
  }
}
