internal import MapGeometry

/// An event that scenarios can name in waits and promises.
public enum NamedEvent: String, CaseIterable, Hashable, Sendable {
  case calloutOpens = "callout opens"
  case calloutSettles = "callout settles"
  case calloutCloses = "callout closes"
  case accessoryTapped = "accessory is tapped"
  case selectionBegins = "selection begins"
  case selectionEnds = "selection ends"
  case selectionMisses = "selection misses"
  case fingerTaps = "finger taps"
  case gestureBegins = "gesture begins"
  case gestureEnds = "gesture ends"
  case dragBegins = "drag begins"
  case dragEnds = "drag ends"
  case regionChangeBegins = "region change begins"
  case regionChangeEnds = "region change ends"
  case regionChangeInterrupted = "region change is interrupted"
  case mapMoves = "map moves"
  case mapResized = "map is resized"
  case batchArrives = "batch arrives"
  case batchLost = "batch is lost"
  case loadBegins = "load begins"
  case loadEnds = "load ends"
  case pointsAdded = "points are added"
  case pointsRemoved = "points are removed"
  case updateRequested = "cluster update is requested"
  case clustersChange = "clusters change"
  case updateEnds = "cluster update ends"
  case viewCreated = "view is created"
  case viewReused = "view is reused"
  case overlayAdded = "overlay is added"
  case overlayRemoved = "overlay is removed"
  case frameLate = "frame is late"
  case waitGivesUp = "wait gives up"
  case stepBegins = "step begins"
  case stepEnds = "step ends"

  /// The meaning of the name, as a sentence.
  public var help: String {
    switch self {
    case .calloutOpens: "A callout opens over an annotation."
    case .calloutSettles: "The map has made room for a callout, or need not."
    case .calloutCloses: "A callout closes."
    case .accessoryTapped: "A finger taps a control of a callout."
    case .selectionBegins: "An annotation is selected, by a finger or by the app."
    case .selectionEnds: "The selection of an annotation ends, for any reason."
    case .selectionMisses: "A finger or the app tries to select and finds no suitable annotation."
    case .fingerTaps: "A finger taps the map view once."
    case .gestureBegins: "Fingers begin to pan, pinch, rotate or drag."
    case .gestureEnds: "Fingers lift after a gesture."
    case .dragBegins: "The drag of an annotation begins."
    case .dragEnds: "The drag of an annotation ends, or is canceled."
    case .regionChangeBegins: "A region change begins; the delegate hears of it."
    case .regionChangeEnds: "A region change ends; the delegate hears of it."
    case .regionChangeInterrupted: "A region change ends before its goal."
    case .mapMoves: "The visible region changes, by any cause."
    case .mapResized: "The map view gets another size."
    case .batchArrives: "A batch of a download arrives."
    case .batchLost: "A request for a batch is lost, or a batch is given up."
    case .loadBegins: "The app asks its server for the points that are visible."
    case .loadEnds: "The points that were visible arrive, or the app cancels its request for them."
    case .pointsAdded: "The app adds points to a layer."
    case .pointsRemoved: "The app removes points from a layer."
    case .updateRequested: "A cluster update is put into its queue."
    case .clustersChange: "The map gets the clusters of an update."
    case .updateEnds: "A cluster update has removed the old clusters."
    case .viewCreated: "An annotation view is created."
    case .viewReused: "An annotation view is taken from a reuse pool."
    case .overlayAdded: "An overlay is added to the map."
    case .overlayRemoved: "An overlay is removed from the map."
    case .frameLate: "A frame reaches the screen after it was due."
    case .waitGivesUp: "A step of the session stops waiting in vain."
    case .stepBegins: "A step of the session begins."
    case .stepEnds: "A step of the session ends."
    }
  }

  /// Whether it happens only to layers with clusters.
  public var isOfClusters: Bool {
    [.updateRequested, .clustersChange, .updateEnds].contains(self)
  }

  /// Whether each layer has such events.
  public var isOfLayers: Bool {
    switch self {
    case .batchArrives, .batchLost, .loadBegins, .loadEnds, .pointsAdded, .pointsRemoved,
      .updateRequested, .clustersChange, .updateEnds:
      true
    case .calloutOpens, .calloutSettles, .calloutCloses, .accessoryTapped, .selectionBegins,
      .selectionEnds, .selectionMisses, .fingerTaps, .gestureBegins, .gestureEnds, .dragBegins,
      .dragEnds, .regionChangeBegins, .regionChangeEnds, .regionChangeInterrupted, .mapMoves,
      .mapResized, .viewCreated, .viewReused, .overlayAdded, .overlayRemoved, .frameLate,
      .waitGivesUp, .stepBegins, .stepEnds:
      false
    }
  }
}

