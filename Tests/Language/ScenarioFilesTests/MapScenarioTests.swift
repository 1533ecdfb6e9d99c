import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import ScenarioFiles
import Scenarios
import Testing
import Workloads

@Suite("A good scenario of the map")
struct MapScenarioTests {
  private static let half = SimulatedTime(milliseconds: 500)
  private static let second = SimulatedTime(milliseconds: 1_000)
  private static let standard = SimulatedTime(milliseconds: 300)
  private static let spot = ScreenPoint(x: 100, y: 200)
  private static let first = TapTarget.point(0, layer: 0)

  @Test(arguments: [
    (
      "pan: {by: 120 x -40 pt, release: moving}",
      Step.Action.pan(by: ScreenOffset(dx: 120, dy: -40), over: standard, release: .moving)
    ),
    (
      "pinch: {by: 1 level, about: 100 x 200 pt, over: 500 ms}",
      .pinch(levels: 1, about: spot, over: half)
    ),
    ("pinch: {by: -0.5 levels}", .pinch(levels: -0.5, about: nil, over: standard)),
    (
      "rotate: {by: -30 deg, about: 368 x 822 pt}",
      .rotate(degrees: -30, about: ScreenPoint(x: 368, y: 822), over: standard)
    ),
    ("rotate: {by: 1.5 deg, over: 500 ms}", .rotate(degrees: 1.5, about: nil, over: half)),
    ("double tap: {at: 100 x 200 pt}", .doubleTap(spot)),
    (
      "one-finger zoom: {at: 100 x 200 pt, by: -1 level}",
      .pinch(levels: -1, about: spot, over: SimulatedTime(milliseconds: 300))
    ),
    ("two-finger tap", .twoFingerTap),
    ("two-finger tap:", .twoFingerTap),
    ("tap: {at: 0 x 0 pt}", .tap(ScreenPoint(x: 0, y: 0))),
    (
      "long press: {at: 100 x 200 pt, into: places}",
      .longPress(spot, data: 1, layer: 0, press: half)
    ),
    (
      "long press: {at: 100 x 200 pt, into: piles, press: 300 ms}",
      .longPress(spot, data: 1, layer: 1, press: standard)
    ),
    ("tap accessory: right", .tapAccessory(.right)),
    (
      "drag: {id: a, in: places, by: 40 x 0 pt, over: 500 ms, end: cancel}",
      .drag(first, by: ScreenOffset(dx: 40, dy: 0), over: half, end: .cancel)
    ),
    (
      "drag: {near: top edge, by: 0 x 5 pt}",
      .drag(
        .near(.top, withinPoints: 20), by: ScreenOffset(dx: 0, dy: 5), over: standard, end: .drop)
    ),
    (
      "show: {layers: [piles, places], padding: 20 pt, animated: no}",
      .show(layers: [1, 0], padding: EdgeInsets(all: 20), animated: false)
    ),
    (
      "show: {layers: [places], padding: {bottom: 300 pt, left: 9 pt}, over: 1 s}",
      .show(
        layers: [0], padding: EdgeInsets(top: 0, left: 9, bottom: 300, right: 0), animated: true,
        over: second)
    ),
    (
      "set center: {lat: 1, lon: 2, over: 1 s}",
      .setCenter(Coordinate(latitude: 1, longitude: 2), animated: true, over: second)
    ),
    ("show: {layers: [places]}", .show(layers: [0], padding: EdgeInsets(all: 0), animated: true)),
    (
      "move user location: {lat: 1, lon: 2}",
      .moveUserLocation(Coordinate(latitude: 1, longitude: 2))
    ),
    ("select annotation: {id: a, in: places}", .selectAnnotation(first)),
    ("deselect annotation:", .deselectAnnotation), ("memory warning:", .memoryWarning),
    (
      "move: {data: cities, in: places, ids: [c, a], to: {lat: 1, lon: 2}}",
      .move(
        DataChange(data: 0, layer: 0, points: .list([2, 0])),
        .to(Coordinate(latitude: 1, longitude: 2)))
    ),
    (
      "move: {data: cities, in: places, first: 2, by: 0.01 x -0.02 deg}",
      .move(
        DataChange(data: 0, layer: 0, points: .rows(from: 0, to: 2)),
        .by(EarthOffset(north: 0.01, east: -0.02)))
    ),
    (
      "add: {data: cities, into: places, some: 2}",
      .add(DataChange(data: 0, layer: 0, points: .drawn(2, from: 0, to: 3)))
    ),
    (
      "move: {data: cities, in: places, some: 1, from row: 1, by up to: 200 m, over: 500 ms}",
      .move(
        DataChange(data: 0, layer: 0, points: .drawn(1, from: 1, to: 3)), .byUpTo(meters: 200),
        over: half)
    ),
    ("remove all: piles", .removeAll(layer: 1)),
    ("remove all: {from: piles, may do nothing: yes}", .removeAll(layer: 1)),
    (
      "walk user: {to: {lat: 1, lon: 2}, over: 500 ms, every: 300 ms, off by up to: 5 m}",
      .walkUser(
        UserWalk(
          to: Coordinate(latitude: 1, longitude: 2), over: half, every: standard, errorMeters: 5))
    ),
    (
      "long press: {at: 100 x 200 pt, into: piles, drops: twice}",
      .longPress(spot, data: 1, layer: 1, press: half, drops: 2)
    ),
    (
      "replace: {data: cities, in: piles}",
      .replace(DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 3)), .all)
    ),
    (
      "replace: {data: cities, in: places, first: 1, from row: 1, how: only what changed}",
      .replace(DataChange(data: 0, layer: 0, points: .rows(from: 1, to: 2)), .changed)
    ),
    (
      "replace: {data: cities, in: places, known from: the map}",
      .replace(
        DataChange(data: 0, layer: 0, points: .rows(from: 0, to: 3)), .all, knownFrom: .map)
    ),
    ("add overlay: {name: fence}", .addOverlay(0, .last)),
    ("add overlay: {name: fence, at: 0}", .addOverlay(0, .index(0))),
    ("add overlay: {name: fence, above: route}", .addOverlay(0, .above(1))),
    ("add overlay: {name: fence, below: area}", .addOverlay(0, .below(2))),
    ("remove overlay: route", .removeOverlay(1)),
    ("exchange overlays: [area, route]", .exchangeOverlays(2, 1)),
    (
      "change: {views of: piles, enabled: no}",
      .change(layer: 1, ViewChange(isEnabled: false))
    ),
    (
      "change: {views of: places, ids: [b], size: 44 x 54 pt, clustering identifier: none}",
      .change(
        layer: 0, ViewChange(size: ScreenSize(width: 44, height: 54), clustering: .noIdentifier),
        of: [1])
    ),
    (
      "change: {views of: places, ids: [c, b], of: cities, clustering identifier: shops}",
      .change(layer: 0, ViewChange(clustering: .identifier("shops")), of: [2, 1])
    ),
    (
      "retitle: {data: cities, in: piles, ids: [b], title: Closed}",
      .retitle(DataChange(data: 0, layer: 1, points: .list([1])), title: "Closed")
    ),
    (
      "retitle: {data: cities, in: piles, first: 2}",
      .retitle(DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 2)), title: nil)
    ),
    ("snapshot: before the storm", .snapshot("before the storm")),
    (
      "move: {data: cities, in: piles, ids: [b], by: 1 x 2 deg}",
      .move(
        DataChange(data: 0, layer: 1, points: .list([1])), .by(EarthOffset(north: 1, east: 2)))
    ),
    (
      "download: {data: cities, into: [piles, places], batch size: 1, every: 1 s}",
      .download(
        Download(
          change: DataChange(data: 0, layer: 1, points: .rows(from: 0, to: 3)),
          requests: BatchSchedule.Requests(
            batchSize: 1, interval: SimulatedTime(milliseconds: 1000)), furtherLayers: [0]))
    ),
  ])
  func `has every step of the language`(text: String, action: Step.Action) throws {
    let scenario = try read(mapText + "  - \(text)\n").get()
    #expect(scenario.steps.last?.action == action)
    #expect(scenario.steps.last?.text == text)
  }

  @Test
  func `changes every property of views`() throws {
    let text = """
      change: {views of: places, center offset: 0 x -20 pt, callout offset: 1 x 2 pt, \
      enabled: yes, draggable: no, z priority: 700, selected z priority: 900, \
      display priority: default low}
      """
    let change = ViewChange(
      centerOffset: ScreenOffset(dx: 0, dy: -20), calloutOffset: ScreenOffset(dx: 1, dy: 2),
      isEnabled: true, isDraggable: false, zPriority: 700, selectedZPriority: 900,
      displayPriority: 250)
    let scenario = try read(mapText + "  - \(text)\n").get()
    #expect(scenario.steps.last?.action == .change(layer: 0, change))
  }

  @Test(
    arguments: [
      ("", (140.0, 44.0)), ("user callout: {size: 90 x 30 pt}, ", (90, 30)),
      ("user callout: none, ", nil),
    ] as [(String, (Double, Double)?)])
  func `has a callout over the user's dot`(key: String, size: (Double, Double)?) throws {
    let scenario = try read(mapText.replacing("map: {", with: "map: {\(key)")).get()
    let style = size.map { CalloutStyle.plain(size: ScreenSize(width: $0.0, height: $0.1)) }
    #expect(scenario.map.userCallout?.style == style)
    #expect(scenario.map.userCallout?.isOwn != false)
  }

  @Test
  func `has the overlays of the language`() throws {
    let scenario = try read(mapText).get()
    func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
      Coordinate(latitude: latitude, longitude: longitude)
    }
    #expect(
      scenario.overlays == [
        OverlaySetup(
          name: "fence", shape: .circle(center: place(1, 2), radiusMeters: 500),
          level: .aboveRoads, hasRenderer: true),
        OverlaySetup(
          name: "route", shape: .polyline([place(1, 2), place(3, 4)]), level: nil,
          hasRenderer: false),
        OverlaySetup(
          name: "area", shape: .polygon([place(1, 2), place(3, 4), place(1, 6)]), level: nil,
          hasRenderer: true),
        OverlaySetup(
          name: "flight", shape: .geodesicPolyline([place(52.5, 13.4), place(40.7, -74)]),
          level: .aboveLabels, hasRenderer: true),
      ])
  }

  @Test
  func `lets a step of an overlay come before the one that adds it`() throws {
    let text =
      "  - remove overlay: fence\n  - repeat: {times: 2, steps: [add overlay: {name: fence}]}"
    #expect(messages(read(mapText + text)) == [])
  }

  @Test
  func `finds points that only a replacement gives to a layer`() throws {
    let text = """
      steps: [{replace: {data: cities, in: cities}}, {select: {id: b, in: cities}}]
      """
    let scenario = try read(headText + text).get()
    #expect(scenario.steps[1].action == .select(.point(1, layer: 0)))
  }

  @Test
  func `has an app that loads what is visible and hears taps`() throws {
    let text = """
      scenario: T
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 1, lon: 2}, span: 1 deg x 1 deg}
      app:
        when region changed:
          load: {data: b, into: d, first: 60, margin: 0.5, wait: 300 ms, latency: 400 ms, \
      jitter: 1 s, earlier: keep, how: only what changed, work: 2 ms}
        when visible region changes: {load: {data: a, into: c}}
        when tapped: {drop into: c, on annotations: no}
      data: {a: {points: [{id: x, lat: 1, lon: 2}]}, b: {points: [{id: y, lat: 3, lon: 4}]}}
      layers: {c: {}, d: {}}
      steps:
        - tap: {at: 5 x 6 pt}
        - repeat: {times: 3, steps: [{select: {id: y, in: d}}, {select: {id: x, in: c}}, tap map]}
        - long press: {at: 100 x 200 pt, into: d, drops: twice}
      """
    let scenario = try read(text).get()
    func time(_ milliseconds: Int64) -> SimulatedTime { SimulatedTime(milliseconds: milliseconds) }
    #expect(
      scenario.app
        == AppSetup(
          loads: [
            VisibleLoad(
              .regionDidChange, data: 1, layer: 1, first: 60, marginFraction: 0.5, wait: time(300),
              latency: time(400), jitter: time(1_000), cancelsEarlier: false, method: .changed,
              work: time(2)),
            VisibleLoad(.visibleRegionDidChange, data: 0, layer: 0),
          ], tapRecognizer: TapRecognizer(layer: 0, firesOnAnnotations: false)))
    // Each tap may drop a pin, the last step two.
    #expect(scenario.data.map(\.name) == ["a", "b", "dropped pins"])
    #expect(scenario.data.last?.count == 9)
  }

  @Test
  func `has a user, an app and accessories`() throws {
    let text = """
      scenario: T
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 1, lon: 2}, span: 1 deg x 1 deg, user location: \
      {lat: 3, lon: 4}}
      app: {when region changed: APP}
      layers: {a: {callout: {left accessory: {control: no}, right accessory: {size: 9 x 32 pt}}}}
      steps: [move user location: {lat: 5, lon: 6}]
      """
    let requests: [(String, RegionRequest)] = [
      (
        "{set center: {lat: 1, lon: 2}}",
        RegionRequest(.center(Coordinate(latitude: 1, longitude: 2)), animated: true)
      ),
      (
        "{set region: {center: {lat: 1, lon: 2}, span: 3 deg x 4 deg, animated: no}}",
        RegionRequest(
          .region(
            CoordinateRegion(
              center: Coordinate(latitude: 1, longitude: 2),
              span: CoordinateSpan(latitudeDelta: 4, longitudeDelta: 3))), animated: false)
      ),
      (
        "{move content: {by: 10 x 0 pt, animated: no}}",
        RegionRequest(.move(ScreenOffset(dx: 10, dy: 0)), animated: false)
      ),
      (
        "{move content: {by: 10 x 0 pt, over: 2 s}}",
        RegionRequest(
          .move(ScreenOffset(dx: 10, dy: 0)), animated: true,
          over: SimulatedTime(milliseconds: 2_000))
      ),
    ]
    for (words, request) in requests {
      let scenario = try read(text.replacing("APP", with: words)).get()
      #expect(scenario.map.userLocation == Coordinate(latitude: 3, longitude: 4))
      #expect(scenario.app == AppSetup(onRegionDidChange: request))
      let callout = try #require(scenario.layers[0].callout)
      #expect(
        callout.leftAccessory
          == .init(size: ScreenSize(width: 30, height: 30), isControl: false))
      #expect(
        callout.rightAccessory
          == .init(size: ScreenSize(width: 9, height: 32), isControl: true))
    }
  }
}

