import MapEvents
import MapGeometry

/// A maker for each case of every room, in the order of the numbers that the digest knows them by.
enum EveryCase {
  typealias Maker = @Sendable (inout FieldSource) -> Event.Kind

  static let makers: [Maker] =
    session + map + data + view + selection + cluster + callout + [
      { .frame($0.frame()) },
      { .snapshot($0.scene()) },
    ] + input + drag + overlay + delegate + animator + second

  private static let session: [Maker] = [
    { .session(.began($0.legend())) },
    { _ in .session(.stepBegan) },
    { _ in .session(.stepEnded) },
    { .session(.mark($0.whole())) },
    { _ in .session(.expectationsDue) },
    { _ in .session(.ended) },
    { _ in .session(.neverSettled) },
    { .session(.snapshot($0.whole())) },
    { .session(.neverHeld(Int64($0.whole()))) },
    { .session(.nothingDone($0.choice(of: IdleReason.allCases))) },
    {
      .session(
        .counted(
          MapCondition.Counted($0.choice(of: MapCondition.Quantity.allCases)), Int64($0.whole())))
    },
    { .session(.rowsSkipped(Int64($0.whole()))) },
  ]

  private static let map: [Maker] = [
    { .map(.regionWillChange(animated: $0.flag())) },
    { .map(.visibleRegionChanged($0.camera(), by: .app)) },
    { .map(.regionDidChange(animated: $0.flag(), $0.camera())) },
    { _ in .map(.regionChangeInterrupted) },
    { .map(.reentered(depth: $0.whole())) },
    { .map(.reentryRefused(depth: $0.whole())) },
    { .map(.resized(ScreenSize(width: $0.number(), height: $0.number()))) },
    { .map(.trackingChanged($0.choice(of: UserTrackingMode.allCases))) },
  ]

  private static let data: [Maker] = [
    { .data(.batchArrived(layer: $0.whole(), points: $0.whole())) },
    { .data(.pointsAdded(layer: $0.whole(), points: $0.whole())) },
    { .data(.pointsRemoved(layer: $0.whole(), points: $0.whole())) },
    {
      .data(
        .annotationAdded(
          annotation: $0.whole(), layer: $0.whole(), content: $0.bits(),
          cluster: $0.flag() ? ClusterSize(count: $0.whole(), isUniqueLocation: $0.flag()) : nil))
    },
    {
      .data(
        .annotationRemoved(
          annotation: $0.whole(), layer: $0.whole(), content: $0.bits(), isCluster: $0.flag()))
    },
    { .data(.annotationMoved(annotation: $0.whole(), $0.coordinate())) },
    {
      .data(
        .replaced(
          layer: $0.whole(), removed: $0.whole(), added: $0.whole(), kept: $0.whole(),
          compared: $0.whole()))
    },
    { .data(.clustersRemoved(layer: $0.whole(), clusters: $0.whole())) },
    { .data(.batchLost(layer: $0.whole(), points: $0.whole(), isGivenUp: $0.flag())) },
    { .data(.downloadBegan(download: $0.whole())) },
    { .data(.downloadEnded(download: $0.whole())) },
    { .data(.downloadCancelled(download: $0.whole(), batches: $0.whole())) },
    { _ in .data(.nothingToCancel) },
    { .data(.loadBegan(load: $0.whole(), layer: $0.whole())) },
    { .data(.loadEnded(load: $0.whole(), layer: $0.whole(), points: $0.whole())) },
    { .data(.loadCancelled(load: $0.whole(), layer: $0.whole())) },
    { .data(.annotationRetitled(annotation: $0.whole(), isTitled: $0.flag())) },
  ]

  private static let view: [Maker] = [
    { .view(.requested(annotation: $0.whole(), identifier: $0.whole())) },
    { .view(.created(view: $0.whole(), identifier: $0.whole())) },
    { .view(.reused(view: $0.whole(), identifier: $0.whole())) },
    { .view(.returned(view: $0.whole(), annotation: $0.whole(), identifier: $0.whole())) },
    { .view(.didAdd(views: $0.whole())) },
    { .view(.providerAnsweredNil(annotation: $0.whole())) },
    { .view(.displayed(view: $0.whole(), annotation: $0.whole(), $0.viewState())) },
    { .view(.hidden(view: $0.whole(), by: $0.whole())) },
    { .view(.unhidden(view: $0.whole())) },
    { .view(.joinedCluster(annotation: $0.whole(), cluster: $0.whole())) },
    { .view(.leftCluster(annotation: $0.whole(), cluster: $0.whole())) },
    {
      .view(
        .appearanceKept(
          view: $0.whole(), annotation: $0.whole(), $0.appearance(), insteadOf: $0.appearance()))
    },
    { .view(.clusterTextRead(cluster: $0.whole(), titleOf: $0.whole(), members: $0.whole())) },
    { .view(.clusterAnnotationRequested(first: $0.whole(), members: $0.whole())) },
    { .view(.clusteringLost(view: $0.whole(), annotation: $0.whole())) },
    { .view(.poolsEmptied(views: $0.whole())) },
    { .view(.memoryChanged(view: $0.whole(), bytes: Int64($0.whole()))) },
    { .view(.setAside(view: $0.whole(), annotation: $0.whole())) },
    { .view(.shownAgain(view: $0.whole(), identifier: $0.whole())) },
    { .view(.released(view: $0.whole())) },
    { .view(.roleKept(view: $0.whole(), annotation: $0.whole())) },
  ]

