public import MapEvents
public import MapGeometry

/// The views of a layer and what the app does with them.
///
/// Views with the same reuse identifier share one pool. An app that takes one from there sets its
/// annotation, whether it is enabled, shows a callout or is draggable, its priorities and its
/// collision mode; its class stays, and with ``ViewSizing/whenMade`` its extent and its offsets do
/// too.
public struct ViewSetup: Hashable, Sendable {
  /// Reuse identifiers, at least one; the point of row i uses number i mod count.
  public var identifiers: [String]
  /// Extent of a view, in points.
  public var size: ScreenSize
  /// From the coordinate's screen point to the middle of the view.
  public var centerOffset: ScreenOffset
  /// Its class.
  public var kind: AnnotationViewKind
  /// By how much the rect by which it is aligned, and collides, lies inside its frame.
  public var alignmentInsets = EdgeInsets(all: 0)
  /// Whether the app gives no display priority: a native cluster has that of its members then.
  public var hasPriorityOfMembers = false
  /// What the app draws in it at a cost.
  public var contents: ViewContents = []
  /// From the middle of the view's upper edge to where its callout points.
  public var calloutOffset: ScreenOffset
  /// How the app answers when the map asks for a view.
  public var provider: ViewProvider
  /// Whether views react to fingers.
  public var isEnabled: Bool
  /// Whether the map shows its built-in callout; without a title the view then acts as disabled.
  public var canShowCallout: Bool
  /// Whether a finger can carry the annotation.
  public var isDraggable: Bool
  /// Which views lie in front: higher ones do, selected or not.
  public var zPriority: ZPriority
  /// From 0 to 1000; less than 1000 is hidden by views that it collides with and that have more.
  public var displayPriority: Double
  /// The part of the view that collides.
  public var collision: CollisionMode
  /// The state that the app does not reset when a view is used again.
  public var notReset: StaleParts
  /// When the app gives a view its extent and its offsets.
  public var sizing = ViewSizing.whenMade
  /// How long a view takes to lift off and to come down; nil never answers the map's states.
  public var liftDuration: SimulatedTime?
  /// Views of plain layers with the same one that collide become a cluster; nil never does.
  public var clusteringIdentifier: String?
  /// The annotation of a native cluster whose first member has such a view.
  public var clusterAnnotation = ClusterAnnotation.ofMap

  /// Makes a setup of its parts; the defaults are MapKit's.
  public init(
    identifiers: [String], size: ScreenSize, centerOffset: ScreenOffset,
    kind: AnnotationViewKind = .image, calloutOffset: ScreenOffset = .zero,
    provider: ViewProvider = .dequeuesByIdentifier, isEnabled: Bool = true,
    canShowCallout: Bool = false, isDraggable: Bool = false, zPriority: ZPriority = ZPriority(),
    displayPriority: Double = 1000, collision: CollisionMode = .rectangle,
    notReset: StaleParts = [], liftDuration: SimulatedTime? = SimulatedTime(milliseconds: 200),
    clusteringIdentifier: String? = nil
  ) {
    precondition(!identifiers.isEmpty, "a view needs a reuse identifier")
    precondition((0...1000).contains(displayPriority), "a display priority of \(displayPriority)")
    self.identifiers = identifiers
    self.size = size
    self.centerOffset = centerOffset
    self.kind = kind
    self.calloutOffset = calloutOffset
    self.provider = provider
    self.isEnabled = isEnabled
    self.canShowCallout = canShowCallout
    self.isDraggable = isDraggable
    self.zPriority = zPriority
    self.displayPriority = displayPriority
    self.collision = collision
    self.notReset = notReset
    self.liftDuration = liftDuration
    self.clusteringIdentifier = clusteringIdentifier
  }
}

extension ViewSetup {
  /// Whether the alignment insets leave a part of the frame.
  public var hasAlignmentRect: Bool {
    alignmentInsets.left + alignmentInsets.right < size.width
      && alignmentInsets.top + alignmentInsets.bottom < size.height
  }
}

extension AnnotationViewKind {
  /// The extent of a view of this kind, in points; nil for an image and a callout's view.
  ///
  /// The pin's is that of its widely read frame, the marker's MapKit's; the dot's is our own.
  public var standardSize: ScreenSize? {
    switch self {
    case .image, .callout: nil
    case .pin: ScreenSize(width: 32, height: 39)
    case .marker: ScreenSize(width: 28, height: 28)
    case .userDot: ScreenSize(width: 22, height: 22)
    }
  }

  /// From the coordinate's screen point to the middle of a view of this kind.
  public var standardCenterOffset: ScreenOffset {
    self == .pin ? ScreenOffset(dx: 8, dy: -16) : .zero
  }
}

/// How an app answers when the map asks for the view of an annotation.
public enum ViewProvider: String, Hashable, Sendable, CaseIterable {
  /// It takes a view from the pool by its identifier, and makes one when there is none.
  case dequeuesByIdentifier = "dequeue by identifier"
  /// It lets the map take one from the pool or make one of the registered class.
  case dequeuesRegistered = "dequeue registered"
  /// It makes a new view each time; old ones are never reused.
  case alwaysNew = "always new"
  /// It has none: the map takes its own kind under its own identifier.
  case answersNil = "none"
}

