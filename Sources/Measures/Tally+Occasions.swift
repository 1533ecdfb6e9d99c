internal import Metrics

/// What happened in a scope that gives metrics something to count.
extension Tally {
  /// How often an occasion came.
  func count(of occasion: Occasion) -> Int64 {
    switch occasion {
    case .updateRequested: updatesRequested
    case .updateStarted: Int64(times[.queueWaits].count)
    case .updateComputed: Int64(times[.computes].count)
    case .updateApplied: updates
    case .updateFinished: Int64(times[.latencies].count)
    case .indexing: Int64(times[.indexings].count)
    case .clusterWork: Int64(times[.computes].count + times[.indexings].count)
    case .clustersKnown: kindsShown == nil ? 0 : 1
    case .clusterNeeded: clustersCreated + clustersReused
    case .clusterReused: clustersReused
    case .mapChange: mapChanges
    case .auditedPoints: auditsOfPoints
    case .audit: audits
    case .comparedUpdate: comparedPictures
    case .placeShownTwice: alikePictures
    case .controllerRequest: controllerRequests
    case .appAnimation: appAnimations
    case .updateUnderCallout: updatesUnderCallouts
    case .viewRequested, .viewsKnown: viewsRequested
    case .viewReused: viewsReused
    case .pan: micropointsPanned
    case .calloutOpened: calloutsOpened
    case .calloutJudged, .criterionApplied: calloutsJudged
    case .calloutFrame: calloutsOpened + calloutFrames
    case .calloutAnnotationLaidOut: calloutAnnotationsLaidOut
    case .calloutAnnotationShown: calloutAnnotationsAtStart + calloutAnnotationsAdded
    case .calloutButtonReleased: calloutButtonsReleased
    case .frame: frames
    case .regionChange: regionChanges
    case .callback: viewsRequested + regionChanges + selections + deselections + dragsStarted
    case .tap: taps
    case .selectionAttempt:
      taps + selections + selectionsMissed + selectionsRefused + dragsStarted + dragsRefused
    case .selectionInForce: selectedAtStart + selections
    case .selectionOrTap: taps + selections + selectionsMissed + selectionsRefused
    case .drag: dragsStarted
    case .dragAttempt: dragsStarted + dragsRefused
    case .overlaysKnown: overlaysAdded
    case .rendererRequested: renderersRequested
    case .replacement: replacements
    }
  }
}

extension FactsRecorder {
  /// How often in a scope, or before it, what a metric needs has happened.
  func occasions(of metric: Metric, in tally: Tally) -> Int64 {
    guard case .after(let occasion) = metric.declaration.opportunity else { return 0 }
    return (occasion.isLasting ? session : tally).count(of: occasion)
  }
}
