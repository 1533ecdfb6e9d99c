internal import MapEvents
internal import MapGeometry

/// Writes down the lives of callouts, from the events alone.
///
/// Why a callout closes no event says; it follows from what came just before at the same instant,
/// and from what comes next.
struct CalloutBiographer {
  private(set) var lives: [CalloutLife] = []
  /// The callouts whose annotation left in a cluster update, and nothing took over.
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
  /// A callout that closed for another annotation, which can be that of the same points; this lasts
  /// until its own one leaves or anything else can have selected.
  private var successor: (life: Int, chapter: Int, heir: Int32, time: SimulatedTime)?
  /// Subjects of lives whose size an update will tell when it ends.
  private var uncounted: [(life: Int, subject: Int)] = []
  /// The cluster update that was applied last, for each layer.
  private var updates: [Int32: Int32] = [:]
  private(set) var annotations = AnnotationBook()
  /// Callouts that are annotations, by their number.
  private var seconds: [Int32: Second] = [:]
  /// For each parent the callout annotation that the app will take away.
  private var ownOf: [Int32: Int32] = [:]

  /// A callout that is an annotation.
  private struct Second {
    var parent: Int32
    var isLaidOut = false
    /// Its layout that came last, for the life that begins with it; nil once told.
    var chapter: CalloutLife.Chapter?
    /// The life of its opening that came last, as an index.
    var life: Int?
    /// Whether the app took it away.
    var isRemoved = false
    /// Whether nobody will.
    var isLeftBehind = false
  }

  mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.stepBegan): hint = (.step, event.time)
    case .input(.tapped): hint = (.tap, event.time)
    case .map(.visibleRegionChanged): hint = (.outOfSight, event.time)
    case .map(.regionDidChange): hint = (.regionChange, event.time)
    case .cluster(.applied(let update, let layer, _)): updates[layer] = update
    case .callout(let callout): observe(callout, event)
    case .second(let second): observe(second, event)
    default: break
    }
    if successor != nil { inherit(event) }
    if closing != nil { explain(event) }
    annotations.observe(event)
    if !uncounted.isEmpty, case .cluster(.stands) = event.kind { countSubjects() }
  }

  private mutating func observe(_ event: SecondCalloutEvent, _ place: Event) {
    switch event {
    case .added(let annotation, let parent, _, _):
      seconds[annotation] = Second(parent: parent)
      ownOf[parent] = annotation
    case .moved(let annotation, let parent, _):
      forget(annotation)
      seconds[annotation]?.parent = parent
      ownOf[parent] = annotation
    case .removed(let annotation):
      forget(annotation)
      seconds[annotation]?.isRemoved = true
    case .laidOut(let annotation, let layout):
      let isAnew = seconds[annotation]?.isLaidOut ?? false
      seconds[annotation]?.isLaidOut = true
      seconds[annotation]?.chapter = CalloutLife.Chapter(
        time: place.time, step: place.step, kind: .laidOut(layout, isAnew: isAnew))
      tellLayout(of: annotation)
    case .leftBehind(let annotation):
      forget(annotation)
      seconds[annotation]?.isLeftBehind = true
      guard let life = seconds[annotation]?.life else { return }
      lives[life].chapters.append(
        CalloutLife.Chapter(time: place.time, step: place.step, kind: .leftBehind))
    case .tappedAway, .held, .released, .deadTap, .stands: break
    }
  }

  /// The app takes a callout annotation away for its parent no more.
  private mutating func forget(_ annotation: Int32) {
    guard let parent = seconds[annotation]?.parent, ownOf[parent] == annotation else { return }
    ownOf[parent] = nil
  }

  /// What is left behind opens no more; its layouts belong to the life that it had.
  private mutating func tellLayout(of annotation: Int32) {
    guard let second = seconds[annotation], second.isLeftBehind, let life = second.life,
      let chapter = second.chapter
    else { return }
    tell(chapter, in: life)
    seconds[annotation]?.chapter = nil
  }

  private mutating func tell(_ layout: CalloutLife.Chapter, in life: Int) {
    if case .laidOut(let layout, _) = layout.kind {
      note(layout.parent, in: life)
      note(layout.over, in: life)
    }
    lives[life].chapters.append(layout)
  }

  /// Lets a life speak of an annotation, as it is now if it never did.
  private mutating func note(_ annotation: Int32, in life: Int) {
    guard let subject = annotations[annotation],
      !lives[life].subjects.contains(where: { $0.annotation == annotation })
    else { return }
    lives[life].subjects.append(subject)
    guard subject.isCluster, subject.count == 0 else { return }
    uncounted.append((life, lives[life].subjects.count - 1))
  }

  /// Sizes of what lives spoke of before an update told them, unless it is something else by now.
  private mutating func countSubjects() {
    uncounted.removeAll { life, index in
      let subject = lives[life].subjects[index]
      guard let known = annotations[subject.annotation], known.content == subject.content else {
        return true
      }
      lives[life].subjects[index].count = known.count
      return known.count > 0
    }
  }

  private mutating func observe(_ event: CalloutEvent, _ place: Event) {
    switch event {
    case .opened(let callout, let annotation, let opening):
      closing = nil
      lives.append(CalloutLife(callout: callout, annotation: annotation))
      let life = lives.count - 1
      open = life
      note(annotation, in: life)
      (isSettled, frames, offPoints) = (false, 0, 0)
      beginSecond(over: annotation, life, place)
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

  /// A life may be that of a callout annotation, whose view was laid out at the same instant.
  private mutating func beginSecond(over parent: Int32, _ life: Int, _ place: Event) {
    guard let own = ownOf[parent] else { return }
    seconds[own]?.life = life
    guard let chapter = seconds[own]?.chapter, chapter.time == place.time else { return }
    seconds[own]?.chapter = nil
    tell(chapter, in: life)
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
      // Views go right after the selection that left with them, and that of a callout which the
      // app did not take away goes by itself.
      let isOwn = seconds[annotation].map { $0.life == life && !$0.isRemoved } ?? false
      let isParent =
        annotation == lives[life].annotation
        && lives[life].chapters[chapter].kind == .closed(.regionChange)
      if isParent || isOwn {
        lives[life].chapters[chapter].kind = .closed(.outOfSight)
      }
      return
    case .selection(.willSelect(let annotation)):
      lives[life].chapters[chapter].kind = .closed(.selected(annotation: annotation))
      note(annotation, in: life)
      successor = (life, chapter, annotation, event.time)
    case .second(.tappedAway):
      lives[life].chapters[chapter].kind = .closed(.tappedItself)
    case .data(.annotationRemoved(let annotation, _, _, _)) where seconds[annotation] != nil:
      // The callout goes with the selection; why that went is still to come.
      return
    case .data(.annotationRemoved(let annotation, let layer, _, let isCluster))
    where annotation == lives[life].annotation:
      let update = isCluster ? updates[layer] : nil
      lives[life].chapters[chapter].kind = .closed(update.map { .leftInUpdate($0) } ?? .removed)
      closedInUpdates += update == nil ? 0 : 1
    default: break
    }
    closing = nil
  }

  /// Finds out whether an annotation was selected since a cluster update took away the one before:
  /// nobody selects then, and that one leaves at the same instant, before anything else is done.
  private mutating func inherit(_ event: Event) {
    guard let (life, chapter, heir, time) = successor else { return }
    let isPast = if case .session = event.kind { true } else { event.time > time }
    if isPast { successor = nil }
    guard !isPast, case .data(.annotationRemoved(let annotation, let layer, _, true)) = event.kind,
      annotation == lives[life].annotation
    else { return }
    successor = nil
    guard let update = updates[layer], annotations[heir]?.layer == layer else { return }
    lives[life].chapters[chapter].kind = .closed(.handedOver(update: update, heir: heir))
  }

  /// Ends the session: what is open stays so.
  mutating func finish(at event: Event) { endFollowing(event) }
}
