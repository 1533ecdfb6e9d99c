public import MapEvents
public import MapGeometry

/// The views of a layer and what the app does with them.
///
/// Views with the same reuse identifier share one pool. An app that takes a view from the pool sets
/// its annotation, whether it is enabled, shows a callout or is draggable, its priorities and its
/// collision mode; its class stays, and with ``ViewSizing/whenMade`` its extent and its offsets do
/// too.
public struct ViewSetup: Hashable, Sendable {
  /// Reuse identifiers, at least one; the point of row i uses number i mod count.
  public var identifiers: [String]
  /// Extent of a view, in points.
  public var size: ScreenSize
  /// The offset from the coordinate's screen point to the middle of the view.
  public var centerOffset: ScreenOffset
  /// The class.
  public var kind: AnnotationViewKind
  /// The insets of the alignment rect, which is used for alignment and collisions, within the
  /// frame.
  public var alignmentInsets = EdgeInsets(all: 0)
  /// Whether the app sets no display priority.
  ///
  /// A native cluster then has that of its members.
  public var hasPriorityOfMembers = false
  /// The app's drawings in the view that have a cost.
  public var contents: ViewContents = []
  /// The offset from the middle of the view's upper edge to the point of its callout.
  public var calloutOffset: ScreenOffset
  /// The app's answer when the map requests a view.
  public var provider: ViewProvider
  /// Whether views react to fingers.
  public var isEnabled: Bool
  /// Whether the map shows its built-in callout; without a title the view then acts as disabled.
  public var canShowCallout: Bool
  /// Whether the annotation is draggable.
  public var isDraggable: Bool
  /// The stacking priority: views with a higher one lie in front, selected or not.
  public var zPriority: ZPriority
  /// The display priority, from 0 to 1000.
  ///
  /// A view with less than 1000 is hidden when it collides with a view of higher priority.
  public var displayPriority: Double
  /// The part of the view that collides.
  public var collision: CollisionMode
  /// The state that the app does not reset when a view is used again.
  public var notReset: StaleState
  /// The time at which the app sets a view's extent and offsets.
  public var sizing = ViewSizing.whenMade
  /// The duration for which a view lifts off and comes down.
  ///
  /// With nil it never answers the map's drag states.
  public var liftDuration: SimulatedTime?
  /// The clustering identifier.
  ///
  /// Colliding views of plain layers with the same one become a cluster; with nil they never
  /// do.
  public var clusteringIdentifier: String?
  /// The annotation of a native cluster whose first member has such a view.
  public var clusterAnnotation = ClusterAnnotation.ofMap

  /// Makes a setup of its parts; the defaults are MapKit's.
  public init(
    identifiers: [String], size: ScreenSize, centerOffset: ScreenOffset,
    kind: AnnotationViewKind = .image, calloutOffset: ScreenOffset = .zero,
    provider: ViewProvider = .dequeuesByIdentifier, isEnabled: Bool = true,
    canShowCallout: Bool = false, isDraggable: Bool = false, zPriority: ZPriority = ZPriority(),
    displayPriority: Double? = nil, collision: CollisionMode = .rectangle,
    notReset: StaleState = [], liftDuration: SimulatedTime? = SimulatedTime(milliseconds: 200),
    clusteringIdentifier: String? = nil
  ) {
    precondition(!identifiers.isEmpty, "a view needs a reuse identifier")
    let displayPriority = displayPriority ?? kind.standardDisplayPriority
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

  /// The display priority of a view whose app sets none: the documentation of the marker has a low
  /// one, the header of other views the highest.
  public var standardDisplayPriority: Double { self == .marker ? 250 : 1000 }

  /// From the coordinate's screen point to the middle of a view of this kind.
  public var standardCenterOffset: ScreenOffset {
    self == .pin ? ScreenOffset(dx: 8, dy: -16) : .zero
  }
}

/// An app's answer when the map requests the view of an annotation.
public enum ViewProvider: String, Hashable, Sendable, CaseIterable {
  /// The app takes a view from the pool by its identifier, and makes one when there is none.
  case dequeuesByIdentifier = "dequeue by identifier"
  /// The app lets the map take a view from the pool or make one of the registered class.
  case dequeuesRegistered = "dequeue registered"
  /// The app makes a new view each time; old ones are never reused.
  case alwaysNew = "always new"
  /// The app keeps one view for each annotation, as wrappers do; none is ever reused.
  case ownView = "own view"
  /// The app returns nil: the map uses its default view under its default identifier.
  case answersNil = "none"
}

/// The time at which an app sets a view's extent and offsets.
public enum ViewSizing: String, Hashable, Sendable, CaseIterable {
  /// When the app makes the view.
  ///
  /// A view from a pool keeps them.
  case whenMade = "when made"
  /// Whenever it shows the view; the extent only if the view is of the right class.
  case eachTime = "each time"
}

/// The maker of a native cluster's annotation, and its title.
public enum ClusterAnnotation: String, Hashable, Sendable, CaseIterable {
  /// The map, because the app's delegate lacks the callback.
  ///
  /// The title is that of the first member.
  case ofMap = "of the map"
  /// The app, whose title states the current number of members whenever it is read.
  case ownTitle = "own title"
  /// The app, which sets a title with the number of members once, when it makes the
  /// annotation.
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

/// A drawing in a view that has a separate cost.
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
public struct StaleState: OptionSet, Hashable, Sendable {
  /// A bit for each part.
  public let rawValue: UInt8

