public import MapGeometry

/// The annotation views of a layer and what the app does with them.
public struct ViewSettings: Hashable, Sendable {
  /// What a view is.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A view with an image of the app's.
    case image
    /// The pin.
    case pin
    /// The balloon that is the default since iOS 11.
    case marker
  }

  /// How the app answers when the map asks for a view.
  public enum Provider: String, CaseIterable, Hashable, Sendable {
    /// It asks the pool for a view by its identifier, and makes one when there is none.
    case dequeuesByIdentifier = "dequeue by identifier"
    /// It lets the map take one from the pool or make one of the registered class.
    case dequeuesRegistered = "dequeue registered"
    /// It makes a new view each time.
    case alwaysNew = "always new"
    /// It has none to give.
    case answersNil = "none"
  }

  /// What of a view collides with others.
  public enum Collision: String, CaseIterable, Hashable, Sendable {
    /// Its frame.
    case rectangle
    /// The circle inscribed in its frame.
    case circle
    /// Nothing.
    case none
  }

  /// A part of a view that an app may forget to undo before the view is shown again.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// The title.
    case title
    /// The accessory views.
    case accessory
    /// The callout that was put on the selected view.
    case callout
    /// The size of the selected view.
    case transform
    /// The look of the selected view.
    case selection
  }

  /// When the app gives a view its size and its offsets.
  public enum Sizing: String, CaseIterable, Hashable, Sendable {
    /// When it makes the view; one that comes from a pool keeps those that it has.
    case whenMade = "when made"
    /// Each time that it shows the view.
    case eachTime = "each time"
  }

  /// The reuse identifier; views with the same one share a pool, whatever they are for.
  public var identifier: String
  /// How many kinds of view the app tells apart: the point in row i of its data set uses kind
  /// i mod kinds, and each kind has a reuse identifier of its own.
  public var kinds: Int
  /// What a view is.
  public var kind: Kind
  /// Extent of a view, in points.
  public var size: ScreenSize
  /// From the coordinate's screen point to the middle of the view.
  public var centerOffset: ScreenOffset
  /// From the middle of the view's upper edge to where its callout points.
  public var calloutOffset: ScreenOffset
  /// How the app answers when the map asks for a view.
  public var provider: Provider
  /// Whether views react to fingers.
  public var isEnabled: Bool
  /// Whether the map shows a callout of its own.
  public var canShowCallout: Bool
  /// Whether a finger can carry the annotation.
  public var isDraggable: Bool
  /// Which views lie in front, from 0 to 1000, while they are not selected.
  public var zPriority: Double
  /// Which views lie in front, from 0 to 1000, while they are selected.
  public var selectedZPriority: Double
  /// From 0 to 1000; less than 1000 gives way to views that it collides with and that have more.
  public var displayPriority: Double
  /// What of a view collides.
  public var collision: Collision
  /// What the app does not undo when a view is used again, each part once.
  public var forgets: [Part]
  /// When the app gives a view its size and its offsets.
  public var sizing = Sizing.whenMade
  /// How long a view takes to lift off and to come down; nil never answers the map.
  public var liftDuration: SimulatedTime?
  /// Views with the same one that collide become a cluster of the map's own; nil never does.
  public var clusteringIdentifier: String?

  /// Makes settings of their parts; the defaults are MapKit's.
  public init(
    identifier: String, kinds: Int, kind: Kind = .image, size: ScreenSize,
    centerOffset: ScreenOffset, calloutOffset: ScreenOffset = .zero,
    provider: Provider = .dequeuesByIdentifier, isEnabled: Bool = true,
    canShowCallout: Bool = false, isDraggable: Bool = false, zPriority: Double = 500,
    selectedZPriority: Double = 1000, displayPriority: Double = 1000,
    collision: Collision = .rectangle, forgets: [Part] = [],
    liftDuration: SimulatedTime? = SimulatedTime(milliseconds: 200),
    clusteringIdentifier: String? = nil
  ) {
    self.identifier = identifier
    self.kinds = kinds
    self.kind = kind
    self.size = size
    self.centerOffset = centerOffset
    self.calloutOffset = calloutOffset
    self.provider = provider
    self.isEnabled = isEnabled
    self.canShowCallout = canShowCallout
    self.isDraggable = isDraggable
    self.zPriority = zPriority
    self.selectedZPriority = selectedZPriority
    self.displayPriority = displayPriority
    self.collision = collision
    self.forgets = forgets
    self.liftDuration = liftDuration
    self.clusteringIdentifier = clusteringIdentifier
  }

  /// What changes in the views of a layer while the session runs; nil leaves a part as it is.
  public struct Change: Hashable, Sendable {
    /// The new ``ViewSettings/centerOffset``.
    public var centerOffset: ScreenOffset?
    /// The new ``ViewSettings/calloutOffset``.
    public var calloutOffset: ScreenOffset?
    /// The new ``ViewSettings/isEnabled``.
    public var isEnabled: Bool?
    /// The new ``ViewSettings/isDraggable``.
    public var isDraggable: Bool?
    /// The new ``ViewSettings/zPriority``.
    public var zPriority: Double?
    /// The new ``ViewSettings/selectedZPriority``.
    public var selectedZPriority: Double?
    /// The new ``ViewSettings/displayPriority``.
    public var displayPriority: Double?

    /// Makes a change of its parts.
    public init(
      centerOffset: ScreenOffset? = nil, calloutOffset: ScreenOffset? = nil,
      isEnabled: Bool? = nil, isDraggable: Bool? = nil, zPriority: Double? = nil,
      selectedZPriority: Double? = nil, displayPriority: Double? = nil
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
}

extension ViewSettings.Kind {
  /// The extent of the views of this kind, in points; an app's own image may have another one.
  ///
  /// Those of the marker are MapKit's published numbers, those of the pin what developers report.
  public var standardSize: ScreenSize {
    switch self {
    case .image, .pin: ScreenSize(width: 32, height: 39)
    case .marker: ScreenSize(width: 28, height: 28)
    }
  }

  /// From the coordinate's screen point to the middle of a view of this kind, in points.
  public var standardCenterOffset: ScreenOffset {
    switch self {
    case .image, .pin: ScreenOffset(dx: 8, dy: -16)
    case .marker: .zero
    }
  }
}