/// When an app gives a view its extent and its offsets.
public enum ViewSizing: String, Hashable, Sendable, CaseIterable {
  /// When it makes the view: one that it takes from a pool stays as it is.
  case whenMade = "when made"
  /// Whenever it shows the view; the extent only if the view is of the right class.
  case eachTime = "each time"
}

/// Who makes the annotation of a native cluster, and the title that it has.
public enum ClusterAnnotation: String, Hashable, Sendable, CaseIterable {
  /// The map, as the app's delegate has no such callback; it has the title of its first member.
  case ofMap = "of the map"
  /// The app, which tells in its title how many members there are whenever that is read.
  case ownTitle = "own title"
  /// The app, which sets such a title when it makes the annotation, and never again.
  case titleSetOnce = "title set once"
  /// The app, without a title.
  case noTitle = "no title"
}

/// Which views lie in front, from 0 to 1000.
public struct ZPriority: Hashable, Sendable {
  /// Of a view that is not selected.
  public var unselected: Double
  /// Of a selected view.
  public var selected: Double

  /// Makes priorities; the defaults are MapKit's.
  public init(unselected: Double = 500, selected: Double = 1000) {
    self.unselected = unselected
    self.selected = selected
  }
}

/// The part of a view that collides with others.
public enum CollisionMode: String, Hashable, Sendable, CaseIterable {
  /// Its frame.
  case rectangle
  /// The circle inscribed in its frame.
  case circle
  /// Nothing.
  case none
}

/// What is drawn in a view at a cost of its own.
public struct ViewContents: OptionSet, Hashable, Sendable {
  /// A bit for each.
  public let rawValue: UInt8

  /// Makes a set of bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A shadow without a path.
  public static let shadow = ViewContents(rawValue: 1)
  /// An image of another size than the view, which the app resizes each time.
  public static let resizedImage = ViewContents(rawValue: 2)

  /// Each with its word, in the order of their bits.
  public static let words: [(word: String, part: ViewContents)] = [
    ("shadow", .shadow), ("resized image", .resizedImage),
  ]
}

/// The state that an app does not reset before a view is shown for another annotation.
public struct StaleParts: OptionSet, Hashable, Sendable {
  /// A bit for each part.
  public let rawValue: UInt8

  /// Makes a set of bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The title, set only when the view was made.
  public static let title = StaleParts(rawValue: 1)
  /// The accessory views, set only when the view was made.
  public static let accessory = StaleParts(rawValue: 2)
  /// The callout that was added to the selected view.
  public static let callout = StaleParts(rawValue: 4)
  /// The size of the selected view.
  public static let transform = StaleParts(rawValue: 8)
  /// The look of the selected view.
  public static let selection = StaleParts(rawValue: 16)
  /// The clustering identifier, which a view loses when it is prepared for reuse; it was set only
  /// when the view was made.
  public static let clustering = StaleParts(rawValue: 32)
  /// The alpha that an animator left when it faded the view out.
  public static let alpha = StaleParts(rawValue: 64)
  /// The callout that was still growing when the view was deselected, or left.
  public static let openingCallout = StaleParts(rawValue: 128)

  /// Every part with its word, in the order of their bits.
  public static let words: [(word: String, part: StaleParts)] = [
    ("title", .title), ("accessory", .accessory), ("callout", .callout),
    ("transform", .transform), ("selection", .selection),
    ("clustering", .clustering), ("alpha", .alpha), ("opening callout", .openingCallout),
  ]
}

/// A change to the views of a layer while the session runs; nil leaves a part as it is.
public struct ViewChange: Hashable, Sendable {
  /// The new ``ViewSetup/centerOffset``; views that are shown follow at their next layout.
  public var centerOffset: ScreenOffset?
  /// The new ``ViewSetup/calloutOffset``; a callout that is open follows at its next layout.
  public var calloutOffset: ScreenOffset?
  /// The new ``ViewSetup/isEnabled``.
  public var isEnabled: Bool?
  /// The new ``ViewSetup/isDraggable``.
  public var isDraggable: Bool?
  /// The new priority of views that are not selected, see ``ViewSetup/zPriority``.
  public var zPriority: Double?
  /// The new priority of a selected view, see ``ViewSetup/zPriority``.
  public var selectedZPriority: Double?
  /// The new ``ViewSetup/displayPriority``.
  public var displayPriority: Double?

  /// Makes a change of its parts.
  public init(
    centerOffset: ScreenOffset? = nil, calloutOffset: ScreenOffset? = nil, isEnabled: Bool? = nil,
    isDraggable: Bool? = nil, zPriority: Double? = nil, selectedZPriority: Double? = nil,
    displayPriority: Double? = nil
  ) {
    self.centerOffset = centerOffset
    self.calloutOffset = calloutOffset
    self.isEnabled = isEnabled
    self.isDraggable = isDraggable
    self.zPriority = zPriority
    self.selectedZPriority = selectedZPriority
    self.displayPriority = displayPriority
  }
}
