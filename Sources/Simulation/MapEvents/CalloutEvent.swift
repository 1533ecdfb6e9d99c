public import MapGeometry

/// The events of a callout, in rectangles.
public enum CalloutEvent: Hashable, Sendable {
  /// A callout opened over an annotation, before the map moved for it.
  indirect case opened(callout: Int32, annotation: AnnotationID, CalloutOpening)
  /// The map stopped after moving for the callout, or had nothing to do.
  indirect case settled(callout: Int32, SettledCallout)
  /// Another cause moved the map or closed the callout before it settled.
  case interrupted(callout: Int32)
  case closed(callout: Int32)
  /// A control beside the text of a callout was tapped.
  case accessoryTapped(callout: Int32, annotation: AnnotationID, CalloutSide)
  /// In this frame the place of the callout or its scale changed.
  case pinned(callout: Int32, CalloutPin)
}

extension CalloutEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .opened(let callout, let annotation, let opening):
      visit(6, 0, "(callout $0 opens over $1)", callout, annotation, opening)
    case .settled(let callout, let rest): visit(6, 1, "(callout $0 settles)", callout, rest)
    case .interrupted(let callout): visit(6, 2, "(callout $0 is interrupted)", callout)
    case .closed(let callout): visit(6, 3, "(callout $0 closes)", callout)
    case .accessoryTapped(let callout, let annotation, let side):
      visit(
        6, 4, "calloutAccessoryControlTapped $2 of $1", callout, Shown(annotation: annotation), side
      )
    case .pinned(let callout, let pin): visit(6, 5, nil, callout, pin)
    }
  }
}

/// The place of a callout in a frame, in points of the map view.
public struct CalloutPin: Hashable, Sendable {
  /// The drawn tip.
  public var tip: ScreenPoint
  /// The point that the tip should touch.
  public var anchor: ScreenPoint
  /// The size of the callout relative to its full size.
  public var scale: Double
  /// The annotation view.
  public var parent: ScreenRect
  /// The rectangle of the callout in its full size.
  public var body: ScreenRect

  /// Makes a place of its parts.
  public init(
    tip: ScreenPoint, anchor: ScreenPoint, scale: Double, parent: ScreenRect, body: ScreenRect
  ) {
    (self.tip, self.anchor, self.scale) = (tip, anchor, scale)
    (self.parent, self.body) = (parent, body)
  }

