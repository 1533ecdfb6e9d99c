internal import MapEvents

/// What readers know annotations by that are on the map, learnt from the events.
struct AnnotationRegistry {
  private var all: [Int32: CalloutTimeline.Subject] = [:]

  /// An annotation as it is now; nil when it is not on the map.
  subscript(annotation: Int32) -> CalloutTimeline.Subject? { all[annotation] }

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .data(.annotationAdded(let annotation, let layer, let content, let size)):
      all[annotation] = CalloutTimeline.Subject(
        annotation: annotation, layer: layer, content: content, isCluster: size != nil)
    case .data(.annotationRemoved(let annotation, _, _, _)): all[annotation] = nil
    case .cluster(.reused(let annotation, _, let content, _)):
      guard let known = all[annotation], known.content != content else { return }
      all[annotation]?.content = content
      // The end of the update reports it again.
      all[annotation]?.count = 0
    case .cluster(.stands(let annotation, _, let content, let count, _, _)):
      all[annotation]?.content = content
      all[annotation]?.count = count
    case .view(.joinedCluster(_, let cluster)): all[cluster]?.count += 1
    case .view(.leftCluster(_, let cluster)): all[cluster]?.count -= 1
    default: break
    }
  }
}
