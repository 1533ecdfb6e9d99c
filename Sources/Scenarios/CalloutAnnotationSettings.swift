public import MapGeometry

/// A callout that is an annotation of its own, added when another one is selected.
public struct CalloutAnnotationSettings: Hashable, Sendable {
  /// What the app puts on the map.
  public enum Lifetime: String, CaseIterable, Hashable, Sendable {
    /// One annotation for the whole session.
    case moves = "one that moves"
    /// A new one for each selection.
    case anew = "a new one each time"
  }

  /// Who makes it.
  public enum Maker: String, CaseIterable, Hashable, Sendable {
    /// The delegate of the map.
    case delegate
    /// The view of the selected annotation adds it, and it makes its view itself.
    case annotation
  }

  /// The word of the language for a callout that is an annotation of its own.
  public static let word = "second annotation"

  /// The reuse identifier of its views.
  public var identifier: String
  /// What the app puts on the map.
  public var lifetime = Lifetime.moves
  /// Who makes it.
  public var maker = Maker.delegate
  /// Whether its view can be selected.
  public var isViewEnabled = true
  /// Whether the app keeps the selected view, and not its annotation.
  public var keepsParentView = true
  /// Whether the app draws it anew when the map has made room.
  public var redrawsAfterShift = false
  /// Whether a view that is used again shows the content that it showed before.
  public var forgetsContent = false
  /// The extent of its button, in points; nil for none.
  public var button: ScreenSize?

  /// Makes the settings of the published app, without a button.
  public init(identifier: String) {
    self.identifier = identifier
  }
}
