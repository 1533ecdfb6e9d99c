public import MapEvents
public import MapGeometry

/// What happened to a callout from its opening to its end, in order.
public struct CalloutLife: Hashable, Sendable {
  /// Number of the callout in the session.
  public var callout: Int32
  /// The annotation that it opened over.
  public var annotation: Int32
  /// What happened.
  public var chapters: [Chapter] = []

  /// Something that happened to a callout.
  public struct Chapter: Hashable, Sendable {
    /// When.
    public var time: SimulatedTime
    /// The step that was running; -1 outside of steps.
    public var step: Int32
    /// What.
    public var kind: Kind

    /// Makes a chapter of its parts.
    public init(time: SimulatedTime, step: Int32, kind: Kind) {
      self.time = time
      self.step = step
      self.kind = kind
    }
  }

  /// What can happen to a callout.
  public enum Kind: Hashable, Sendable {
    /// It opened, and the map was asked to make room or not.
    case opened(CalloutRequest)
    /// It opened, and the map refused to make room.
    case refused
    /// The map came to rest, or had nothing to do.
    case settled
    /// Something else moved the map before that.
    case interrupted
    /// In so many frames after that, it or its pin moved; the furthest that its tip came off.
    case followed(frames: Int, offPoints: Double)
    /// A control beside its text was tapped.
    case accessoryTapped(CalloutSide)
    /// It closed.
    case closed(Cause)
  }

  /// Why a callout closes.
  public enum Cause: Hashable, Sendable {
    /// The empty map was tapped.
    case tap
    /// Another annotation was selected.
    case selected(annotation: Int32)
    /// A step was to close it, as an app does or a finger beside all views.
    case step
    /// The region changed, and the app deselects after what it takes for a zoom.
    case regionChange
    /// Its annotation left the map in a cluster update.
    case leftInUpdate(Int32)
    /// Its annotation left the map.
    case removed
    /// Its annotation view left the area in which views exist.
    case outOfSight
  }

  /// Makes the life of a callout that is about to open.
  public init(callout: Int32, annotation: Int32) {
    self.callout = callout
    self.annotation = annotation
  }
}

/// Writes down the lives of callouts, from the events alone.
///
/// Why a callout closes no event says; it follows from what came just before at the same instant,
/// and from what comes next.
struct CalloutBiographer {
  private(set) var lives: [CalloutLife] = []
  /// The callouts whose annotation left in a cluster update.
  private(set) var closedInUpdates: Int64 = 0

  /// The callout that is open, as an index into the lives.
  private var open: Int?
  private var isSettled = false
  /// Frames after the rest, and the furthest distance in them.
  private var frames = 0
  private var offPoints = 0.0
  /// What may have made a callout close, and when that happened.
  private var hint: (cause: CalloutLife.Cause, time: SimulatedTime)?
  /// A callout that closed for a reason which the next events may tell.
  private var closing: (life: Int, chapter: Int)?
  /// The cluster update that was applied last, for each layer.
  private var updates: [Int32: Int32] = [:]

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.stepBegan): hint = (.step, event.time)
    case .input(.tapped): hint = (.tap, event.time)
    case .map(.visibleRegionChanged): hint = (.outOfSight, event.time)
    case .map(.regionDidChange): hint = (.regionChange, event.time)
    case .cluster(.applied(let update, let layer, _)): updates[layer] = update
    case .callout(let callout): observe(callout, event)
    default: break
    }
    if closing != nil { explain(event) }
  }

  private mutating func observe(_ event: CalloutEvent, _ place: Event) {
    switch event {
    case .opened(let callout, let annotation, let opening):
      closing = nil
      lives.append(CalloutLife(callout: callout, annotation: annotation))
      open = lives.count - 1
      (isSettled, frames, offPoints) = (false, 0, 0)
      add(opening.isRefused ? .refused : .opened(opening.move), place)
    case .settled:
      isSettled = true
      add(.settled, place)
    case .interrupted:
      isSettled = true
      add(.interrupted, place)
    case .accessoryTapped(_, _, let side):
      endFollowing(place)
      add(.accessoryTapped(side), place)
    case .pinned(_, let tip, let anchor, _):
      guard isSettled else { return }
      let (dx, dy) = (tip.x - anchor.x, tip.y - anchor.y)
      frames += 1
      offPoints = max(offPoints, (dx * dx + dy * dy).squareRoot())
    case .closed:
      endFollowing(place)
      guard let life = open else { return }
      // What ends with the callout was not interrupted by anything else.
      if let last = lives[life].chapters.last, last.kind == .interrupted, last.time == place.time {
        lives[life].chapters.removeLast()
      }
      let cause = hint.flatMap { $0.time == place.time ? $0.cause : nil } ?? .removed
      add(.closed(cause), place)
      closing = (life, lives[life].chapters.count - 1)
      open = nil
    }
  }

  private mutating func add(_ kind: CalloutLife.Kind, _ place: Event) {
    guard let open else { return }
    assert(
      lives[open].chapters.last.map { $0.time <= place.time } ?? true, "a life runs backwards")
    lives[open].chapters.append(
      CalloutLife.Chapter(time: place.time, step: place.step, kind: kind))
  }

  /// The frames so far become a chapter of their own; the first one only shows the callout.
  private mutating func endFollowing(_ place: Event) {
    if frames > 1 { add(.followed(frames: frames, offPoints: offPoints), place) }
    (frames, offPoints) = (0, 0)
  }

  /// Finds the reason of the last closing in what comes after it.
  private mutating func explain(_ event: Event) {
    guard let (life, chapter) = closing else { return }
    switch event.kind {
    case .callout(.closed), .selection(.didDeselect), .selection(.didDeselectAnnotation):
      return
    case .view(.returned(_, let annotation, _)):
      // Views go right after the selection that left with them.
      if annotation == lives[life].annotation,
        lives[life].chapters[chapter].kind == .closed(.regionChange)
      {
        lives[life].chapters[chapter].kind = .closed(.outOfSight)
      }
      return
    case .selection(.willSelect(let annotation)):
      lives[life].chapters[chapter].kind = .closed(.selected(annotation: annotation))
    case .data(.annotationRemoved(let annotation, let layer, _, let isCluster))
    where annotation == lives[life].annotation:
      let update = isCluster ? updates[layer] : nil
      lives[life].chapters[chapter].kind = .closed(update.map { .leftInUpdate($0) } ?? .removed)
      closedInUpdates += update == nil ? 0 : 1
    default: break
    }
    closing = nil
  }

  /// Ends the session: what is open stays so.
  mutating func finish(at event: Event) { endFollowing(event) }
}
