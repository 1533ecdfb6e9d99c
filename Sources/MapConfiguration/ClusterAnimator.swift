public import MapGeometry

/// An app's own object that fades what a cluster controller shows and lets go.
///
/// It is called with every view that the map adds, those of other layers too, and with the clusters
/// that an update lets go. Those leave the map, and the queue goes on, when it calls its completion
/// handler: the least that an update takes. It has to do so exactly once.
public struct ClusterAnimator: Hashable, Sendable {
  /// How long a view that comes takes until it can be seen in full.
  public var fadeIn: SimulatedTime
  /// How long a view that goes takes until it cannot be seen any more.
  public var fadeOut: SimulatedTime
  /// When it calls its completion handler, from the moment when clusters are to go; nil never
  /// does, and the queue stalls for good.
  public var done: SimulatedTime?

  /// Makes an animator of its parts.
  public init(fadeIn: SimulatedTime, fadeOut: SimulatedTime, done: SimulatedTime?) {
    precondition(fadeIn >= .zero && fadeOut >= .zero, "a fade of \(fadeIn) or \(fadeOut)")
    precondition(done.map { $0 >= .zero } ?? true, "done before it began")
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.done = done
  }

  /// The library's: it completes when it has faded.
  package init(fade: SimulatedTime) {
    self.init(fadeIn: fade, fadeOut: fade, done: fade)
  }
}

extension ClusterSetup {
  /// Who fades: the app's animator, or the library's.
  package var fading: ClusterAnimator { animator ?? ClusterAnimator(fade: fade) }
}
