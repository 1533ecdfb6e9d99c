import MapConfiguration
import MapEvents
import MapGeometry

extension Language {
  static let step = Declaration(
    .step, "One thing that is done: an object with exactly one key.", fields: stepFields,
    rules: [.exactlyOne(stepFields.map(\.key))],
    example: "{pan: {by: 120 x -40 pt, over: 300 ms}}")

  private static let stepFields =
    dataStepFields + fingerStepFields + appStepFields + clusterStepFields + flowStepFields

  private static let dataStepFields = [
    Field(
      "download", .object(.download), .optional,
      "Starts a download; its batches arrive while later steps run.",
      example: "{data: cities, into: cities, batch size: 500, every: 300 ms}"),
    Field(
      "add", .object(.add), .optional, "Gives points to a layer at once.",
      example: "{data: cities, into: cities, first: 100}"),
    Field(
      "remove", .object(.remove), .optional, "Takes points from a layer at once.",
      example: "{data: cities, from: cities, ids: [a, b]}"),
    Field(
      "move", .object(.move), .optional, "Moves points of a layer.",
      example: "{data: cities, in: cities, ids: [a], to: {lat: 1, lon: 2}}"),
    Field(
      "replace", .object(.replace), .optional,
      "Gives points to a layer in place of those that it has.",
      example: "{data: cities, in: cities, first: 100, how: all}"),
  ]

  private static let fingerStepFields = [
    Field(
      "pan", .object(.pan), .optional, "Drags the map with a finger.",
      example: "{by: 120 x -40 pt, over: 300 ms}"),
    Field(
      "fling", .object(.fling), .optional,
      "Lets the map go at a speed; it slows down by itself.",
      example: "{velocity: 1200 x 0 pt/s}"),
    Field(
      "zoom", .object(.zoom), .optional, "Pinches about the middle of what bars leave of the view.",
      example: "{by: 1 level, over: 300 ms}"),
    Field(
      "pinch", .object(.pinch), .optional, "Pinches about a point of the view, which stays there.",
      example: "{by: 1 level, about: 100 x 200 pt}"),
    Field(
      "rotate", .object(.rotate), .optional, "Turns the map with two fingers.",
      example: "{by: 30 deg, about: 100 x 200 pt}"),
    Field(
      "double tap", .object(.doubleTap), .optional,
      "Taps twice with one finger: the map comes one level closer.",
      example: "{at: 100 x 200 pt}"),
    Field(
      "two-finger tap", .nothing, .optional,
      "Taps once with two fingers: the map goes one level away.", example: ""),
    Field(
      "tap", .object(.tap), .optional,
      "Taps a point of the view, whatever is there; `select` taps an annotation.",
      example: "{at: 100 x 200 pt}"),
    Field(
      "select", .object(.select), .optional, "Taps an annotation.",
      example: "{near: left edge, within: 20 pt}"),
    Field("deselect", .nothing, .optional, "Taps the empty map.", example: ""),
    Field(
      "tap accessory", .choice(CalloutSide.words), .optional,
      "Taps the view left or right of the text of the open callout, or its button; with a "
        + "cancelled tap the finger stays on the button and goes on to do something else.",
      example: "right"),
    Field(
      "drag", .object(.drag), .optional, "Carries an annotation with a finger.",
      example: "{id: a, in: places, by: 40 x 0 pt, over: 500 ms}"),
  ]

  private static let appStepFields = [
    Field(
      "set region", .object(.setRegion), .optional, "Asks the map to show a region.",
      example: "{center: {lat: 52.5, lon: 13.4}, span: 10 km x 10 km, animated: no}"),
    Field(
      "set center", .object(.setCenter), .optional, "Asks the map to move its centre.",
      example: "{lat: 52.5, lon: 13.4, animated: yes}"),
    Field(
      "show", .object(.show), .optional, "Asks the map to show all annotations of layers.",
      example: "{layers: [places], padding: 20 pt}"),
    Field(
      "open callout", .object(.openCallout), .optional,
      "Selects an annotation by the app, without a finger.", example: "{id: a, in: places}"),
    Field(
      "close callout", .nothing, .optional,
      "Deselects what is selected by the app, without a finger.", example: ""),
    Field(
      "move user location", .object(.coordinate), .optional,
      "Reports another place of the user; the dot appears or goes there.",
      example: "{lat: 52.5163, lon: 13.3777}"),
    Field(
      "add overlay", .object(.addOverlay), .optional,
      "Puts an overlay on the map; one that is there stays as it is.",
      example: "{name: fence, at: 0}"),
    Field(
      "remove overlay", .reference(.overlay), .optional,
      "Takes an overlay from the map; one that is not there stays away.", example: "fence"),
    Field(
      "exchange overlays", .list(.reference(.overlay), count: 2...2), .optional,
      "Lets two overlays on the map change places, and levels if theirs differ.",
      example: "[fence, route]"),
    Field(
      "set delegate", .choice(DelegateTarget.words), .optional,
      "Makes the app, another object that answers alike or nobody the delegate of the map; cluster "
        + "controllers hear the callbacks all the same.",
      example: "nobody"),
    Field(
      "change", .object(.change), .optional, "Gives the views of a layer other properties.",
      example: "{views of: places, enabled: no}"),
  ]

  private static let clusterStepFields = [
    Field(
      "change clustering", .object(.changeClustering), .optional,
      "Gives the cluster controller of a layer other settings; the next update follows them.",
      example: "{layer: cities, cell size: 90 pt}"),
    Field(
      "select and zoom", .object(.selectAndZoom), .optional,
      "Lets the cluster controller of a layer select a point and show what is around it.",
      example: "{id: a, in: cities, width: 2 km}"),
    Field(
      "zoom to cluster", .object(.zoomToCluster), .optional,
      "Asks the map to show all points of a cluster.", example: "{id: a, in: cities}"),
    Field(
      "pause clustering", .reference(.layer), .optional,
      "Lets the cluster controller of a layer wait: what would update its clusters is remembered. "
        + "Without the mend `pause and resume` it cannot, which `calls not supported` counts.",
      example: "cities"),
    Field(
      "resume clustering", .reference(.layer), .optional,
      "Lets the cluster controller of a layer go on and catch up.", example: "cities"),
    Field(
      "update clusters", .reference(.layer), .optional,
      "Lets the cluster controller of a layer update now. Without the mend `update on request` it "
        + "cannot, which `calls not supported` counts.", example: "cities"),
  ]

  private static let flowStepFields = [
    Field(
      "wait", .moment(SimulatedTime(nanoseconds: 1)...Limits.stepTime), .optional,
      "Lets time pass, or waits until nothing moves, arrives or computes any more.",
      example: "settled"),
    Field("mark", name, .optional, "Begins a named part of the session.", example: "zooming"),
    Field(
      "snapshot", name, .optional, "Keeps a picture of the map for the report, under this name.",
      example: "before the storm"),
    Field(
      "repeat", .object(.repeat), .optional, "Does its steps several times.",
      example: "{times: 3, steps: [{zoom: {by: 1 level}}, {wait: settled}]}"),
    Field(
      "expect", .object(.expect), .optional,
      "Demands something of the session so far, or of what came since a mark.",
      example: "{callout inside map: always, since: last mark}"),
  ]
}
