internal import MapEvents

/// Holds what an app does in callbacks against who is the delegate of its map.
struct DelegateAudit {
  private var target = DelegateTarget.app

  /// Takes in an event; returns what is wrong with it, usually nothing.
  ///
  /// - Complexity: O(1).
  mutating func observe(_ kind: Event.Kind) -> [String] {
    let isThere = target != .nobody
    switch kind {
    case .delegate(.set(let target)):
      defer { self.target = target }
      return target == self.target ? ["the delegate was set to what it was"] : []
    case .delegate(.unanswered(let callback)):
      return isThere ? ["nobody answered \(callback), but the app was there"] : []
    case .map(.reentered), .map(.reentryRefused), .callout(.accessoryTapped),
      .drag(.geocodeRequested):
      return isThere ? [] : ["the app did something in a callback that it was not told of"]
    default: return []
    }
  }
}
