internal import MapEvents

/// Callouts that are annotations.
extension FactsRecorder {
  mutating func observe(_ event: SecondCalloutEvent) {
    switch event {
    case .leftBehind: count(in: currentScope) { $0.calloutsLeftBehind += 1 }
    case .tappedAway: count(in: currentScope) { $0.calloutsTappedAway += 1 }
    case .deadTap: count(in: currentScope) { $0.deadTaps += 1 }
    case .released(_, let revived):
      count(in: currentScope) { tally in
        tally.calloutButtonsReleased += 1
        tally.viewsRevived += Int64(revived)
      }
    case .laidOut(let annotation, let layout):
      count(in: currentScope) { tally in
        tally.calloutAnnotationsLaidOut += 1
        tally.calloutsMadeByAnnotations += layout.maker == .annotation ? 1 : 0
        tally.calloutsMisplaced += layout.over == layout.parent ? 0 : 1
      }
      guard layout.contentOwner != annotation else { return }
      let leak = DirtyReuse.Leak(part: .content, owner: layout.contentOwner)
      note([leak], on: layout.view, shownFor: annotation)
    case .added:
      calloutAnnotationsShown += 1
      count(in: currentScope) { $0.calloutAnnotationsAdded += 1 }
    case .removed: calloutAnnotationsShown -= 1
    case .moved, .held, .stands: break
    }
  }
}
