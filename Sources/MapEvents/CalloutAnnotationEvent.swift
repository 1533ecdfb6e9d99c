public import MapGeometry

/// The life of a callout that is an annotation of the map itself.
///
/// The annotation is added when another one, its parent, is selected, and removed when that is
/// deselected; a view is asked for as for any other.
public enum CalloutAnnotationEvent: Hashable, Sendable {
  /// The app put a callout annotation on the map, with the content of what was selected.
  case added(annotation: AnnotationID, parent: AnnotationID, content: Int32, by: CalloutMaker)
  /// The callout annotation was on the map already and got another parent and its content; its
  /// view is not asked for again.
  case moved(annotation: AnnotationID, parent: AnnotationID, content: Int32)
  /// The app took a callout annotation from the map.
  case removed(annotation: AnnotationID)
  /// A callout annotation stays on the map without a parent that could take it away.
  case leftBehind(annotation: AnnotationID)
  /// The view of a callout annotation came onto the map and was laid out.
  case laidOut(annotation: AnnotationID, CalloutAnnotationLayout)
  /// A tap on the view of a callout annotation selected it, which took it away with its parent's
  /// selection.
  case tappedAway(annotation: AnnotationID)
  /// The button of a callout was hit: its parent's view ignores selection for a second, and so
  /// many other views are disabled for as long.
  case held(parent: AnnotationID, siblings: Int32)
  /// The second is over: so many views are enabled, some of which the app had disabled on purpose.
  case released(siblings: Int32, reenabled: Int32)
  /// A tap met a view that only the button of a callout had disabled.
  case deadTap(annotation: AnnotationID)
  /// A callout annotation that nobody will take away is in the picture that is told next: what is
  /// drawn, its tip included, and where that is.
  case stands(annotation: AnnotationID, body: ScreenRect, tip: ScreenPoint)
}

/// Who makes the parts of a callout that is an annotation.
public enum CalloutMaker: UInt8, Codable, Hashable, Sendable, CaseIterable {
  /// The delegate of the map adds the annotation and makes its view.
  case delegate = 0
  /// The view of the parent adds the annotation, which makes its view itself.
  case annotation = 1
}

/// What the view of a callout annotation was laid out with.
public struct CalloutAnnotationLayout: Codable, Hashable, Sendable {
  /// Its view.
  public var view: ViewID
  /// Who made that.
  public var maker: CalloutMaker
  /// The annotation that the callout belongs to.
  public var parent: AnnotationID
  /// The annotation of the view that it was laid out over; -1 when that waited in a pool.
  public var over: AnnotationID
  /// The content that was carried along.
  public var content: Int32
  /// The content that the view shows.
  public var shownContent: Int32
  /// The annotation whose content that is; an earlier one when the app forgot to set it.
  public var contentOwner: AnnotationID

  /// Makes a layout of its parts.
  public init(
    view: ViewID, maker: CalloutMaker, parent: AnnotationID, over: AnnotationID, content: Int32,
    shownContent: Int32,
    contentOwner: AnnotationID
  ) {
    self.view = view
    self.maker = maker
    self.parent = parent
    self.over = over
    self.content = content
    self.shownContent = shownContent
    self.contentOwner = contentOwner
  }
}