extension Event.Kind {
  /// The name of the event in scenarios and the layer to which it happens; nil where there is none.
  public var named: (event: NamedEvent, layer: LayerID?)? {
    switch self {
    case .session(let event): event.name.map { ($0, nil) }
    case .map(let event): event.name.map { ($0, nil) }
    case .data(let event): event.named
    case .cluster(let event): event.named
    case .view(.created): (.viewCreated, nil)
    case .view(.reused): (.viewReused, nil)
    case .selection(let event): event.name.map { ($0, nil) }
    case .callout(let event): event.name.map { ($0, nil) }
    case .input(.tapped): (.fingerTaps, nil)
    case .input(.began): (.gestureBegins, nil)
    case .input(.ended): (.gestureEnds, nil)
    case .drag(.stateChanged(_, new: .starting, _)): (.dragBegins, nil)
    case .drag(.stateChanged(_, new: .ending, _)), .drag(.stateChanged(_, new: .canceling, _)):
      (.dragEnds, nil)
    case .overlay(.added): (.overlayAdded, nil)
    case .overlay(.removed): (.overlayRemoved, nil)
    case .frame(let frame): frame.lateness > .zero ? (.frameLate, nil) : nil
    case .view, .input, .drag, .overlay, .snapshot, .delegate, .animator, .calloutAnnotation: nil
    }
  }
}

extension SessionEvent {
  fileprivate var name: NamedEvent? {
    switch self {
    case .stepBegan: .stepBegins
    case .stepEnded: .stepEnds
    case .neverSettled, .neverHeld: .waitGivesUp
    case .began, .mark, .expectationsDue, .ended, .snapshot, .nothingDone, .counted, .rowsSkipped:
      nil
    }
  }
}

extension MapEvent {
  fileprivate var name: NamedEvent? {
    switch self {
    case .regionWillChange: .regionChangeBegins
    case .regionDidChange: .regionChangeEnds
    case .regionChangeInterrupted: .regionChangeInterrupted
    case .visibleRegionChanged: .mapMoves
    case .resized: .mapResized
    case .reentered, .reentryRefused, .trackingChanged: nil
    }
  }
}

extension DataEvent {
  fileprivate var named: (event: NamedEvent, layer: LayerID?)? {
    switch self {
    case .batchArrived(let layer, _): (.batchArrives, layer)
    case .batchLost(let layer, _, _): (.batchLost, layer)
    case .loadBegan(_, let layer): (.loadBegins, layer)
    case .loadEnded(_, let layer, _), .loadCancelled(_, let layer): (.loadEnds, layer)
    case .pointsAdded(let layer, _): (.pointsAdded, layer)
    case .pointsRemoved(let layer, _): (.pointsRemoved, layer)
    case .annotationAdded, .annotationRemoved, .annotationMoved, .annotationRetitled, .replaced,
      .clustersRemoved, .downloadBegan, .downloadEnded, .downloadCancelled, .nothingToCancel:
      nil
    }
  }
}

extension ClusterEvent {
  fileprivate var named: (event: NamedEvent, layer: LayerID?)? {
    switch self {
    case .queued(_, let layer, _, _): (.updateRequested, layer)
    case .applied(_, let layer, _): (.clustersChange, layer)
    case .finished(_, let layer): (.updateEnds, layer)
    case .started, .computed, .reused, .indexed, .coalesced, .moved, .listed, .audited, .paused,
      .completed, .titleRequested, .viewNotRefreshed, .stalled, .unsupported, .followed,
      .subtitleRequested, .cancelled, .settingsChanged, .coarsened, .waited, .worked:
      nil
    }
  }
}

extension SelectionEvent {
  fileprivate var name: NamedEvent? {
    switch self {
    case .didSelect: .selectionBegins
    case .didDeselect: .selectionEnds
    case .missed, .refused: .selectionMisses
    case .willSelect, .willDeselect, .didSelectAnnotation, .didDeselectAnnotation: nil
    }
  }
}

extension CalloutEvent {
  fileprivate var name: NamedEvent? {
    switch self {
    case .opened: .calloutOpens
    case .settled: .calloutSettles
    case .closed: .calloutCloses
    case .accessoryTapped: .accessoryTapped
    case .interrupted, .pinned: nil
    }
  }
}