@Suite("Views and options of a scenario")
struct ViewAndOptionTests {
  private func views(_ text: String) throws -> LayerSetup {
    let scenario = try read(
      headText.replacing("cities: {cluster", with: "cities: {\(text), cluster")
        + "steps: [tap map]"
    ).get()
    return try #require(scenario.layers.first)
  }

  @Test(arguments: [
    ("{}", AnnotationViewKind.image, ScreenSize(width: 32, height: 39), -16.0),
    ("{kind: image, size: 40 x 50 pt}", .image, ScreenSize(width: 40, height: 50), -16),
    ("{kind: pin}", .pin, ScreenSize(width: 32, height: 39), -16),
    ("{kind: marker}", .marker, ScreenSize(width: 28, height: 28), 0),
    (
      "{kind: marker, center offset: 1 x -5 pt}", .marker, ScreenSize(width: 28, height: 28), -5
    ),
  ])
  func `have the size and the place of their kind`(
    text: String, kind: AnnotationViewKind, size: ScreenSize, dy: Double
  ) throws {
    for key in ["view", "cluster view"] {
      let layer = try views("\(key): \(text)")
      let view = key == "view" ? layer.view : layer.clusterView
      #expect(view.kind == kind)
      #expect(view.size == size)
      #expect(view.centerOffset.dy == dy)
    }
  }

