extension ScenarioTemplate {
  /// All templates, in the order in which they are listed.
  public static let all = [callout, clustering, download, pan, blank]

  private static let callout = ScenarioTemplate(
    name: "callout",
    help: "A tap on a pin near an edge: its callout needs room, and the map makes it.",
    text: """
      # A tap on a pin near the top edge: its callout needs room, so the map has to move, and no
      # further than it must.
      scenario: A pin near the top edge opens its callout
      tags: [callout]
      device: phone-60hz
      # The map view on the screen, and what of the earth is on it at the beginning.
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      data:
        places:
          points:
            # A point lies at a place of the earth, or where a point of the screen is at first.
            - {id: gate, lat: 52.5163, lon: 13.3777, title: The gate}
            - {id: edge, at: 195 x 60 pt, title: Near the top edge}
      layers:
        places:
          view: {identifier: place, size: 32 x 39 pt, center offset: 8 x -16 pt}
          # `adjust` is how the map makes room. `ideal` does all of it right; `none` would break the
          # expectations below.
          callout: {style: bubble, content height: 80 pt, adjust: ideal}
      steps:
        - add: {data: places, into: places}
        - wait: settled
        - mark: the tap
        - select: {near: top edge, within: 100 pt}
        - wait: settled
        # A picture for the report.
        - snapshot: the map made room
        - expect: {callouts opened: exactly 1, callout inside map: always, since: last mark}
      expect:
        # It is correct when it keeps all criteria: `mapreplay explain callouts correct`.
        callouts correct: always

      """)

  private static let clustering = ScenarioTemplate(
    name: "clustering",
    help: "Zooms over clusters and back, by the library as it is and as corrected, side by side.",
    text: """
      # Zooms over clusters and back, with CCHMapClusterController as it is (`upstream`) and with
      # its mistakes fixed (`corrected`). Both are replayed and reported side by side.
      scenario: Zoom over clusters and back
      tags: [clustering, variants]
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      data:
        places:
          points:
            # Three that make a cluster, two that make another one, and one that stays alone.
            - {id: a, at: 100 x 300 pt}
            - {id: b, at: 106 x 304 pt}
            - {id: c, at: 112 x 300 pt}
            - {id: d, at: 280 x 520 pt}
            - {id: e, at: 288 x 524 pt}
            - {id: f, at: 195 x 700 pt}
      layers:
        places:
          # The points in a cell of this size become one cluster.
          cluster: {cell size: 60 pt, margin: 0.5}
          view: {identifier: place, size: 24 x 24 pt, center offset: 0 x 0 pt}
      variants: [upstream, corrected]
      steps:
        - add: {data: places, into: places}
        - wait: settled
        - snapshot: clusters
        - mark: closer
        - zoom: {by: 3 levels, over: 400 ms}
        - wait: settled
        - mark: back
        - zoom: {by: -3 levels, over: 400 ms}
        - wait: settled
        - snapshot: the same clusters again
      expect:
        # No engine may lose a point, or count one twice.
        points lost: exactly 0
        points counted twice: exactly 0
        # A rule for all variants, or one for each: `{upstream: at most 4, corrected: at most 3}`.
        clusters shown: at most 4

      """)

  private static let download = ScenarioTemplate(
    name: "download",
    help: "Places arrive in batches while the map is panned.",
    text: """
      # Places arrive in batches over a slow network, as pages of a server do, while somebody pans.
      scenario: Places arrive while the map is panned
      tags: [download]
      # The seed of everything that is drawn by lot, such as the jitter of the network.
      seed: 1
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      data:
        # Write points here, or name a file with the columns id, lat, lon and title:
        # `{file: Data/world-cities.csv}`.
        places:
          points:
            - {id: a, at: 60 x 200 pt}
            - {id: b, at: 150 x 260 pt}
            - {id: c, at: 240 x 320 pt}
            - {id: d, at: 330 x 380 pt}
            - {id: e, at: 60 x 480 pt}
            - {id: f, at: 150 x 540 pt}
            - {id: g, at: 240 x 600 pt}
            - {id: h, at: 330 x 660 pt}
      layers:
        places:
          cluster: {cell size: 60 pt, margin: 0.5}
          view: {identifier: place, size: 24 x 24 pt, center offset: 0 x 0 pt}
      steps:
        # The download goes on while the next steps are done.
        - download: {data: places, into: places, batch size: 2, every: 300 ms, jitter: 50 ms}
        - pan: {by: -60 x 0 pt, over: 300 ms}
        - wait: 200 ms
        - pan: {by: 60 x 0 pt, over: 300 ms}
        # Until nothing moves, arrives or computes any more.
        - wait: settled
        - snapshot: all places have arrived
      expect:
        batches: exactly 4
        points lost: exactly 0
        # Simulated time from a batch to its clusters, with the costs of the device: `mapreplay list
        # --devices`.
        clustering latency p95: at most 500 ms

      """)

  private static let pan = ScenarioTemplate(
    name: "pan",
    help: "Pans there and back: views of annotations must come from the pool.",
    text: """
      # Pans back and forth: views that leave the screen wait in a pool, and those that come must be
      # taken from it.
      scenario: Views are reused while the map is panned
      tags: [views, reuse, pan]
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      data:
        places:
          points:
            # One screen of points, and another one so far to the right that it needs no views yet.
            - {id: a, at: 80 x 200 pt}
            - {id: b, at: 200 x 420 pt}
            - {id: c, at: 320 x 640 pt}
            - {id: d, at: 1480 x 200 pt}
            - {id: e, at: 1600 x 420 pt}
            - {id: f, at: 1720 x 640 pt}
      layers:
        places:
          # Views of one identifier share a pool.
          view: {identifier: place, size: 24 x 24 pt, center offset: 0 x 0 pt}
      steps:
        - add: {data: places, into: places}
        - wait: settled
        - mark: there and back
        - repeat:
            times: 3
            steps:
              # A finger that goes left moves the map to what lies on the right.
              - pan: {by: -1400 x 0 pt, over: 900 ms}
              - wait: settled
              - pan: {by: 1400 x 0 pt, over: 900 ms}
              - wait: settled
        # Since the mark: the first views were made before it.
        - expect: {views created: exactly 0, views reused: at least 12, since: last mark}
      expect:
        view reuse rate: at least 50 %
        # No view may show anything of the annotation that it stood for before.
        stale reuses: exactly 0

      """)

  private static let blank = ScenarioTemplate(
    name: "blank",
    help: "The least that is a scenario, to begin with.",
    text: """
      # What this session shows, and what must not happen.
      scenario: A new scenario
      device: phone-60hz
      map: {size: 390 x 844 pt, center: {lat: 52.5163, lon: 13.3777}, span: 45 km x 45 km}
      data:
        places:
          points:
            - {id: middle, at: 195 x 422 pt, title: In the middle}
      layers:
        places: {}
      steps:
        - add: {data: places, into: places}
        - wait: settled
      expect:
        annotations added: exactly 1

      """)
}