  private static let selection: [Maker] = [
    { .selection(.willSelect(annotation: $0.whole())) },
    { .selection(.didSelect(annotation: $0.whole())) },
    { .selection(.willDeselect(annotation: $0.whole())) },
    { .selection(.didDeselect(annotation: $0.whole())) },
    { .selection(.missed($0.missed())) },
    { .selection(.didSelectAnnotation($0.whole())) },
    { .selection(.didDeselectAnnotation($0.whole())) },
    {
      .selection(
        .refused(
          MissedSelection(
            .disabled,
            nearest: MissedSelection.Nearest(
              annotation: $0.whole(), place: ScreenPoint(x: 1, y: 2), distancePoints: 3))))
    },
  ]

  private static let triggers: [ClusterEvent.Trigger] = [
    .pointsAdded, .pointsRemoved, .regionChanged, .requested, .resumed,
  ]

  private static let cluster: [Maker] = [
    {
      .cluster(
        .queued(
          update: $0.whole(), layer: $0.whole(), trigger: $0.choice(of: triggers),
          triggeredAt: $0.time()))
    },
    { .cluster(.started(update: $0.whole(), layer: $0.whole())) },
    {
      .cluster(
        .computed(
          update: $0.whole(), layer: $0.whole(),
          work: ClusterWork(
            nodesVisited: $0.long(), pointsTouched: $0.long(), cellsVisited: $0.long(),
            distances: $0.long())))
    },
    {
      .cluster(
        .reused(
          annotation: $0.whole(), layer: $0.whole(), content: $0.bits(),
          size: ClusterSize(count: $0.whole(), isUniqueLocation: $0.flag())))
    },
    {
      .cluster(
        .applied(
          update: $0.whole(), layer: $0.whole(),
          change: ClusterChange(
            shown: $0.whole(), created: $0.whole(), reused: $0.whole(), removed: $0.whole())))
    },
    { .cluster(.finished(update: $0.whole(), layer: $0.whole())) },
    {
      .cluster(
        .indexed(
          layer: $0.whole(), began: $0.time(),
          work: ClusterWork(
            nodesVisited: $0.long(), pointsTouched: $0.long(), cellsVisited: $0.long(),
            distances: $0.long())))
    },
    {
      .cluster(.coalesced(update: $0.whole(), layer: $0.whole(), into: $0.whole()))
    },
    { .cluster(.moved(annotation: $0.whole(), layer: $0.whole(), $0.coordinate())) },
    {
      .cluster(
        .listed(
          annotation: $0.whole(), layer: $0.whole(), content: $0.bits(), count: $0.whole(),
          isUniqueLocation: $0.flag(), $0.coordinate()))
    },
    {
      .cluster(
        .audited(
          update: $0.whole(), layer: $0.whole(),
          ClusterAudit(
            visible: $0.whole(), lost: $0.whole(), countedTwice: $0.whole(), ghosts: $0.whole())))
    },
    { .cluster(.paused(layer: $0.whole(), $0.flag())) },
    { .cluster(.completed(layer: $0.whole(), call: $0.whole())) },
    { .cluster(.titleRequested(annotation: $0.whole(), layer: $0.whole())) },
    { .cluster(.viewNotRefreshed(annotation: $0.whole(), layer: $0.whole())) },
    { .cluster(.stalled(update: $0.whole(), layer: $0.whole())) },
    {
      .cluster(.unsupported(layer: $0.whole(), $0.choice(of: [.pause, .resume, .update])))
    },
    { .cluster(.followed(annotation: $0.whole(), layer: $0.whole())) },
    { .cluster(.subtitleRequested(annotation: $0.whole(), layer: $0.whole())) },
    { .cluster(.cancelled(update: $0.whole(), layer: $0.whole())) },
    { .cluster(.settingsChanged(layer: $0.whole())) },
    { .cluster(.coarsened(update: $0.whole(), layer: $0.whole(), doublings: $0.whole())) },
    { .cluster(.waited(update: $0.whole(), layer: $0.whole(), $0.time())) },
    { .cluster(.worked(update: $0.whole(), layer: $0.whole(), $0.time())) },
  ]