  @Test
  func `have every key of the language`() throws {
    let layer = try views(
      """
      view: {identifier: i, kinds: 2, kind: pin, center offset: 1 x 2 pt, \
      callout offset: 3 x 4 pt, provider: always new, enabled: no, can show callout: yes, \
      draggable: yes, z priority: 1, selected z priority: 2.5, display priority: default high, \
      collision: circle, not reset: [selection, title], lift: 50 ms}, \
      cluster view: {provider: dequeue registered, display priority: 3, collision: none}
      """)
    #expect(
      layer.view
        == ViewSetup(
          identifiers: ["i 1", "i 2"], size: ScreenSize(width: 32, height: 39),
          centerOffset: ScreenOffset(dx: 1, dy: 2), kind: .pin,
          calloutOffset: ScreenOffset(dx: 3, dy: 4),
          provider: .alwaysNew, isEnabled: false, canShowCallout: true, isDraggable: true,
          zPriority: ZPriority(unselected: 1, selected: 2.5), displayPriority: 750,
          collision: .circle,
          notReset: [.title, .selection], liftDuration: SimulatedTime(milliseconds: 50)))
    #expect(layer.clusterView.provider == .dequeuesRegistered)
    #expect(layer.clusterView.displayPriority == 3)
    #expect(layer.clusterView.collision == .none)
    // The documented priorities of the classes.
    for (kind, priority) in [("marker", 250.0), ("pin", 1_000), ("image", 1_000)] {
      #expect(try views("view: {kind: \(kind)}").view.displayPriority == priority)
    }
    let silent = try views("view: {answers drag: no, provider: none}").view
    #expect(silent.liftDuration == nil)
    #expect(silent.clusteringIdentifier == nil)
    #expect(silent.clusterAnnotation == .ofMap)
    #expect(silent.provider == .answersNil)
  }

  @Test
  func `of clusters at one location are those of other clusters unless they are written`() throws {
    #expect(try views("cluster view: {kind: marker}").oneLocationView == nil)
    let layer = try views(
      "one location view: {kinds: 2, size: 28 x 28 pt, can show callout: yes}")
    let view = try #require(layer.oneLocationView)
    #expect(view.identifiers == ["cities one location 1", "cities one location 2"])
    #expect(view.size == ScreenSize(width: 28, height: 28) && view.canShowCallout)
    #expect(layer.clusterView == layer.view)
  }

  @Test
  func `can have a clustering identifier in a layer without clusters`() throws {
    let scenario = try read(
      headText.replacing(
        "cities: {cluster: {cell size: 60 pt}",
        with: "cities: {view: {clustering identifier: shops, cluster annotation: own title}"
      ) + "steps: [tap map]"
    ).get()
    let layer = try #require(scenario.layers.first)
    #expect(layer.cluster == nil)
    #expect(layer.view.clusteringIdentifier == "shops")
    #expect(layer.view.clusterAnnotation == .ownTitle)
  }

  /// Every option with its example, which is never the standard.
  @Test
  func `are what their keys say, and are reported so`() throws {
    let fields = ScenarioSchema.object(.options).fields
    let text = fields.map { "\($0.key): \($0.example)" }.joined(separator: ", ")
    let scenario = try read(headText + "options: {\(text)}\nsteps: [tap map]").get()
    #expect(
      scenario.optionsInForce.dropFirst(2).map { "\($0.name): \($0.value)" }
        == fields.map { "\($0.key): \($0.example)" })
    #expect(scenario.optionsInForce.dropFirst(2).allSatisfy { !$0.isDefault })
    #expect(scenario.options.interruption == .onePair)
    #expect(scenario.options.reentryLimit == 4)
    #expect(scenario.options.panDuration == SimulatedTime(milliseconds: 300))
    #expect(scenario.map.viewportOptions.northSouthEdge == .open)
    #expect(scenario.map.viewportOptions.closestMapPointsPerPoint == 0.5)
    for (mine, standard) in zip(
      Mirror(reflecting: scenario.options).children, Mirror(reflecting: MapOptions()).children)
    {
      #expect("\(mine.value)" != "\(standard.value)", "\(String(describing: mine.label))")
    }
  }

  @Test
  func `are the standard ones where nothing is said`() throws {
    let scenario = try read(headText + "steps: [tap map]").get()
    #expect(scenario.options == .standard)
    #expect(scenario.map.viewportOptions == .standard)
    #expect(scenario.optionsInForce.allSatisfy { $0.isDefault })
    #expect(
      scenario.optionsInForce.prefix(2).map { "\($0.name): \($0.value)" } == [
        "view margin: 0.25", "region fit: edge sum",
      ])
    let other = try read(
      headText.replacing(
        "km x 45 km", with: "km x 45 km, view margin: 1, region fit: exact inverse")
        + "steps: [tap map]"
    ).get()
    #expect(other.map.regionFit == .exactInverse)
    #expect(
      other.optionsInForce.prefix(3).map { "\($0.name): \($0.value), \($0.isDefault)" } == [
        "view margin: 1, false", "region fit: exact inverse, false",
        "\(other.optionsInForce[2].name): \(other.optionsInForce[2].value), true",
      ])
  }
}