  /// The distance of the drawn tip from the point that it should touch, in points.
  public var tipOffPoints: Double {
    let (dx, dy) = (tip.x - anchor.x, tip.y - anchor.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// The region change that was requested to make room for a callout.
public enum CalloutRequest: UInt8, Codable, Hashable, Sendable, CaseIterable {
  /// The map was not called at all.
  case none = 0
  /// The map was requested to move at once.
  case atOnce = 1
  /// The map was requested to move with an animation.
  case animated = 2
}

/// A side of a callout's text, or the button in a callout that is an annotation.
public enum CalloutSide: UInt8, Codable, Hashable, Sendable, CaseIterable {
  case left = 0
  case right = 1
  case button = 2
  /// The button, under a finger that went on to do something else.
  case cancelledButton = 3
}

/// How a callout is drawn in pictures; no criterion depends on it.
public struct CalloutLook: Codable, Hashable, Sendable {
  /// The kind of drawing.
  public enum Kind: UInt8, Codable, Hashable, Sendable, CaseIterable {
    case plain = 0
    /// The bubble that spans the map.
    case bubble = 1
    /// A subview with an arrow.
    case subview = 2
  }

  /// The kind of drawing.
  public var kind: Kind
  /// Height of the content of a bubble, in points.
  public var contentHeightPoints: Double
  /// From the origin of the parent's frame to where a bubble points.
  public var offsetFromParent: ScreenOffset
  /// Whether the arrow of a subview points up.
  public var pointsUp: Bool
  /// How large it is drawn while it grows; 0 while it is hidden.
  public var scale: Double

  /// Makes a look of its parts.
  public init(
    kind: Kind = .plain, contentHeightPoints: Double = 0, offsetFromParent: ScreenOffset = .zero,
    pointsUp: Bool = false, scale: Double = 1
  ) {
    self.kind = kind
    self.contentHeightPoints = contentHeightPoints
    self.offsetFromParent = offsetFromParent
    self.pointsUp = pointsUp
    self.scale = scale
  }
}

/// The rectangles of a callout at one instant, in points of the map view.
public struct CalloutRects: Codable, Hashable, Sendable {
  /// The annotation view.
  public var parent: ScreenRect
  /// The drawn rectangle of the callout, its tip included.
  public var body: ScreenRect
  /// Where it points to.
  public var tip: ScreenPoint
  /// The rectangle that must lie inside the view.
  public var contain: ScreenRect
  /// The accessory view left of the text.
  public var leftAccessory: ScreenRect?
  /// The accessory view right of the text.
  public var rightAccessory: ScreenRect?
  /// How it is drawn; the rectangles are those of its full size.
  public var look: CalloutLook

  /// Makes rectangles of their parts.
  public init(
    parent: ScreenRect, body: ScreenRect, tip: ScreenPoint, contain: ScreenRect,
    leftAccessory: ScreenRect? = nil, rightAccessory: ScreenRect? = nil,
    look: CalloutLook = CalloutLook()
  ) {
    self.parent = parent
    self.body = body
    self.tip = tip
    self.contain = contain
    self.leftAccessory = leftAccessory
    self.rightAccessory = rightAccessory
    self.look = look
  }
}

/// A callout as it opened.
public struct CalloutOpening: Hashable, Sendable {
  /// The rectangles before any adjustment.
  public var rects: CalloutRects
  /// How far inside the view the adjuster means to bring `contain`.
  public var insets: EdgeInsets
  /// The camera of the map.
  public var camera: Camera
  /// The region change that was requested to make room.
  public var move: CalloutRequest
  /// Whether the map refused the request.
  public var isRefused: Bool
  /// The moves of the same adjuster for the same layout elsewhere.
  public var probes: CalloutProbes
  /// The margins that bars cover, in points, whether or not the adjuster knows them.
  public var bars: EdgeInsets
  /// The time until the callout has grown and the map has made room, when nothing interrupts them.
  public var duration: SimulatedTime

  /// Makes an opening of its parts.
  public init(
    rects: CalloutRects, insets: EdgeInsets, bars: EdgeInsets = EdgeInsets(all: 0),
    camera: Camera, move: CalloutRequest, isRefused: Bool = false, probes: CalloutProbes,
    duration: SimulatedTime = .zero
  ) {
    self.rects = rects
    self.insets = insets
    self.bars = bars
    self.camera = camera
    self.move = move
    self.isRefused = isRefused
    self.probes = probes
    self.duration = duration
  }
}

/// A callout at rest.
public struct SettledCallout: Hashable, Sendable {
  /// The rectangles after the adjustment.
  public var rects: CalloutRects
  /// The current camera of the map.
  public var camera: Camera
  /// How far the pin would move if the adjustment were made once more.
  public var secondShift: ScreenOffset
  /// The scale that a second adjustment would set, relative to the scale now.
  public var secondScaleRatio: Double

  /// Makes a rest of its parts.
  public init(
    rects: CalloutRects, camera: Camera, secondShift: ScreenOffset, secondScaleRatio: Double
  ) {
    self.rects = rects
    self.camera = camera
    self.secondShift = secondShift
    self.secondScaleRatio = secondScaleRatio
  }
}

/// One frame in which something moved or changed.
public struct FrameReport: Hashable, Sendable {
  /// The frame's number since the session began.
  public var number: Int64
  /// Modeled work of the main thread since the frame before.
  public var mainThread: SimulatedTime
  /// Views on the map.
  public var liveViews: Int32
  /// Views in reuse pools.
  public var pooledViews: Int32
  /// How much later than it could have been the frame is on the screen; whole frame periods.
  public var lateness: SimulatedTime
  /// When it could have been on the screen.
  public var dueAt: SimulatedTime

  /// Makes a report of its parts.
  public init(
    number: Int64, mainThread: SimulatedTime, liveViews: Int32, pooledViews: Int32,
    lateness: SimulatedTime = .zero, dueAt: SimulatedTime = .zero
  ) {
    self.number = number
    self.mainThread = mainThread
    self.liveViews = liveViews
    self.pooledViews = pooledViews
    self.lateness = lateness
    self.dueAt = dueAt
  }
}

/// The events of a callout annotation, which is added when its parent is selected and
/// removed when its parent is deselected.
public enum CalloutAnnotationEvent: Hashable, Sendable {
  /// The app added a callout annotation to the map, with the content of the selected
  /// annotation.
  case added(annotation: AnnotationID, parent: AnnotationID, content: Int32, by: CalloutMaker)
  /// The callout annotation got another parent and its content; its view stays.
  case moved(annotation: AnnotationID, parent: AnnotationID, content: Int32)
  case removed(annotation: AnnotationID)
  /// A callout annotation stays on the map without a parent that could remove it.
  case leftBehind(annotation: AnnotationID)
  /// The view of a callout annotation came onto the map and was laid out.
  indirect case laidOut(annotation: AnnotationID, CalloutAnnotationLayout)
  /// A tap on the view of a callout annotation selected it, which removed it with its
  /// parent's selection.
  case tappedAway(annotation: AnnotationID)
  /// A button in a callout disables other views for a second; its parent's view ignores selection.
  case held(parent: AnnotationID, siblings: Int32)
  /// The second is over: some views are enabled again, including views that the app had
  /// disabled on purpose.
  case released(siblings: Int32, reenabled: Int32)
  /// A tap met a view that only the button of a callout had disabled.
  case deadTap(annotation: AnnotationID)
  /// A callout annotation that will never be removed is in the next snapshot, drawn like this.
  case drawn(annotation: AnnotationID, body: ScreenRect, tip: ScreenPoint)
}

extension CalloutAnnotationEvent {
  func describe(to visit: inout some EventVisitor) {
    switch self {
    case .added(let annotation, let parent, let content, let maker):
      visit(
        14, 0,
        maker == .delegate
          ? "(the delegate adds $0 for $1, content $2)"
          : "(the view of the parent adds $0 for $1, content $2)", annotation, parent, content,
        maker)
    case .moved(let annotation, let parent, let content):
      visit(14, 1, "($0 moves to $1, content $2)", annotation, parent, content)
    case .removed(let annotation): visit(14, 2, "(the app removes $0)", annotation)
    case .leftBehind(let annotation): visit(14, 3, "($0 stays and is never removed)", annotation)
    case .laidOut(let annotation, let layout): visit(14, 4, nil, annotation, layout)
    case .tappedAway(let annotation):
      visit(14, 5, "(the tap on callout annotation $0 took it away)", annotation.rawValue)
    case .held(let parent, let siblings):
      visit(
        14, 6, "(the button keeps $0 selected, $1 other views are disabled)",
        Shown(annotation: parent), siblings)
    case .released(let siblings, let reenabled):
      visit(
        14, 7, "($0 views are enabled again, $1 of them against the app's will)", siblings,
        reenabled)
    case .deadTap(let annotation):
      visit(14, 8, "($0 is dead for now)", Shown(annotation: annotation))
    case .drawn(let annotation, let body, let tip): visit(14, 9, nil, annotation, body, tip)
    }
  }
}

/// The maker of the parts of a callout annotation.
public enum CalloutMaker: UInt8, Codable, Hashable, Sendable, CaseIterable {
  /// The delegate of the map adds the annotation and makes its view.
  case delegate = 0
  /// The view of the parent adds the annotation, which makes its view itself.
  case annotation = 1
}

/// The layout of a callout annotation's view.
public struct CalloutAnnotationLayout: Codable, Hashable, Sendable {
  /// Its view.
  public var view: ViewID
  /// The object that made the view.
  public var maker: CalloutMaker
  /// The annotation that the callout belongs to.
  public var parent: AnnotationID
  /// The annotation of the view that it was laid out over; -1 when that waited in a pool.
  public var over: AnnotationID
  /// The content that the annotation carries.
  public var content: Int32
  /// The content that the view shows.
  public var shownContent: Int32
  /// The owner of the shown content; an earlier annotation when the app forgot to set it.
  public var contentOwner: AnnotationID

  /// Makes a layout of its parts.
  public init(
    view: ViewID, maker: CalloutMaker, parent: AnnotationID, over: AnnotationID, content: Int32,
    shownContent: Int32, contentOwner: AnnotationID
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
