internal import MapEvents

/// Holds overlays against what a map can do with them: each is on it once, and is asked for its
/// renderer once while it stays.
struct OverlayAudit {
  /// The overlays on the map, back to front in each level.
  private var levels: [[Int32]] = OverlayLevel.allCases.map { _ in [] }
  private var rendered: Set<Int32> = []
  /// The overlay whose renderer was asked for by the last event.
  private var asked: Int32?

  private func level(of overlay: Int32) -> Int? {
    levels.firstIndex { $0.contains(overlay) }
  }

  /// Takes in an event; returns what is wrong with it, usually nothing.
  ///
  /// - Complexity: O(overlays on the map).
  mutating func observe(_ event: OverlayEvent) -> [String] {
    let lastAsked = asked
    asked = nil
    switch event {
    case .added(let overlay, let level, let index):
      guard self.level(of: overlay) == nil else { return ["overlay \(overlay) was added twice"] }
      let list = Int(level.rawValue)
      guard (0...levels[list].count).contains(Int(index)) else {
        return ["overlay \(overlay) has no place \(index) in its level"]
      }
      levels[list].insert(overlay, at: Int(index))
    case .removed(let overlay):
      guard let level = level(of: overlay) else { return ["overlay \(overlay) was not on the map"] }
      levels[level].removeAll { $0 == overlay }
      rendered.remove(overlay)
    case .exchanged(let first, let second):
      guard first != second, level(of: first) != nil, level(of: second) != nil else {
        return ["overlays \(first) and \(second) are not two on the map"]
      }
      levels = levels.map { level in
        level.map { $0 == first ? second : $0 == second ? first : $0 }
      }
    case .rendererRequested(let overlay):
      asked = overlay
      guard level(of: overlay) != nil else {
        return ["the renderer of overlay \(overlay) was asked for while it was not on the map"]
      }
      guard rendered.insert(overlay).inserted else {
        return ["the renderer of overlay \(overlay) was asked for twice"]
      }
    case .rendererMissing(let overlay):
      guard lastAsked == overlay else {
        return ["the renderer of overlay \(overlay) was missing but never asked for"]
      }
    }
    return []
  }
}