extension MapScenarioTests {
  private static func atTheMeridian(_ longitude: Int) -> Result<Scenario, Diagnostics> {
    let place = "{lat: 10, lon: \(longitude)}"
    let text = """
      scenario: A test
      device: phone
      map: {size: 390 x 844 pt, center: \(place), span: 300 km x 300 km, user location: \(place)}
      data:
        p: {points: [{id: a, lat: 10, lon: \(longitude)}]}
        c: {file: Data/c.csv}
        g: {file: Data/g.geojson}
        s: {stacked: {points: 2, at: \(place)}}
      layers: {p: {}}
      steps:
        - add: {data: p, into: p}
        - move: {data: p, in: p, to: \(place)}
        - move user location: \(place)
        - set center: \(place)
        - set region: {center: \(place), span: 10 km x 10 km}

      """
    return read(
      text,
      more: [
        "S/Data/c.csv": "id,lat,lon\na,10,\(longitude).0\n",
        "S/Data/g.geojson": """
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [\(longitude), 10]}}
        """,
      ])
  }

  /// 180 degrees east are 180 degrees west: no place there moves, or is another one.
  @Test
  func `has one place for both names of the 180th meridian`() throws {
    let (east, west) = try (
      MapScenarioTests.atTheMeridian(180).get(), MapScenarioTests.atTheMeridian(-180).get()
    )
    #expect(east.map == west.map && east.data == west.data)
    #expect(east.steps.map(\.action) == west.steps.map(\.action))
    let places = west.data.flatMap(\.coordinates)
    #expect(places == Array(repeating: Coordinate(latitude: 10, longitude: 180), count: 5))
  }

  /// A corner says which end of the world it means.
  @Test
  func `keeps both ends of the world for areas and lines`() throws {
    let text = """
      scenario: A test
      device: phone
      map: {size: 390 x 844 pt, center: {lat: 10, lon: 0}, span: 300 km x 300 km}
      data:
        g:
          grid:
            {columns: 3, rows: 1, south west: {lat: 0, lon: -180}, north east: {lat: 9, lon: 180}}
      overlays: {o: {polyline: [{lat: 0, lon: -180}, {lat: 0, lon: 180}]}}
      layers: {p: {}}
      steps: [tap map]

      """
    let scenario = try read(text).get()
    #expect(scenario.data[0].coordinates.map(\.longitude) == [180, 0, 180])
    #expect("\(scenario.overlays)".contains("longitude: -180.0"))
  }
}
