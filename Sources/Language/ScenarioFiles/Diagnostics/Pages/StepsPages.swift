/// Steps.
let stepsPages: [FaultPage] = [
  FaultPage(
    .unknownStep, "A step that the language does not have",
    """
    A step that nothing plays would leave a hole in the session. The names of other tools are \
    understood well enough for a suggestion; 'mapreplay explain step' lists all steps.
    """, .steps,
    wrong: "- zooom: {by: 1 level}",
    right: "- zoom: {by: 1 level}"),
  FaultPage(
    .notOneStep, "A step with no key or with several",
    """
    A step is one thing that is done, so it has exactly one key. Two keys under one hyphen are \
    two steps of which one lacks its hyphen, or details that are not indented deep enough.
    """, .steps,
    wrong: "- zoom: {by: 1 level}\n  wait: settled",
    right: "- zoom: {by: 1 level}\n- wait: settled"),
  FaultPage(
    .tooMuchWrittenOut, "A session that is too long when it is written out",
    """
    With every 'repeat' written out, a session may have \(Limits.unrolledSteps) steps, \
    \(Limits.unrolledMarks) marks and \(Limits.unrolledPoints) points in its steps. Nested \
    repeats multiply; a session beyond that would run for hours.
    """, .steps,
    wrong: "- repeat: {times: 10000, steps: [{repeat: {times: 11, steps: [tap map]}}]}",
    right: "- repeat: {times: 10, steps: [{repeat: {times: 11, steps: [tap map]}}]}"),
  FaultPage(
    .repeatTooDeep, "Too many repeats inside each other",
    """
    Up to \(Limits.repeatDepth) levels of 'repeat' are played. More multiply to more steps than \
    any session has.
    """, .steps,
    wrong: "- "
      + String(repeating: "{repeat: {times: 1, steps: [", count: Limits.repeatDepth + 1)
      + "tap map"
      + String(repeating: "]}}", count: Limits.repeatDepth + 1),
    right: "- repeat: {times: 9, steps: [tap map]}"),
  FaultPage(
    .takesTooLong, "Steps that take too long",
    """
    A step may take an hour of simulated time and a session a day. Beyond that some duration has \
    most likely the wrong unit.
    """, .steps,
    wrong: "- download: {data: cities, into: cities, batch size: 1, every: 30 min}",
    right: "- download: {data: cities, into: cities, batch size: 1, every: 300 ms}"),
  FaultPage(
    .offTheMap, "A touch that the map does not get",
    """
    The point lies outside the view, under a bar that takes the touch itself, or so near an edge \
    that two fingers have no room. The map would never see it, and the step would test nothing.
    """, .steps,
    wrong: "- tap: {at: 391 x 100 pt}",
    right: "- tap: {at: 390 x 100 pt}"),
  FaultPage(
    .beyondTheWorld, "A point above or below the world",
    """
    A map that shows much of the earth has empty space north and south of it. No place of the \
    earth is there, so no annotation can be.
    """, .lines,
    wrong: """
      map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 300 deg x 150 deg}
      data: {cities: {points: [{at: 100 x -9000 pt}]}}
      """,
    right: """
      map: {size: 390 x 844 pt, center: {lat: 0, lon: 0}, span: 300 deg x 150 deg}
      data: {cities: {points: [{at: 100 x 400 pt}]}}
      """),
  FaultPage(
    .noAccessory, "A tap on something that no callout has",
    """
    The step taps an accessory view or a button of the open callout, and no layer has callouts \
    with one. Give it to the callout of a layer first.
    """, .steps,
    wrong: "- tap accessory: right",
    right: "- tap accessory: left"),
  FaultPage(
    .clusteredLayer, "A finger that carries a point of a clustered layer",
    """
    The map shows clusters of this layer and moves them itself; an app lets nobody drag them. \
    Name a layer without 'cluster'.
    """, .steps,
    wrong: "- add: {data: cities, into: cities}\n- drag: {id: berlin, in: cities, by: 9 x 0 pt}",
    right: "- add: {data: cities, into: places}\n- drag: {id: berlin, in: places, by: 9 x 0 pt}"),
  FaultPage(
    .noClusters, "A step about clusters where there are none",
    """
    The step is about clusters, and the layer it names, or every layer, has none. A layer gets \
    them with the key 'cluster'.
    """, .steps,
    wrong: "- pause clustering: places",
    right: "- pause clustering: cities"),
  FaultPage(
    .noSuchRow, "A row behind the end of the data",
    """
    'from row' counts the points of the data set from 0. Nothing would be left to take.
    """, .steps,
    wrong: "- download: {data: cities, into: cities, from row: 3}",
    right: "- download: {data: cities, into: cities, from row: 2}"),
  FaultPage(
    .sameOverlay, "An overlay in relation to itself",
    """
    An overlay lies above, below or in the place of another one.
    """, .steps,
    wrong: "- add overlay: {name: fence, above: fence}",
    right: "- add overlay: {name: route}\n- add overlay: {name: fence, above: route}"),
  FaultPage(
    .overlayNeverAdded, "An overlay that no step adds",
    """
    The step needs an overlay that is on the map, and no step puts it there. Overlays under \
    'overlays' are only described until a step adds them.
    """, .steps,
    wrong: "- remove overlay: fence",
    right: "- add overlay: {name: fence}\n- remove overlay: fence"),
  FaultPage(
    .paddingTooLarge, "A padding that leaves no room",
    """
    The padding is kept free on all sides of the view. Here nothing would be left between.
    """, .steps,
    wrong: "- show: {layers: [cities], padding: 200 pt}",
    right: "- show: {layers: [cities], padding: 20 pt}"),
  FaultPage(
    .countedForTheMap, "A condition of one layer that only the map has",
    """
    Views, callouts, selections and region changes are counted for the whole map. Clusters, \
    annotations, batches and cluster updates are counted for each layer too.
    """, .steps,
    wrong: "- wait: {until: callout open, in: cities}",
    right: "- wait: {until: callout open}"),
  FaultPage(
    .alwaysTrue, "A condition that is always true",
    """
    There is never less than none of a thing, so that such a wait ends before it begins.
    """, .steps,
    wrong: "- wait: {until: annotations on the map at least 0}",
    right: "- wait: {until: annotations on the map at least 1}"),
  FaultPage(
    .droppedPinsName, "A data set with the name of dropped pins",
    """
    The pins that 'long press' drops are points of a data set of their own, which steps can name.
    """, .lines,
    wrong: """
      data: {dropped pins: {points: [{id: a, lat: 52.5, lon: 13.4}]}}
      steps: [{long press: {at: 100 x 200 pt, into: cities}}]
      """,
    right: """
      data: {old pins: {points: [{id: a, lat: 52.5, lon: 13.4}]}}
      steps: [{long press: {at: 100 x 200 pt, into: cities}}]
      """),
  FaultPage(
    .laterDownload, "A download that is cancelled before it begins",
    """
    'cancel download' ends the downloads of a name that are running. Here none of that name has \
    begun yet, so the step would do nothing.
    """, .steps,
    wrong: "- cancel download: all\n- download: {data: cities, into: cities, name: all}",
    right: "- download: {data: cities, into: cities, name: all}\n- cancel download: all"),
  FaultPage(
    .onlyLongPressesDrop, "Pins that come without a long press",
    """
    The points of 'dropped pins' are where fingers dropped them. Steps can select, move and \
    remove them; only 'long press' gives them to a layer.
    """, .steps,
    wrong: """
      - long press: {at: 100 x 200 pt, into: cities}
      - add: {data: dropped pins, into: cities}
      """,
    right: "- long press: {at: 100 x 200 pt, into: cities}"),
  FaultPage(
    .playsTooLong, "A session that would play for minutes",
    """
    What a session takes is estimated from its steps, points and layers before it begins. Beyond \
    a minute most are mistakes, such as three zeros too many; those that are meant are played \
    with --lift-limits.
    """, .scenario,
    wrong: SessionWork.example("pan: {by: 9 x 0 pt, over: 8 s}", times: 9_999),
    right: SessionWork.example("pan: {by: 9 x 0 pt, over: 8 s}", times: 99)),
  FaultPage(
    .needsTooMuchMemory, "A session that would fill the memory",
    """
    Points and annotation views take memory, and so do pictures of many views. Beyond a \
    gigabyte most sessions are mistakes; those that are meant are played with --lift-limits, and \
    with a --session-memory that fits.
    """, .scenario,
    wrong: SessionWork.example("snapshot: a", times: 9_999),
    right: SessionWork.example("snapshot: a", times: 99)),
]
