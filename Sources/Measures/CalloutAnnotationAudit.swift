internal import MapEvents

/// Watches callouts that are annotations: they come once, are laid out with a view of their own,
/// and every second for which a button holds the selection ends once.
struct CalloutAnnotationAudit: Sendable {
  /// For each callout annotation on the map its parent.
  private var parents: [Int32: Int32] = [:]
  private var holds = 0

  init() {}

  /// Whether an annotation is the parent of a callout annotation on the map.
  func isParent(_ annotation: Int32) -> Bool { parents.values.contains(annotation) }

  /// - Returns: What cannot be, in sentences; usually nothing.
  mutating func observe(_ event: SecondCalloutEvent, viewOf: [Int32: Int32]) -> [String] {
    switch event {
    case .added(let annotation, let parent, _, _):
      guard parents.updateValue(parent, forKey: annotation) != nil else { return [] }
      return ["callout annotation \(annotation) came twice"]
    case .moved(let annotation, let parent, _):
      guard parents.updateValue(parent, forKey: annotation) == nil else { return [] }
      return ["callout annotation \(annotation) moved and is not on the map"]
    case .removed(let annotation):
      guard parents.removeValue(forKey: annotation) == nil else { return [] }
      return ["callout annotation \(annotation) went and was not on the map"]
    case .leftBehind(let annotation), .stands(let annotation, _, _):
      guard parents[annotation] == nil else { return [] }
      return ["callout annotation \(annotation) stays and is not on the map"]
    case .laidOut(let annotation, let layout):
      guard parents[annotation] == layout.parent, viewOf[annotation] != nil else {
        return ["callout annotation \(annotation) is laid out for another parent"]
      }
      return []
    case .held:
      holds += 1
      return []
    case .released:
      holds -= 1
      return holds < 0 ? ["a selection was released that no button held"] : []
    case .tappedAway, .deadTap: return []
    }
  }
}
