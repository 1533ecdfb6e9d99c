public import MapEvents
public import MapGeometry

/// A callout that is an annotation of its own, at the coordinate of the selected one.
public struct CalloutAnnotationSetup: Hashable, Sendable {
  /// What the app puts on the map.
  public enum Lifetime: String, Hashable, Sendable, CaseIterable {
    /// One annotation for the whole session, that is given another place.
    case moves = "one that moves"
    /// A new one for each selection.
    case anew = "a new one each time"
  }

  /// The reuse identifier of its views, whose extent and place the app sets at each layout.
  public var identifier: String
  /// What the app puts on the map.
  public var lifetime = Lifetime.moves
  /// Whether its view can be selected.
  public var isViewEnabled = true
  /// Whether the app keeps the view that was selected, and not its annotation; the view can show
  /// another one when its place is looked up.
  public var keepsParentView = true
  /// Whether the app draws the callout again when the map has made room for it.
  public var redrawsAfterShift = false
  /// Whether a view that is used again shows the content that it showed before.
  public var keepsStaleContent = false
  /// Who makes it.
  public var maker = CalloutMaker.delegate
  /// The extent of a button in it that keeps its parent selected, in points; nil for none.
  public var button: ScreenSize?

  /// Makes the setup of the published app, without a button.
  public init(identifier: String) {
    self.identifier = identifier
  }
}
