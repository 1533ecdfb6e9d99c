import MapEvents
import MapGeometry
import ReportTexts
import Testing

@Suite("Log of callbacks")
struct CallbackLogTests {
  private static let camera = Camera(
    center: MapPoint(x: MapSize.worldSide / 2, y: MapSize.worldSide / 2), mapPointsPerPoint: 4,
    headingDegrees: 5)
  private static let state = ViewState(
    title: -1, accessory: -1, callout: -1, isTransformed: false, isSelected: false)
  private static let place = Coordinate(latitude: 52.5, longitude: -13.25)

  private static func log(_ kinds: [Event.Kind]) -> [String] {
    var legend = Legend(
      viewSize: ScreenSize(width: 100, height: 200), viewMarginFraction: 0.5,
      framePeriod: SimulatedTime(nanoseconds: 16_666_667),
      camera: Camera(center: MapPoint(x: 1_000.5, y: 2_000), mapPointsPerPoint: 4),
      layers: ["cities"], marks: ["zooming"], identifiers: ["city"])
    legend.overlays = ["fence"]
    legend.snapshots = ["storm"]
    var log = CallbackLog(steps: [1: "line 21: select: {near: left edge}"])
    log.observe(Event(time: .zero, step: -1, kind: .session(.began(legend))))
    for (index, kind) in kinds.enumerated() {
      let time = SimulatedTime(nanoseconds: Int64(index) * 1_234_567)
      log.observe(Event(time: time, step: 1, kind: kind))
    }
    return log.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .map(String.init)
  }

