internal import MapEvents

/// Finds what stays on views between their uses, from events alone.
///
/// A title, an accessory or a callout is wrong when it stems from another annotation than the one
/// that the view is shown for. Size and look of a selected view are wrong unless the annotation is
/// the selected one; they stem from the last one that was selected while the view was shown for it,
/// or else from the one that it was shown for before. From that one stem class, extent and offsets,
/// which are wrong where they are not those of the annotation's settings.
struct StaleStateCheck {
  private(set) var selected: Int32?
  /// For each view, the annotation it was last shown for; -1 before the first time.
  private var lastShownFor: [Int32] = []
  /// For each view, the annotation that was last selected while the view was its own; -1 for none.
  private var lastSelectedAs: [Int32] = []
  /// What a view that is about to be shown keeps of what it was made for.
  private var kept: (view: Int32, parts: [StaleReuse.Part])?
  /// What was known of the annotation that a view was last shown for; it may have left since.
  var subjects: [Int32: CalloutTimeline.Subject] = [:]
  /// The view that was last shown for an annotation, as long as no other one took it.
  private var viewOf: [Int32: Int32] = [:]

  mutating func observe(_ event: SelectionEvent) {
    switch event {
    case .willSelect(let annotation), .didSelect(let annotation),
      .didSelectAnnotation(let annotation):
      selected = annotation
      if let view = viewOf[annotation] { lastSelectedAs[Int(view)] = annotation }
    case .willDeselect, .didDeselect, .didDeselectAnnotation:
      selected = nil
    case .missed, .refused:
      break
    }
  }

  /// Takes in what a view that is about to be shown is, and what it should be.
  mutating func keep(
    _ view: Int32, _ appearance: ViewAppearance, insteadOf wanted: ViewAppearance
  ) {
    var parts: [StaleReuse.Part] = []
    if appearance.kind != wanted.kind { parts.append(.kind) }
    if appearance.size != wanted.size { parts.append(.size) }
    if appearance.centerOffset != wanted.centerOffset
      || appearance.calloutOffset != wanted.calloutOffset
    {
      parts.append(.offset)
    }
    kept = (view: view, parts: parts)
  }

  /// Takes in a view that is shown; returns what is not its annotation's, usually nothing.
  ///
  /// - Complexity: O(1).
  mutating func show(
    _ view: Int32, for annotation: Int32, _ state: ViewState
  ) -> [StaleReuse.Leak] {
    precondition(view >= 0, "a view has number \(view)")
    while lastShownFor.count <= Int(view) {
      lastShownFor.append(-1)
      lastSelectedAs.append(-1)
    }
    let last = lastShownFor[Int(view)]
    if viewOf[last] == view { viewOf[last] = nil }
    viewOf[annotation] = view
    lastShownFor[Int(view)] = annotation
    var leaks: [StaleReuse.Leak] = []
    if let kept, kept.view == view {
      leaks += kept.parts.map { StaleReuse.Leak(part: $0, owner: last >= 0 ? last : nil) }
    }
    kept = nil
    func find(_ part: StaleReuse.Part, of owner: Int32) {
      guard owner >= 0, owner != annotation else { return }
      leaks.append(StaleReuse.Leak(part: part, owner: owner))
    }
    find(.title, of: state.title)
    find(.accessory, of: state.accessory)
    find(.callout, of: state.callout)
    guard annotation != selected else { return leaks }
    // The look may have gone through many hands since.
    let selectedAs = lastSelectedAs[Int(view)]
    let owner = selectedAs >= 0 ? selectedAs : last >= 0 ? last : nil
    if state.isTransformed { leaks.append(StaleReuse.Leak(part: .transform, owner: owner)) }
    if state.isSelected { leaks.append(StaleReuse.Leak(part: .selection, owner: owner)) }
    return leaks
  }
}
