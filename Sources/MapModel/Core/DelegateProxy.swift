internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Answers the callbacks of the map.
///
/// Cluster controllers put a proxy between the map and the app: it stays the map's delegate
/// whatever the app sets, and passes each callback to all controllers, then to the app's delegate,
/// whose answer counts. So clusters follow the map without the app, while the map makes its default
/// views and what the app does in callbacks is not done. Without a controller the map has the app's
/// delegate itself, or none, which for the app is the same. The delegates of the controllers, which
/// give titles and refresh views, are others.
final class DelegateProxy {
  private let context: SimulationContext
  /// The app's delegate, behind the cluster controllers.
  private(set) var target = DelegateTarget.app

  init(_ context: SimulationContext) {
    self.context = context
  }

  func set(_ target: DelegateTarget) {
    precondition(
      target != .none || context.setup.losesDelegate, "the map never loses its delegate")
    guard target != self.target else { return }
    self.target = target
    context.emit(.delegate(.set(to: target)))
  }

  /// Passes a callback on to the app, behind all controllers.
  ///
  /// - Returns: Whether the app has a delegate that answers it.
  @discardableResult
  func call(_ callback: DelegateCallback) -> Bool {
    guard target == .none else { return true }
    context.emit(.delegate(.unanswered(callback)))
    return false
  }
}