  /// Makes a set of bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The title, set only when the view was made.
  public static let title = StaleState(rawValue: 1)
  /// The accessory views, set only when the view was made.
  public static let accessory = StaleState(rawValue: 2)
  /// The callout that was added to the selected view.
  public static let callout = StaleState(rawValue: 4)
  /// The size of the selected view.
  public static let transform = StaleState(rawValue: 8)
  /// The look of the selected view.
  public static let selection = StaleState(rawValue: 16)
  /// The clustering identifier, which a view loses when it is prepared for reuse; it was set only
  /// when the view was made.
  public static let clustering = StaleState(rawValue: 32)
  /// The alpha that an animator left when it faded the view out.
  public static let alpha = StaleState(rawValue: 64)
  /// The callout that was still growing when the view was deselected, or left.
  public static let openingCallout = StaleState(rawValue: 128)

  /// Every part with its word, in the order of their bits.
  public static let words: [(word: String, part: StaleState)] = [
    ("title", .title), ("accessory", .accessory), ("callout", .callout),
    ("transform", .transform), ("selection", .selection),
    ("clustering", .clustering), ("alpha", .alpha), ("opening callout", .openingCallout),
  ]
}

/// A change to the views of a layer, or of single points of it, while the session runs.
///
/// A part that is nil stays unchanged.
public struct ViewChange: Hashable, Sendable {
  /// The clustering identifier that an app gives to views.
  public enum Clustering: Hashable, Sendable {
    /// No identifier: the views join no cluster.
    case noIdentifier
    /// An identifier, see ``ViewSetup/clusteringIdentifier``.
    case identifier(String)
  }

  /// The new ``ViewSetup/size``, which a view with an image has at once, as of another image.
  public var size: ScreenSize?
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
  /// The new ``ViewSetup/clusteringIdentifier``.
  public var clustering: Clustering?

  /// Makes a change of its parts.
  public init(
    size: ScreenSize? = nil, centerOffset: ScreenOffset? = nil, calloutOffset: ScreenOffset? = nil,
    isEnabled: Bool? = nil, isDraggable: Bool? = nil, zPriority: Double? = nil,
    selectedZPriority: Double? = nil, displayPriority: Double? = nil, clustering: Clustering? = nil
  ) {
    self.size = size
    self.centerOffset = centerOffset
    self.calloutOffset = calloutOffset
    self.isEnabled = isEnabled
    self.isDraggable = isDraggable
    self.zPriority = zPriority
    self.selectedZPriority = selectedZPriority
    self.displayPriority = displayPriority
    self.clustering = clustering
  }
}
