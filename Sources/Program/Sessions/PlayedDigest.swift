internal import Clustering
internal import Counts
internal import MapGeometry
internal import Scenarios
internal import Statistics

extension Scenario {
  /// A digest of all that is played, by which two runs know whether their counts compare: points,
  /// device, map, layers and steps, but neither the lines in which they stand nor what is expected.
  ///
  /// - Complexity: O(points + steps).
  var playedDigest: String {
    var digest = Fingerprint.Digest()
    digest.add(seed)
    for set in data {
      digest.add(of: set.name)
      for text in [set.ids, set.titles].joined() { digest.add(of: text) }
      for place in set.coordinates {
        digest.add(place.latitude.bitPattern)
        digest.add(place.longitude.bitPattern)
      }
    }
    digest.add(
      partsOf: [device.name, device.costs, map, options, app, overlays, layers, steps] as [Any])
    return digest.text
  }
}

extension EngineCatalog {
  /// The engines, each with a digest of what it answers for points that are always the same.
  var answersDigest: String {
    definitions.map { "\($0.name) \($0.answersDigest.prefix(8))" }.joined(separator: ", ")
  }
}

extension EngineDefinition {
  fileprivate var answersDigest: String {
    // Places all over the map, each eighth of them twice.
    var random: UInt64 = 1
    func fraction() -> Double {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(random >> 11) / Double(1 << 53)
    }
    var places: [Coordinate] = []
    for number in 0..<256 {
      places.append(
        number % 8 == 7
          ? places[number - 1]
          : Coordinate(latitude: fraction() * 160 - 80, longitude: fraction() * 360 - 180))
    }
    let world = MapRect(x: 0, y: 0, width: MapSize.worldSide, height: MapSize.worldSide)
    let grid = ClusterGrid(rect: world, cellSide: MapSize.worldSide / 8)
    var engine = make(.standard)
    var (sets, work) = (ClusterSets(), Work())
    _ = engine.add(Array(0..<256), at: places, work: &work)
    var digest = Fingerprint.Digest()
    for method in ClusterMethod.allCases {
      engine.clusters(ClusterQuery(grid: grid, method: method), into: &sets, work: &work)
      for index in sets.indices {
        let set = sets[index]
        digest.add(UInt64(set.count))
        for member in sets.members(of: set) { digest.add(UInt64(member)) }
        digest.add(set.coordinate.latitude.bitPattern)
        digest.add(set.coordinate.longitude.bitPattern)
      }
    }
    return digest.text
  }
}

extension Fingerprint.Digest {
  fileprivate mutating func add(of text: String) {
    add(text.utf8)
    // Where it ends.
    add(CollectionOfOne(0xFF))
  }

  /// Takes in a value by its parts, with their names.
  fileprivate mutating func add(partsOf value: Any) {
    if value is Place || value is PlacedExpectation { return }
    if let step = value as? Step {
      add(UInt64(step.id))
      return add(partsOf: step.action)
    }
    let parts = Mirror(reflecting: value).children
    guard !parts.isEmpty else { return add(of: "\(value)") }
    add(UInt64(parts.count))
    for part in parts {
      add(of: part.label ?? "")
      add(partsOf: part.value)
    }
  }
}
