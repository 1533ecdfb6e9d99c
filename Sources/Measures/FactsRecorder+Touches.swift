internal import MapEvents

/// What fingers do, what they carry, and overlays.
extension FactsRecorder {
  mutating func observe(_ event: InputEvent) {
    switch event {
    case .tapped: count(in: currentScope) { $0.taps += 1 }
    case .doubleTapped, .twoFingersTapped, .began, .ended: break
    }
  }

  mutating func observe(_ event: DragEvent) {
    switch event {
    case .stateChanged(_, new: .starting, _): count(in: currentScope) { $0.dragsStarted += 1 }
    case .stateChanged(_, new: .ending, _): count(in: currentScope) { $0.dragsDropped += 1 }
    case .stateChanged(_, new: .canceling, _): count(in: currentScope) { $0.dragsCancelled += 1 }
    case .refused: count(in: currentScope) { $0.dragsRefused += 1 }
    case .geocodeRequested: count(in: currentScope) { $0.geocodeRequests += 1 }
    case .stateChanged, .viewStateSet: break
    }
  }

  mutating func observe(_ event: OverlayEvent) {
    switch event {
    case .added: count(in: currentScope) { $0.overlaysAdded += 1 }
    case .removed: count(in: currentScope) { $0.overlaysRemoved += 1 }
    case .rendererRequested: count(in: currentScope) { $0.renderersRequested += 1 }
    case .rendererMissing: count(in: currentScope) { $0.renderersMissing += 1 }
    case .exchanged: break
    }
  }
}
