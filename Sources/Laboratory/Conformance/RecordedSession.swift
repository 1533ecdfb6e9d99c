internal import MapEvents
internal import MapGeometry

/// A recorded session of CCHMapClusterController.
struct RecordedSession {
  struct Settings {
    var cellSize: Double
    var marginFactor: Double
    var isNearCenter: Bool
    var reuses: Bool
    var minimumLocations: Int
    var maximumZoom: Double?

    init(_ value: GoldenValue) throws {
      cellSize = try value.number("cellSize")
      marginFactor = try value.number("marginFactor")
      isNearCenter = try Settings.isNearCenter(value)
      reuses = try value.truth("reuseExistingClusterAnnotations")
      minimumLocations = try value.whole("minUniqueLocationsForClustering")
      maximumZoom = try Settings.maximumZoom(value)
    }

    mutating func change(_ value: GoldenValue) throws {
      guard case .record(let fields) = value else { throw FieldError(message: "'set' is missing") }
      for name in fields.keys.sorted() {
        switch name {
        case "cellSize": cellSize = try value.number(name)
        case "marginFactor": marginFactor = try value.number(name)
        case "clusterer": isNearCenter = try Settings.isNearCenter(value)
        case "reuseExistingClusterAnnotations": reuses = try value.truth(name)
        case "minUniqueLocationsForClustering": minimumLocations = try value.whole(name)
        case "maxZoomLevelForClustering": maximumZoom = try Settings.maximumZoom(value)
        default: throw FieldError(message: "there is no setting '\(name)'")
        }
      }
    }

    private static func isNearCenter(_ value: GoldenValue) throws -> Bool {
      switch try value.text("clusterer") {
      case "nearCenter": true
      case "centerOfMass": false
      default: throw FieldError(message: "'clusterer' is unknown")
      }
    }

    private static func maximumZoom(_ value: GoldenValue) throws -> Double? {
      value["maxZoomLevelForClustering"].isNull
        ? nil : try value.number("maxZoomLevelForClustering")
    }
  }

  enum Operation: String {
    case view, move, add, remove, config, willChange, didChange, tap, select, bg, main, snapshot
  }

  struct Step {
    /// Nil for one that is unknown.
    var operation: Operation?
    var value: GoldenValue
    var settles: Bool
    var ids: [PointID] = []
    var rect = MapRect.null
  }

  var points: [Coordinate]
  var viewSize: ScreenSize
  var settings: Settings
  var steps: [Step] = []
  var results: [[GoldenValue]] = []
  /// The keys that make points equal; empty when each is distinct.
  var equalityKeys: [String] = []
  var isOnFloatingPointEdge: Bool

  /// Reads a case, with the points of its data set when it names one.
  init(_ value: GoldenValue, points dataSet: [Coordinate]?) throws {
    points = try dataSet ?? value.coordinates("points")
    let size = try value.numbers("viewSize", count: 2)
    viewSize = ScreenSize(width: size[0], height: size[1])
    settings = try Settings(value["config"])
    isOnFloatingPointEdge = (value["tags"].list ?? []).contains { $0.text == "fpEdge" }
    for step in try value.list("steps") { steps.append(try read(step)) }
    results = Array(repeating: [], count: steps.count)
    for result in try value.list("results") {
      let index = try result.whole("step")
      guard steps.indices.contains(index) else {
        throw FieldError(message: "there is no step \(index)")
      }
      results[index].append(result)
    }
    guard !value["equalityKeys"].isNull else { return }
    // A key can be a text or a number.
    equalityKeys = try value.list("equalityKeys").map { $0.text ?? "\($0)" }
    guard equalityKeys.count >= points.count else {
      throw FieldError(message: "'equalityKeys' is too short")
    }
  }

  /// For each point the first one that it is equal to; empty when each is itself.
  var identities: [PointID] {
    guard !equalityKeys.isEmpty else { return [] }
    var first: [String: PointID] = [:]
    return points.indices.map { index in
      let key = equalityKeys[index]
      let identity = first[key] ?? PointID(index)
      first[key] = identity
      return identity
    }
  }

  private func read(_ value: GoldenValue) throws -> Step {
    let operation = Operation(rawValue: try value.text("op"))
    var step = Step(
      operation: operation, value: value, settles: value["settle"].truth ?? (operation != .config))
    switch operation {
    case .view, .move: step.rect = try value.mapRect("rect")
    case .add, .remove: step.ids = try ids(value)
    case .tap, .select: step.ids = [try checked(value.whole("id"))]
    case .config, .willChange, .didChange, .bg, .main, .snapshot, nil: break
    }
    return step
  }

  private func ids(_ value: GoldenValue) throws -> [PointID] {
    guard !value["range"].isNull else { return try value.wholes("ids").map(checked) }
    let range = try value.wholes("range")
    guard range.count == 2, range[0] <= range[1] else {
      throw FieldError(message: "'range' is not from a number to a larger one")
    }
    return try (range[0]..<range[1]).map(checked)
  }

  private func checked(_ id: Int) throws -> PointID {
    guard points.indices.contains(id) else { throw FieldError(message: "there is no point \(id)") }
    return PointID(id)
  }
}

/// Numbers of members, as the recordings keep them for large clusters.
enum MemberHash {
  /// FNV-1a of sorted numbers, each as four bytes, little endian, in 16 hexadecimal digits.
  static func text(of sorted: [PointID]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for id in sorted {
      for shift in [0, 8, 16, 24] {
        hash = (hash ^ UInt64(UInt32(bitPattern: id.rawValue) >> shift & 0xFF)) &* 0x100_0000_01B3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The members in short: all of them, or how many with the smallest and the hash.
  static func words(_ sorted: [PointID]) -> String {
    guard sorted.count > 50 else { return "\(sorted)" }
    return "\(sorted.count) from \(sorted[0]): \(text(of: sorted))"
  }

  /// The members of a recorded cluster in the same words.
  static func words(_ cluster: GoldenValue) throws -> String {
    guard cluster["ids"].isNull else { return "\(try cluster.wholes("ids"))" }
    let count = try cluster.whole("count")
    return "\(count) from \(try cluster.whole("minId")): \(try cluster.text("idsHash"))"
  }
}
