internal import MapEvents

/// Callouts that are annotations.
extension FactsRecorder {
  mutating func observe(_ event: SecondCalloutEvent) {
    switch event {
    case .leftBehind: count(in: currentScope) { $0.calloutsLeftBehind += 1 }
    case .tappedAway: count(in: currentScope) { $0.calloutsTappedAway += 1 }
    case .deadTap: count(in: currentScope) { $0.deadTaps += 1 }
    case .released(_, let revived):
      count(in: currentScope) { $0.viewsRevived += Int64(revived) }
    case .laidOut(let annotation, let layout):
      if layout.maker == .annotation {
        count(in: currentScope) { $0.calloutsMadeByAnnotations += 1 }
      }
      if layout.over != layout.parent { count(in: currentScope) { $0.calloutsMisplaced += 1 } }
      guard layout.contentOwner != annotation else { return }
      let leak = DirtyReuse.Leak(part: .content, owner: layout.contentOwner)
      note([leak], on: layout.view, shownFor: annotation)
    case .added, .moved, .removed, .held, .stands: break
    }
  }
}
