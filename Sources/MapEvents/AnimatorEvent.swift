/// What an app's own animator of a cluster controller is asked for; of the library's nothing is
/// told.
public enum AnimatorEvent: Hashable, Sendable {
  /// The map added so many views, whoever's they are; the animator fades them in.
  case added(layer: LayerID, views: Int32)
  /// So many clusters are to leave; the animator fades them out.
  case removes(layer: LayerID, annotations: Int32)
  /// A view left the map before it was faded in, or out, in full.
  case cutShort(view: ViewID)
}