  private static let callout: [Maker] = [
    { .callout(.opened(callout: $0.whole(), annotation: $0.whole(), $0.opening())) },
    { .callout(.settled(callout: $0.whole(), $0.rest())) },
    { .callout(.interrupted(callout: $0.whole())) },
    { .callout(.closed(callout: $0.whole())) },
    {
      .callout(
        .accessoryTapped(
          callout: $0.whole(), annotation: $0.whole(), $0.choice(of: CalloutSide.allCases)))
    },
    {
      .callout(
        .pinned(
          callout: $0.whole(),
          CalloutPin(
            tip: $0.point(), anchor: $0.point(), scale: $0.number(),
            parent: ScreenRect(minX: 0, minY: 0, width: 0, height: 0),
            body: ScreenRect(minX: 0, minY: 0, width: 0, height: 0))))
    },
  ]

  private static let second: [Maker] = [
    {
      .calloutAnnotation(
        .added(
          annotation: $0.whole(), parent: $0.whole(), content: $0.whole(),
          by: $0.choice(of: CalloutMaker.allCases)))
    },
    {
      .calloutAnnotation(.moved(annotation: $0.whole(), parent: $0.whole(), content: $0.whole()))
    },
    { .calloutAnnotation(.removed(annotation: $0.whole())) },
    { .calloutAnnotation(.leftBehind(annotation: $0.whole())) },
    {
      .calloutAnnotation(
        .laidOut(
          annotation: $0.whole(),
          CalloutAnnotationLayout(
            view: $0.whole(), maker: $0.choice(of: CalloutMaker.allCases), parent: $0.whole(),
            over: $0.whole(), content: $0.whole(), shownContent: $0.whole(),
            contentOwner: $0.whole())))
    },
    { .calloutAnnotation(.tappedAway(annotation: $0.whole())) },
    { .calloutAnnotation(.held(parent: $0.whole(), siblings: $0.whole())) },
    { .calloutAnnotation(.released(siblings: $0.whole(), reenabled: $0.whole())) },
    { .calloutAnnotation(.deadTap(annotation: $0.whole())) },
    { .calloutAnnotation(.drawn(annotation: $0.whole(), body: $0.rect(), tip: $0.point())) },
  ]

  private static let input: [Maker] = [
    { .input(.tapped($0.point())) },
    { .input(.doubleTapped($0.point())) },
    { _ in .input(.twoFingersTapped) },
    { .input(.began($0.choice(of: Gesture.allCases))) },
    { .input(.ended($0.choice(of: Gesture.allCases), pointsPerSecond: $0.offset())) },
    { .input(.longPressed($0.point())) },
    { .input(.touched($0.point())) },
  ]

  private static let drag: [Maker] = [
    { .drag(.viewStateSet(annotation: $0.whole(), $0.choice(of: DragState.allCases))) },
    {
      .drag(
        .stateChanged(
          annotation: $0.whole(), new: $0.choice(of: DragState.allCases),
          old: $0.choice(of: DragState.allCases)))
    },
    { .drag(.refused(annotation: $0.whole())) },
    { .drag(.geocodeRequested(annotation: $0.whole(), $0.coordinate())) },
  ]

  private static let overlay: [Maker] = [
    {
      .overlay(
        .added(
          overlay: $0.whole(), level: $0.choice(of: OverlayLevel.allCases), index: $0.whole()))
    },
    { .overlay(.removed(overlay: $0.whole())) },
    { .overlay(.exchanged($0.whole(), $0.whole())) },
    { .overlay(.rendererRequested(overlay: $0.whole())) },
    { .overlay(.rendererMissing(overlay: $0.whole())) },
  ]

  private static let delegate: [Maker] = [
    { .delegate(.set(to: $0.choice(of: DelegateTarget.allCases))) },
    { .delegate(.unanswered($0.choice(of: DelegateCallback.allCases))) },
  ]

  private static let animator: [Maker] = [
    { .animator(.added(layer: $0.whole(), views: $0.whole())) },
    { .animator(.removes(layer: $0.whole(), annotations: $0.whole())) },
    { .animator(.cutShort(view: $0.whole())) },
    {
      .animator(.alphaKept(view: $0.whole(), annotation: $0.whole(), fadedFor: $0.whole()))
    },
  ]
}
