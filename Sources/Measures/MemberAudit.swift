internal import MapEvents

/// Watches native clusters: an annotation belongs to one at the most and has no view
/// meanwhile, and a cluster stands for two annotations at least.
struct MemberAudit {
  /// The cluster of each annotation that is in one.
  private var clusterOf: [Int32: Int32] = [:]
  /// How many annotations each cluster stands for.
  private var sizes: [Int32: Int] = [:]
  /// Annotations that joined since the last frame, and clusters that changed.
  private var joined: [Int32] = []
  private var changed: [Int32] = []

  /// Takes in an event.
  ///
  /// - Returns: What is wrong, in sentences.
  mutating func observe(_ event: ViewEvent) -> [String] {
    switch event {
    case .joinedCluster(let annotation, let cluster):
      let old = clusterOf.updateValue(cluster, forKey: annotation)
      sizes[cluster, default: 0] += 1
      joined.append(annotation)
      changed.append(cluster)
      return old == nil ? [] : ["annotation \(annotation) joined a second cluster"]
    case .leftCluster(let annotation, let cluster):
      guard clusterOf.removeValue(forKey: annotation) == cluster else {
        return ["annotation \(annotation) left cluster \(cluster) but was not in it"]
      }
      sizes[cluster, default: 0] -= 1
      changed.append(cluster)
      return []
    case .requested(let annotation, _):
      return clusterOf[annotation] == nil
        ? [] : ["a view was requested for annotation \(annotation), which is in a cluster"]
    case .created, .reused, .returned, .didAdd, .providerAnsweredNil, .appearanceKept, .displayed,
      .hidden,
      .unhidden:
      return []
    }
  }

  /// Takes in that an annotation left the map, which its members did before if it is a cluster.
  mutating func remove(_ annotation: Int32) -> [String] {
    let size = sizes.removeValue(forKey: annotation) ?? 0
    guard size == 0 else { return ["cluster \(annotation) went with \(size) annotations in it"] }
    guard clusterOf[annotation] == nil else {
      return ["annotation \(annotation) went and is still in a cluster"]
    }
    return []
  }

  /// Takes in a frame, by which all views have come and gone.
  ///
  /// - Complexity: O(changes since the last frame).
  mutating func observeFrame(viewOf: [Int32: Int32]) -> [String] {
    defer {
      joined.removeAll(keepingCapacity: true)
      changed.removeAll(keepingCapacity: true)
    }
    var faults: [String] = []
    for annotation in joined where clusterOf[annotation] != nil && viewOf[annotation] != nil {
      faults.append("annotation \(annotation) is in a cluster and has a view")
    }
    for cluster in changed {
      if let size = sizes[cluster], size < 2 {
        faults.append("cluster \(cluster) stands for \(size) annotations")
      }
    }
    return faults
  }
}
