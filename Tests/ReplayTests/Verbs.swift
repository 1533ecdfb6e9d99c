import Scenarios

extension Step.Action {
  /// The verb of a step; a new case does not compile without one.
  var verb: String {
    switch self {
    case .download: "download"
    case .add: "add"
    case .remove: "remove"
    case .move: "move"
    case .replace: "replace"
    case .pan: "pan"
    case .fling: "fling"
    case .pinch(_, nil, _): "zoom"
    case .pinch: "pinch"
    case .rotate: "rotate"
    case .doubleTap: "double tap"
    case .twoFingerTap: "two-finger tap"
    case .setRegion: "set region"
    case .setCenter: "set center"
    case .show: "show"
    case .tap: "tap"
    case .select: "select"
    case .tapMap: "tap map"
    case .tapAccessory: "tap accessory"
    case .drag: "drag"
    case .selectAnnotation: "select annotation"
    case .deselectAnnotation: "deselect annotation"
    case .memoryWarning: "memory warning"
    case .moveUserLocation: "move user location"
    case .addOverlay: "add overlay"
    case .removeOverlay: "remove overlay"
    case .exchangeOverlays: "exchange overlays"
    case .change: "change"
    case .changeClustering: "change clustering"
    case .selectAndZoom: "select and zoom"
    case .zoomToCluster: "zoom to cluster"
    case .setClusteringPaused(_, let isPaused): isPaused ? "pause clustering" : "resume clustering"
    case .updateClusters: "update clusters"
    case .setDelegate: "set delegate"
    case .wait, .waitUntilSettled: "wait"
    case .mark: "mark"
    case .snapshot: "snapshot"
    case .repeat: "repeat"
    case .expect: "expect"
    }
  }
}
