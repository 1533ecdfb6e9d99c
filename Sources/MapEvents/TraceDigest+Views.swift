internal import MapGeometry

/// The byte form of views, fingers, drags, overlays, delegates and animators.
extension TraceDigest {
  mutating func add(_ event: ViewEvent) {
    switch event {
    case .requested(let annotation, let identifier): putPair(0, annotation, identifier)
    case .created(let view, let identifier): putPair(1, view, identifier)
    case .reused(let view, let identifier): putPair(2, view, identifier)
    case .returned(let view, let annotation, let identifier):
      putPair(3, view, annotation)
      put(identifier)
    case .didAdd(let views):
      put(room: 3, case: 4)
      put(views)
    case .providerAnsweredNil(let annotation):
      put(room: 3, case: 5)
      put(annotation)
    case .displayed(let view, let annotation, let state):
      putPair(6, view, annotation)
      put(state)
    case .hidden(let view, let other): putPair(7, view, other)
    case .unhidden(let view):
      put(room: 3, case: 8)
      put(view)
    case .joinedCluster(let annotation, let cluster): putPair(9, annotation, cluster)
    case .leftCluster(let annotation, let cluster): putPair(10, annotation, cluster)
    case .appearanceKept(let view, let annotation, let kept, let wanted):
      putPair(11, view, annotation)
      put(kept)
      put(wanted)
    }
  }

  private mutating func putPair(_ number: UInt8, _ first: Int32, _ second: Int32) {
    put(room: 3, case: number)
    put(first)
    put(second)
  }

  private mutating func put(_ appearance: ViewAppearance) {
    put(byte: appearance.kind.rawValue)
    put(appearance.size.width)
    put(appearance.size.height)
    for offset in [appearance.centerOffset, appearance.calloutOffset] {
      put(offset.dx)
      put(offset.dy)
    }
  }

  private mutating func put(_ state: ViewState) {
    put(state.title)
    put(state.accessory)
    put(state.callout)
    put(state.isTransformed)
    put(state.isSelected)
  }

  mutating func add(_ event: InputEvent) {
    switch event {
    case .tapped(let point):
      put(room: 9, case: 0)
      put(point)
    case .doubleTapped(let point):
      put(room: 9, case: 1)
      put(point)
    case .twoFingersTapped: put(room: 9, case: 2)
    case .began(let gesture):
      put(room: 9, case: 3)
      put(byte: gesture.rawValue)
    case .ended(let gesture, let velocity):
      put(room: 9, case: 4)
      put(byte: gesture.rawValue)
      put(velocity.dx)
      put(velocity.dy)
    }
  }

  mutating func add(_ event: DragEvent) {
    switch event {
    case .viewStateSet(let annotation, let state):
      put(room: 10, case: 0)
      put(annotation)
      put(byte: state.rawValue)
    case .stateChanged(let annotation, let new, let old):
      put(room: 10, case: 1)
      put(annotation)
      put(byte: new.rawValue)
      put(byte: old.rawValue)
    case .refused(let annotation):
      put(room: 10, case: 2)
      put(annotation)
    case .geocodeRequested(let annotation, let coordinate):
      put(room: 10, case: 3)
      put(annotation)
      put(coordinate)
    }
  }

  mutating func add(_ event: OverlayEvent) {
    switch event {
    case .added(let overlay, let level, let index):
      putOverlay(0, overlay)
      put(byte: level.rawValue)
      put(index)
    case .removed(let overlay): putOverlay(1, overlay)
    case .exchanged(let first, let second):
      putOverlay(2, first)
      put(second)
    case .rendererRequested(let overlay): putOverlay(3, overlay)
    case .rendererMissing(let overlay): putOverlay(4, overlay)
    }
  }

  private mutating func putOverlay(_ number: UInt8, _ overlay: Int32) {
    put(room: 11, case: number)
    put(overlay)
  }

  mutating func add(_ event: DelegateEvent) {
    switch event {
    case .set(let target):
      put(room: 12, case: 0)
      put(byte: target.rawValue)
    case .unanswered(let callback):
      put(room: 12, case: 1)
      put(byte: callback.rawValue)
    }
  }

  mutating func add(_ event: AnimatorEvent) {
    switch event {
    case .added(let layer, let views): putAnimator(0, layer, views)
    case .removes(let layer, let annotations): putAnimator(1, layer, annotations)
    case .cutShort(let view):
      put(room: 13, case: 2)
      put(view)
    }
  }

  private mutating func putAnimator(_ number: UInt8, _ layer: Int32, _ count: Int32) {
    put(room: 13, case: number)
    put(layer)
    put(count)
  }
}