  @Test
  func `tells a session in MapKit's words`() {
    #expect(
      CallbackLogTests.log([
        .session(.stepBegan), .data(.pointsAdded(layer: 0, points: 2)),
        .data(.annotationAdded(annotation: 12, layer: 0, content: 1, cluster: nil)),
        .data(.annotationAdded(annotation: 13, layer: -1, content: 2, cluster: nil)),
        .map(.regionWillChange(animated: false)),
        .map(.visibleRegionChanged(CallbackLogTests.camera, by: .app)),
        .map(.regionDidChange(animated: true, CallbackLogTests.camera)),
        .view(.requested(annotation: 12, identifier: 0)),
        .view(.created(view: 3, identifier: 0)),
        .view(.displayed(view: 3, annotation: 12, CallbackLogTests.state)),
        .view(.didAdd(views: 1)),
        .frame(FrameReport(number: 7, mainThread: .zero, liveViews: 1, pooledViews: 0)),
        .frame(FrameReport(number: 8, mainThread: .zero, liveViews: 1, pooledViews: 0)),
        .selection(.willSelect(annotation: 12)), .selection(.didSelect(annotation: 12)),
        .selection(.didSelectAnnotation(13)), .session(.snapshot(0)), .session(.ended),
      ]) == [
        "",
        "== line 21: select: {near: left edge}",
        "       1.234  addAnnotations 2 to cities",
        "       4.938  regionWillChangeAnimated(false)",
        "       6.172  mapViewDidChangeVisibleRegion center 0, 0, 4 map points/pt, heading 5 deg",
        "       7.407  regionDidChangeAnimated(true) center 0, 0, 4 map points/pt, heading 5 deg",
        "       8.641  viewFor annotation 12 (cities)",
        "       9.876    dequeue \"city\" -> none, made city #3",
        "      11.111    prepareForDisplay city #3 for annotation 12 (cities)",
        "      12.345  didAdd 1 view",
        "      13.580  frame 7",
        "      16.049  setSelected(true) city #3",
        "      17.283  didSelect city #3",
        "      18.518  didSelect annotation 13 (user location)",
        "      19.753  (snapshot \"storm\")",
        "      20.987  (end)",
        "",
      ])
  }

  @Test(
    arguments: [
      (.view(.reused(view: 3, identifier: 0)), "prepareForReuse"),
      (.view(.providerAnsweredNil(annotation: 1)), "-> nil"),
      (.view(.returned(view: 3, annotation: 12, identifier: 0)), "enqueue"),
      (.view(.setAside(view: 3, annotation: 12)), "stays with"),
      (.view(.shownAgain(view: 3, identifier: 0)), "the annotation's own"),
      (.view(.released(view: 3)), "goes with its annotation"),
      (.view(.hidden(view: 3, by: 4)), "(hide"), (.view(.unhidden(view: 3)), "(unhide"),
      (.view(.joinedCluster(annotation: 1, cluster: 2)), "(annotation 1 joins annotation 2)"),
      (.view(.leftCluster(annotation: 1, cluster: 2)), "(annotation 1 leaves annotation 2)"),
      (
        .view(.clusterTextRead(cluster: 2, titleOf: 1, members: 4)),
        "title of annotation 2 -> that of annotation 1"
      ),
      (
        .view(.clusterTextRead(cluster: 2, titleOf: 1, members: 4)),
        "subtitle of annotation 2 -> 3 more"
      ),
      (
        .view(.clusterTextRead(cluster: 2, titleOf: .none, members: 4)),
        "title of annotation 2 -> none"
      ),
      (
        .view(.clusterTextRead(cluster: 2, titleOf: 2, members: 4)),
        "title of annotation 2 -> its own, of 4"
      ),
      (
        .view(.clusterAnnotationRequested(first: 1, members: 4)),
        "clusterAnnotationForMemberAnnotations annotation 1 and 3 more"
      ),
      (.data(.clustersRemoved(layer: 0, clusters: 3)), "removeAnnotations 3 clusters of cities"),
      (.view(.poolsEmptied(views: 2)), "didReceiveMemoryWarning (2 views in pools are gone)"),
      (.view(.clusteringLost(view: 3, annotation: 1)), "has no clustering identifier)"),
      (.selection(.willDeselect(annotation: 1)), "setSelected(false) annotation 1"),
      (.selection(.didDeselect(annotation: 1)), "didDeselect annotation 1"),
      (.selection(.didDeselectAnnotation(1)), "didDeselect annotation 1"),
      (
        .cluster(.coalesced(update: 3, layer: 0, into: 5)),
        "(update 3 of cities is replaced by update 5)"
      ),
      (
        .cluster(.cancelled(update: 3, layer: 0)),
        "(update 3 of cities is cancelled, and runs all the same)"
      ),
      (.cluster(.settingsChanged(layer: 0)), "(clustering of cities gets other settings)"),
      (
        .cluster(.coarsened(update: 3, layer: 0, doublings: 2)),
        "(the cells of cities are too short: update 3 takes cells 4 times as long)"
      ),
      (.cluster(.moved(annotation: 1, layer: 0, place)), "(annotation 1 moves to 52.5, -13.25)"),
      (.cluster(.paused(layer: 0, true)), "(updates of cities wait)"),
      (.cluster(.paused(layer: 0, false)), "(updates of cities go on)"),
      (.cluster(.unsupported(layer: 0, .pause)), "(cities cannot pause: nothing happens)"),
      (.cluster(.unsupported(layer: 0, .resume)), "(cities cannot resume: nothing happens)"),
      (
        .cluster(.unsupported(layer: 0, .update)),
        "(cities cannot update on request: nothing happens)"
      ),
      (.cluster(.completed(layer: 0, call: 7)), "completionHandler 7 of cities"),
      (
        .cluster(.titleRequested(annotation: 1, layer: 0)), "titleForClusterAnnotation annotation 1"
      ),
      (
        .cluster(.subtitleRequested(annotation: 1, layer: 0)),
        "subtitleForClusterAnnotation annotation 1"
      ),
      (.delegate(.set(to: .app)), "setDelegate to the app's"),
      (.delegate(.set(to: .another)), "setDelegate to another one"),
      (.delegate(.set(to: .none)), "setDelegate to none"),
      (.delegate(.unanswered(.regionDidChange)), "(no delegate answers regionDidChange)"),
      (.animator(.added(layer: 0, views: 1)), "animator of cities didAdd 1 view"),
      (.animator(.removes(layer: 0, annotations: 4)), "animator of cities willRemove 4"),
      (
        .animator(.alphaKept(view: 3, annotation: 1, fadedFor: 2)),
        "is still transparent from the fade"
      ),
      (.animator(.cutShort(view: 3)), "leaves before it has faded)"),
      (
        .cluster(.viewNotRefreshed(annotation: 1, layer: 0)),
        "(annotation 1 still shows what its cluster held before)"
      ),
      (
        .cluster(
          .audited(
            update: 3, layer: 0, ClusterAudit(visible: 9, lost: 2, countedTwice: 1, ghosts: 4))),
        "(after update 3 of cities: 2 of 9 visible points lost, 1 counted twice, 4 ghosts)"
      ),
      (
        .selection(.missed(MissedSelection(.notOnMap))),
        "(nothing to select: it is not on the map, alone or in a cluster)"
      ),
      (
        .selection(
          .missed(
            MissedSelection(
              .tooFar, edge: .left, withinPoints: 15,
              nearest: MissedSelection.Nearest(
                annotation: 9, place: ScreenPoint(x: 23.46, y: 410), distancePoints: 23.46)))),
        "(nothing to select: no pin within 15 pt of the left edge; the nearest is 23.5 pt away "
          + "(annotation 9, at 23.5 x 410 pt))"
      ),
      (
        .selection(.refused(MissedSelection(.disabled))),
        "(cannot be selected: its view is disabled)"
      ),
      (.view(.roleKept(view: 3, annotation: 1)), "got another role)"),
      (.map(.regionChangeInterrupted), "interrupted"), (.map(.reentered(depth: 2)), "2 deep"),
      (.map(.reentryRefused(depth: 9)), "refused, 9 deep"),
      (.map(.resized(ScreenSize(width: 844, height: 390))), "(the map view is 844 x 390 pt)"),
      (.map(.trackingChanged(.none)), "didChangeUserTrackingMode none"),
      (.map(.trackingChanged(.follow)), "didChangeUserTrackingMode follow"),
      (
        .map(.trackingChanged(.followWithHeading)), "didChangeUserTrackingMode followWithHeading"
      ),
      (.data(.batchArrived(layer: 0, points: 5)), "(a batch of 5 arrives for cities)"),
      (
        .data(.batchLost(layer: 0, points: 5, isGivenUp: false)),
        "(a batch of 5 for cities is lost and asked for again)"
      ),
      (
        .data(.batchLost(layer: 0, points: 5, isGivenUp: true)),
        "(a batch of 5 for cities is lost and given up)"
      ),
      (.data(.downloadBegan(download: 3)), "(download 3 begins)"),
      (.data(.downloadEnded(download: 3)), "(download 3 is over)"),
      (
        .data(.downloadCancelled(download: 3, batches: 1)),
        "(download 3 is cancelled, 1 batch short)"
      ),
      (
        .data(.downloadCancelled(download: 3, batches: 2)),
        "(download 3 is cancelled, 2 batches short)"
      ),
      (.data(.nothingToCancel), "(no such download is running)"),
      (.data(.loadBegan(load: 3, layer: 0)), "(load 3 asks for the visible points of cities)"),
      (.data(.loadEnded(load: 3, layer: 0, points: 5)), "(load 3 brings 5 for cities)"),
      (.data(.loadCancelled(load: 3, layer: 0)), "(load 3 for cities is cancelled)"),
      (.data(.annotationRetitled(annotation: 1, isTitled: true)), "setTitle annotation 1"),
      (.data(.annotationRetitled(annotation: 1, isTitled: false)), "setTitle(nil) annotation 1"),
      (.data(.pointsRemoved(layer: 0, points: 5)), "removeAnnotations 5 from cities"),
      (
        .data(.annotationMoved(annotation: 1, place)), "setCoordinate annotation 1 to 52.5, -13.25"
      ),
      (
        .data(.replaced(layer: 0, removed: 1, added: 2, kept: 3, compared: 6)),
        "1 removed, 2 added, 3 kept, 6 compared"
      ),
      (
        .callout(.accessoryTapped(callout: 0, annotation: 1, .right)),
        "calloutAccessoryControlTapped right of annotation 1"
      ),
      (.calloutAnnotation(.leftBehind(annotation: 1)), "is never removed"),
      (.calloutAnnotation(.held(parent: 1, siblings: 4)), "4 other views are disabled"),
      (
        .calloutAnnotation(.released(siblings: 4, reenabled: 2)), "2 of them against the app's will"
      ),
      (.callout(.closed(callout: 0)), "(callout 0 closes)"),
      (.input(.tapped(ScreenPoint(x: 1.5, y: 2))), "(tap at 1.5, 2 pt)"),
      (.input(.longPressed(ScreenPoint(x: 30, y: 40.5))), "(long press at 30, 40.5 pt)"),
      (.input(.touched(ScreenPoint(x: 9, y: 0.5))), "(touch at 9, 0.5 pt)"),
      (.session(.neverHeld(57)), "(the wait gave up, the number being 57)"),
      (.session(.nothingDone(.pointsAbsent)), "(nothing to do: the layer has none of the points)"),
      (.session(.rowsSkipped(1)), "(1 row of files is skipped)"),
      (.session(.rowsSkipped(3)), "(3 rows of files are skipped)"),
      (.input(.twoFingersTapped), "(two-finger tap)"), (.input(.began(.pinch)), "(pinch begins)"),
      (
        .input(.ended(.pan, pointsPerSecond: ScreenOffset(dx: -20, dy: 0.5))),
        "(pan ends at -20, 0.5 pt/s)"
      ),
      (.drag(.viewStateSet(annotation: 1, .starting)), "setDragState(starting) annotation 1"),
      (
        .drag(.stateChanged(annotation: 1, new: .dragging, old: .starting)),
        "didChangeDragState annotation 1 from starting to dragging"
      ),
      (.drag(.geocodeRequested(annotation: 1, place)), "annotation 1 at 52.5, -13.25"),
      (
        .overlay(.added(overlay: 0, level: .aboveRoads, index: 2)),
        "addOverlay fence aboveRoads at 2"
      ),
      (.overlay(.exchanged(0, 5)), "exchangeOverlay fence with 5"),
      (.overlay(.rendererRequested(overlay: 0)), "rendererFor fence"),
      (.overlay(.rendererMissing(overlay: 0)), "nothing is drawn"),
      (.session(.mark(0)), "(mark \"zooming\")"), (.session(.neverSettled), "gave up"),
    ] as [(Event.Kind, String)])
  func `names everything`(kind: Event.Kind, words: String) {
    let lines = CallbackLogTests.log([kind])
    #expect(lines.contains { $0.contains(words) }, "\(lines)")
  }

  @Test
  func `says nothing of what is no callback`() {
    let quiet: [Event.Kind] = [
      .session(.stepEnded), .session(.expectationsDue),
      .cluster(.started(update: 0, layer: 0)),
      .cluster(
        .listed(
          annotation: 1, layer: 0, content: 1, count: 2, isUniqueLocation: false,
          CallbackLogTests.place)),
      .cluster(
        .audited(update: 0, layer: 0, ClusterAudit(visible: 9, lost: 0, countedTwice: 0, ghosts: 0))
      ),
      .frame(FrameReport(number: 8, mainThread: .zero, liveViews: 1, pooledViews: 0)),
    ]
    // The first frame ends what the beginning told.
    #expect(CallbackLogTests.log(quiet) == ["       6.172  frame 8", ""])
  }
}
