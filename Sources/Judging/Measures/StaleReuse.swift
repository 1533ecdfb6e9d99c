public import MapEvents
public import MapGeometry

/// A view that was shown with something of another annotation on it.
public struct StaleReuse: Codable, Hashable, Sendable {
  /// A part of a view that an earlier use can leave on it.
  public enum State: String, CaseIterable, Codable, Hashable, Sendable {
    /// Its class: it was made for views of another kind under the same identifier.
    case kind
    /// The extent that it was given for other views.
    case size
    /// The center offset or the callout offset that it was given for other views.
    case offset
    /// Its clustering identifier, which went when it was prepared for another use.
    case clustering
    case title
    case accessory
    case callout
    /// It is drawn larger, as selected views are.
    case transform
    /// It is drawn as selected.
    case selection
    /// The content that a callout annotation carries along.
    case content
    /// The alpha that an animator left on it.
    case alpha
  }

  /// A stale part and its owner.
  public struct Leak: Codable, Hashable, Sendable {
    /// The part.
    public var part: State
    /// The annotation that it stems from; nil when the view was never shown before.
    public var owner: AnnotationID?
  }

  /// When the view was shown.
  public var time: SimulatedTime
  /// The running step; -1 outside of steps.
  public var step: Int32
  /// Number of the view.
  public var view: ViewID
  /// The annotation that it was shown for.
  public var annotation: AnnotationID
  /// The stale parts, in their order; at least one.
  public var leaks: [Leak]
  /// The subjects of ``annotation`` and of the owners of the stale parts.
  public var subjects: [CalloutTimeline.Subject] = []
}

/// Finds stale state on reused views, from events alone.
///
/// A title, an accessory or a callout is stale when it stems from another annotation than the one
/// that the view is shown for. Size and look of a selected view are stale unless the annotation is
/// the selected one; they stem from the last one that was selected while the view was shown for it,
/// or else from the one that it was shown for before. From that one stem class, extent and offsets,
/// which are stale where they differ from the annotation's settings, and a clustering identifier
/// that was lost.
struct StaleStateCheck {
  private(set) var selected: AnnotationID?
  /// For each view, the annotation it was last shown for; if any.
  private var lastShownFor: [AnnotationID] = []
  /// For each view, the annotation that was last selected while the view was its own, if any.
  private var lastSelectedAs: [AnnotationID] = []
  /// The stale appearance of a view that is about to be shown.
  private var kept: (view: ViewID, parts: [StaleReuse.State])?
  /// A view that is about to be shown without its clustering identifier.
  private var lost: ViewID?
  /// When each view was last found stale, and for which annotation.
  private var foundStale: [ViewID: (time: SimulatedTime, annotation: AnnotationID)] = [:]
  /// The annotation that each view was last shown for; it may have left since.
  private(set) var subjects: [ViewID: CalloutTimeline.Subject] = [:]
  /// The annotation that each view was shown for in the use before the last one.
  private(set) var earlierSubjects: [ViewID: CalloutTimeline.Subject] = [:]
  /// The view that was last shown for an annotation, as long as no other one took it.
  private var viewOf: [AnnotationID: ViewID] = [:]

  /// Notes that a view was found stale.
  mutating func noteStale(_ view: ViewID, for annotation: AnnotationID, at time: SimulatedTime) {
    foundStale[view] = (time: time, annotation: annotation)
  }

  /// Whether a view was found stale in the use that began now.
  func isStale(_ view: ViewID, for annotation: AnnotationID, at time: SimulatedTime) -> Bool {
    foundStale[view].map { $0 == (time: time, annotation: annotation) } ?? false
  }

  /// Notes for whom a view is shown, once that use has been checked.
  mutating func note(_ subject: CalloutTimeline.Subject?, of view: ViewID) {
    earlierSubjects[view] = subjects[view]
    subjects[view] = subject
  }

  mutating func observe(_ event: SelectionEvent) {
    switch event {
    case .willSelect(let annotation), .didSelect(let annotation),
      .didSelectAnnotation(let annotation):
      selected = annotation
      if let view = viewOf[annotation] { lastSelectedAs[view.index] = annotation }
    case .willDeselect, .didDeselect, .didDeselectAnnotation: selected = nil
    case .missed, .refused: break
    }
  }

  /// Compares the appearance of a view that is about to be shown with what it should be.
  mutating func keep(
    _ view: ViewID, _ appearance: ViewAppearance, insteadOf wanted: ViewAppearance
  ) {
    var parts: [StaleReuse.State] = []
    if appearance.kind != wanted.kind { parts.append(.kind) }
    if appearance.size != wanted.size { parts.append(.size) }
    if appearance.centerOffset != wanted.centerOffset
      || appearance.calloutOffset != wanted.calloutOffset
    {
      parts.append(.offset)
    }
    kept = (view: view, parts: parts)
  }

  /// Notes that a view that is about to be shown has no clustering identifier any more.
  mutating func loseClustering(_ view: ViewID) { lost = view }

  /// Returns the stale state of a view that is shown, usually none.
  mutating func show(
    _ view: ViewID, for annotation: AnnotationID, _ state: ViewState
  ) -> [StaleReuse.Leak] {
    precondition(view.isSome, "a view has number \(view)")
    while lastShownFor.count <= view.index {
      lastShownFor.append(.none)
      lastSelectedAs.append(.none)
    }
    let last = lastShownFor[view.index]
    if viewOf[last] == view { viewOf[last] = nil }
    viewOf[annotation] = view
    lastShownFor[view.index] = annotation
    var leaks: [StaleReuse.Leak] = []
    if let kept, kept.view == view {
      leaks += kept.parts.map { StaleReuse.Leak(part: $0, owner: last.optional) }
    }
    if lost == view { leaks.append(StaleReuse.Leak(part: .clustering, owner: last.optional)) }
    kept = nil
    lost = nil
    func find(_ part: StaleReuse.State, of owner: AnnotationID) {
      guard owner.isSome, owner != annotation else { return }
      leaks.append(StaleReuse.Leak(part: part, owner: owner))
    }
    find(.title, of: state.title)
    find(.accessory, of: state.accessory)
    find(.callout, of: state.callout)
    guard annotation != selected else { return leaks }
    // The view may have been reused several times since.
    let selectedAs = lastSelectedAs[view.index]
    let owner = selectedAs.optional ?? last.optional
    if state.isTransformed { leaks.append(StaleReuse.Leak(part: .transform, owner: owner)) }
    if state.isSelected { leaks.append(StaleReuse.Leak(part: .selection, owner: owner)) }
    return leaks
  }
}
