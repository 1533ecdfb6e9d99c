public import MapEvents
internal import MapGeometry

/// Who answers the callbacks of the map.
///
/// Cluster controllers put a proxy of theirs between the map and the app: it stays the map's
/// delegate whatever the app sets, and passes each callback to all controllers, then to the app's
/// delegate, whose answer counts. So clusters follow the map without the app, while views are the
/// map's own and what the app does in callbacks is not done. Without a controller the map has the
/// app's delegate itself, or none; for the app that is the same. The delegates of the controllers,
/// which give titles and refresh views, are others.
extension MapSimulation {
  /// Lets the app give the map another delegate, or none; nothing happens when it has that already.
  ///
  /// Views and renderers that are there stay as they are: the map asks for each but once.
  ///
  /// - Precondition: The setup says that the map may lose its delegate when it is to do so.
  public func setDelegate(_ target: DelegateTarget) {
    precondition(
      target != .nobody || setup.losesDelegate, "the map never loses its delegate")
    guard target != delegateTarget else { return }
    delegateTarget = target
    emit(.delegate(.set(to: target)))
  }

  /// Passes a callback on to the app, behind all controllers.
  ///
  /// - Returns: Whether there is somebody to answer it.
  @discardableResult
  func tell(_ callback: DelegateCallback) -> Bool {
    guard delegateTarget == .nobody else { return true }
    emit(.delegate(.unanswered(callback)))
    return false
  }

  /// Whether the map makes the view of an annotation on its own although the app's would have one.
  func makesOwnView(for annotation: Annotation) -> Bool {
    guard delegateTarget == .nobody, annotation.layer >= 0 else { return false }
    let layer = layers[Int(annotation.layer)]
    return (annotation.count > 1 ? layer.clusterView : layer.view).provider != .answersNil
  }

  /// Whether a callout opens over an annotation that is selected: the app's, or, when nobody tells
  /// the app, the map's own over a view that says that it can show one.
  func opensCallout(over slot: Int32) -> Bool {
    guard calloutSetup(of: slot) != nil else { return false }
    return delegateTarget != .nobody || viewSetup(of: slot).canShowCallout
  }
}
